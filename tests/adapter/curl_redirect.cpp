// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstring>
#include <memory>

#include "client.hpp"

namespace {

using namespace client;
using counting::answer;
using counting::redirect;
using counting::Server;
using counting::Step;

struct Followed {
  Lines arrivals;
  Lines lines;
  Result result;
  long status;
  std::vector<Decided> decided;
};

template <class Prepare>
Followed followed(std::vector<Step> const& script, Prepare prepare, Policy policy = patient()) {
  Server server(script);
  Handle handle(server.url());
  Watched options;
  options.follow = true;
  options.body = Body::replayable;
  prepare(handle);
  Result result = perform(handle.curl, policy, options);
  long const status = handle.info(CURLINFO_RESPONSE_CODE);
  return {server.arrivals(), options.lines, result, status, options.decided};
}

void get(Handle&) {}
void post(Handle& handle) { handle.post("hello"); }
void put_by_custom_request(Handle& handle) {
  handle.post("hello");
  handle.set(CURLOPT_CUSTOMREQUEST, "PUT");
}
void patch_by_custom_request(Handle& handle) {
  handle.post("hello");
  handle.set(CURLOPT_CUSTOMREQUEST, "PATCH");
}
void head(Handle& handle) { handle.set(CURLOPT_NOBODY, 1L); }

TEST(CurlRedirect, IsNotFollowedUnlessSaid) {
  Server server({redirect(302, "/b")});
  Handle handle(server.url());
  handle.set(CURLOPT_FOLLOWLOCATION, 1L);  // the option of perform() decides
  Watched options;
  Result const result = perform(handle.curl, patient(), options);
  EXPECT_EQ(server.arrivals(), (Lines{"GET /a 0"}));
  EXPECT_EQ(reason_of(result), Reason::redirect);
  EXPECT_FALSE(result.hop.has_value());
  EXPECT_EQ(options.body_received, "hello");
}

TEST(CurlRedirect, APostThatWasAcceptedIsSentOnceEver) {
  for (int const status : {301, 302, 303}) {
    Followed const call = followed({redirect(status, "/b"), answer(503)}, post);
    EXPECT_EQ(call.arrivals, (Lines{"POST /a 5", "GET /b 0"}));
    EXPECT_EQ(reason_of(call.result), Reason::accepted);
  }
}

TEST(CurlRedirect, A307TakesTheBodyAlongAndSaysNothing) {
  Followed const call = followed({redirect(307, "/b"), answer(429), answer(201)}, post);
  EXPECT_EQ(call.arrivals, (Lines{"POST /a 5", "POST /b 5", "POST /a 5"}));
  EXPECT_EQ(call.status, 201);
}

TEST(CurlRedirect, AMethodByCustomRequestIsRewrittenAsThePolicySays) {
  // libcurl alone: PATCH /b without its body.
  Followed const seen = followed({redirect(303, "/b"), answer(200)}, patch_by_custom_request);
  EXPECT_EQ(seen.arrivals, (Lines{"PATCH /a 5", "GET /b 0"}));
  // libcurl alone: PUT /b without its body.
  Followed const kept = followed({redirect(302, "/b"), answer(200)}, put_by_custom_request);
  EXPECT_EQ(kept.arrivals, (Lines{"PUT /a 5", "PUT /b 5"}));
  Followed const after_head = followed({redirect(303, "/b"), answer(200)}, head);
  EXPECT_EQ(after_head.arrivals, (Lines{"HEAD /a 0", "HEAD /b 0"}));
}

TEST(CurlRedirect, WithTheBodyGoWhatDescribesIt) {
  Server server({redirect(307, "/b"), redirect(303, "/c"), answer(503), answer(200)});
  Handle handle(server.url());
  put_by_custom_request(handle);
  std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> own(
      curl_slist_append(nullptr, "Content-Length: 5"), curl_slist_free_all);
  curl_slist_append(own.get(), "content-type: text/plain");
  curl_slist_append(own.get(), "Contents: kept");
  Watched options;
  options.follow = true;
  options.headers = own.get();
  options.body = Body::replayable;
  options.repeatable = Repeatable::by_method;
  options.attempt_field = "Retry-Attempt";
  EXPECT_EQ(reason_of(perform(handle.curl, patient(), options)), Reason::success);
  EXPECT_EQ(server.arrivals(), (Lines{"PUT /a 5", "PUT /b 5", "GET /c 0", "PUT /a 5"}));
  EXPECT_EQ(server.values("Content-Length"), (Lines{"5", "5", "-", "5"}));
  EXPECT_EQ(server.values("content-type"), (Lines{"text/plain", "text/plain", "-", "text/plain"}));
  EXPECT_EQ(server.values("Contents"), Lines(4, "kept"));
  EXPECT_EQ(server.values("Retry-Attempt"), (Lines{"-", "-", "-", "1"}));
}

TEST(CurlRedirect, TheNextAttemptBeginsATrailOfItsOwn) {
  Followed const call = followed({redirect(302, "/b"), answer(503), answer(200)}, get);
  EXPECT_TRUE(call.decided.at(0).attempt.redirects.moved());
  EXPECT_FALSE(call.decided.at(1).attempt.redirects.moved());
  EXPECT_EQ(call.decided.at(1).attempt.redirects.hops(), 1U);
}

TEST(CurlRedirect, TheNextAttemptHasTheMethodBack) {
  Followed const call =
      followed({redirect(303, "/b"), answer(503), answer(200)}, put_by_custom_request);
  EXPECT_EQ(call.arrivals, (Lines{"PUT /a 5", "GET /b 0", "PUT /a 5"}));
}

TEST(CurlRedirect, SoHasTheNextCall) {
  Server server({redirect(303, "/b"), answer(200)});
  Handle handle(server.url());
  put_by_custom_request(handle);
  Watched options;
  options.follow = true;
  EXPECT_EQ(perform(handle.curl, patient(), options).code, CURLE_OK);
  EXPECT_EQ(curl_easy_perform(handle.curl), CURLE_OK);
  EXPECT_EQ(server.arrivals(), (Lines{"PUT /a 5", "GET /b 0", "PUT /a 5"}));
}

TEST(CurlRedirect, KeepRewritesNothingBut303) {
  Policy policy = patient();
  policy.redirect_rewrite = oncemore::RedirectRewrite::keep;
  Followed const call = followed({redirect(302, "/b"), answer(503)}, post, policy);
  EXPECT_EQ(call.arrivals, (Lines{"POST /a 5", "POST /b 5"}));
  EXPECT_EQ(reason_of(call.result), Reason::maybe_processed);
}

TEST(CurlRedirect, HopsAreCountedPerCall) {
  Policy policy = patient();
  policy.max_redirects = 3;
  // Two hops and a failure in each attempt; the second attempt has one hop left.
  Followed const call = followed({redirect(302, "/b"), redirect(302, "/c"), answer(503),
                                  redirect(302, "/b"), redirect(302, "/c")},
                                 get, policy);
  EXPECT_EQ(call.arrivals, (Lines{"GET /a 0", "GET /b 0", "GET /c 0", "GET /a 0", "GET /b 0"}));
  EXPECT_EQ(call.result.code, CURLE_TOO_MANY_REDIRECTS);
  EXPECT_EQ(reason_of(call.result), Reason::failure_not_retried);
}

TEST(CurlRedirect, TheHopOfAFailedCallIsKnown) {
  // It never came to be sent; POST /a was all the same.
  Followed const accepted = followed({redirect(303, "http://127.0.0.1:1/")}, post);
  EXPECT_EQ(accepted.lines, (Lines{"attempt 1 of 4: connect, stop: accepted"}));
  EXPECT_TRUE(accepted.result.last->attempt.redirects.accepted());
  Policy policy = patient();
  policy.max_attempts = 2;
  Followed const moved = followed({redirect(307, "http://127.0.0.1:1/")}, post, policy);
  EXPECT_EQ(moved.arrivals, Lines(2, "POST /a 5"));
  EXPECT_EQ(moved.result.last->attempt.redirects.hops(), 2U);
  // It was sent, and lost on a connection that was used before.
  Followed const lost = followed({redirect(303, "/b"), counting::lost()}, post);
  EXPECT_EQ(lost.arrivals, (Lines{"POST /a 5", "GET /b 0"}));
  EXPECT_EQ(reason_of(lost.result), Reason::accepted);
}

TEST(CurlRedirect, RetryAfterIsTheLeastWaitBeforeFollowing) {
  Server server({redirect(302, "/b", {"Retry-After: 2"}), redirect(302, "/c"), answer(200)});
  Handle handle(server.url());
  Watched options;
  options.follow = true;
  EXPECT_EQ(perform(handle.curl, patient(), options).code, CURLE_OK);
  EXPECT_EQ(options.waits, (std::vector<int64_t>{2000}));
}

TEST(CurlRedirect, RetryAfterIsThatOfTheRedirect) {
  Step const asks = answer(
      401, {R"(WWW-Authenticate: Digest realm="r", nonce="n", qop="auth")", "Retry-After: 7"});
  Server server({redirect(302, "/b", {"Retry-After: 1"}), asks,
                 redirect(302, "/c", {"Retry-After: 2"}), answer(200, {"Retry-After: 3"})});
  Handle handle(server.url());
  handle.set(CURLOPT_HTTPAUTH, CURLAUTH_DIGEST);
  handle.set(CURLOPT_USERPWD, "user:password");
  Watched options;
  options.follow = true;
  EXPECT_EQ(perform(handle.curl, patient(), options).code, CURLE_OK);
  EXPECT_EQ(options.waits, (std::vector<int64_t>{1000, 2000}));
  EXPECT_EQ(server.arrivals(), (Lines{"GET /a 0", "GET /b 0", "GET /b 0", "GET /c 0"}));
}

TEST(CurlRedirect, ARedirectThatMayNotBeFollowedIsTheAnswer) {
  Policy policy = patient();
  policy.deadline = 1s;
  Step const slow = redirect(302, "/b", {"Retry-After: 5"});
  Followed const late = followed({slow, answer(200)}, get, policy);
  EXPECT_EQ(late.arrivals, (Lines{"GET /a 0"}));
  EXPECT_EQ(late.result.code, CURLE_OK);
  EXPECT_EQ(late.status, 302);
  EXPECT_EQ(late.lines, (Lines{"attempt 1 of 4: 302, stop: redirect"}));
  EXPECT_EQ(late.result.hop->reason, Reason::deadline);
  EXPECT_EQ(late.result.hop->delay, oncemore::Milliseconds(5000));
  // What the first wait took is gone from the time of the second.
  policy.deadline = 9s;
  Followed const later = followed({slow, slow, answer(200)}, get, policy);
  EXPECT_EQ(later.arrivals, (Lines{"GET /a 0", "GET /b 0"}));
  EXPECT_EQ(later.result.hop->reason, Reason::deadline);
  policy.deadline = 1s;
  // The same where the next request has no connection to come by.
  Step const nowhere = redirect(302, "http://127.0.0.1:1/", {"Retry-After: 5"});
  Followed const refused = followed({nowhere}, get, policy);
  EXPECT_EQ(refused.lines, (Lines{"attempt 1 of 4: 302, stop: redirect"}));
  // libcurl follows whatever has a Location.
  Followed const unchanged = followed({redirect(304, "/b"), answer(200)}, get);
  EXPECT_EQ(unchanged.arrivals, (Lines{"GET /a 0"}));
  EXPECT_EQ(reason_of(unchanged.result), Reason::success);
  Followed const choice = followed({redirect(300, "/b"), answer(200)}, get);
  EXPECT_EQ(choice.arrivals, (Lines{"GET /a 0"}));
  EXPECT_EQ(choice.result.hop->reason, Reason::not_a_redirect);
}

size_t no_more(char* buffer, size_t, size_t, void* left) {
  size_t const given = *static_cast<size_t*>(left);
  std::memset(buffer, 'x', given);
  *static_cast<size_t*>(left) = 0;
  return given;
}

TEST(CurlRedirect, AStreamThatIsGoneCannotFollow) {
  Server server({redirect(307, "/b"), redirect(307, "/b"), answer(200)});
  Handle handle(server.url());
  size_t left = 5;
  handle.set(CURLOPT_POST, 1L);
  handle.set(CURLOPT_POSTFIELDSIZE, 5L);
  handle.set(CURLOPT_READFUNCTION, no_more);
  handle.set(CURLOPT_READDATA, &left);
  Watched options;
  options.follow = true;
  Result const result = perform(handle.curl, patient(), options);
  EXPECT_EQ(result.code, CURLE_OK);
  EXPECT_EQ(result.hop->reason, Reason::body_consumed);
  EXPECT_EQ(server.arrivals(), (Lines{"POST /a 5"}));
  EXPECT_EQ(options.lines, (Lines{"attempt 1 of 4: 307, stop: redirect"}));

  // With a way back to its beginning, it can.
  left = 5;
  options.rewind = [&] { return left = 5, true; };
  EXPECT_EQ(perform(handle.curl, patient(), options).code, CURLE_OK);
  EXPECT_EQ(server.arrivals(), (Lines{"POST /a 5", "POST /a 5", "POST /b 5"}));
}

}  // namespace
