// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <set>

#include "client.hpp"

namespace {

using namespace client;
using counting::answer;
using counting::Server;
using counting::Step;

TEST(CurlPerform, RetriesByThePolicyAndSaysSo) {
  Server server({answer(503), answer(503, {"Retry-After: 2"}), answer(200)});
  Handle handle(server.url());
  Watched options;
  Result const result = perform(handle.curl, patient(), options);
  EXPECT_EQ(result.code, CURLE_OK);
  EXPECT_EQ(handle.info(CURLINFO_RESPONSE_CODE), 200);
  EXPECT_EQ(options.lines, (Lines{"attempt 1 of 4: 503, retry in 100 ms",
                                  "attempt 2 of 4: 503, retry in 2000 ms (server asked 2000 ms)",
                                  "attempt 3 of 4: 200, stop: success"}));
  EXPECT_EQ(options.waits, (std::vector<int64_t>{100, 2000}));
  ASSERT_EQ(result.attempts.size(), 3U);
  EXPECT_EQ(result.attempts[1].attempt.number, 2U);
  EXPECT_EQ(result.attempts[1].attempt.previous_delay, oncemore::Milliseconds(100));
  EXPECT_EQ(result.attempts[2].attempt.elapsed, oncemore::Milliseconds(2100));
  EXPECT_EQ(result.attempts[1].decision.delay, oncemore::Milliseconds(2000));
}

TEST(CurlPerform, NothingButTheHandleAndThePolicyIsNeeded) {
  Server server({answer(503), answer(200)});
  Handle handle(server.url());
  Policy policy;
  policy.backoff.initial = 1ms;
  EXPECT_EQ(perform(handle.curl, policy).attempts.size(), 2U);
}

TEST(CurlPerform, TheLastResponseIsTheAnswer) {
  Server server({answer(503)});
  Handle handle(server.url());
  Watched options;
  options.restart = [&] { handle.body.clear(); };
  Result const result = perform(handle.curl, patient(), options);
  EXPECT_EQ(result.code, CURLE_OK);
  EXPECT_EQ(handle.info(CURLINFO_RESPONSE_CODE), 503);
  EXPECT_EQ(handle.body, "hello");
  EXPECT_EQ(reason_of(result), Reason::attempts_exhausted);
  EXPECT_EQ(server.arrivals().size(), 4U);
  EXPECT_EQ(server.connections(), 1U);
}

TEST(CurlPerform, TheLastErrorIsTheAnswerAndTheEarlierOnesAreThere) {
  Server server({counting::lost(), counting::half(200)});
  Handle handle(server.url());
  Policy policy = patient();
  policy.max_attempts = 2;
  Watched options;
  options.restart = [&] { handle.body = "restarted"; };
  Result const result = perform(handle.curl, policy, options);
  EXPECT_EQ(result.code, CURLE_PARTIAL_FILE);
  ASSERT_EQ(result.attempts.size(), 2U);
  EXPECT_EQ(result.attempts[0].code, CURLE_GOT_NOTHING);
  EXPECT_EQ(result.attempts[1].code, CURLE_PARTIAL_FILE);
  EXPECT_EQ(handle.body, "restartedhello");
}

TEST(CurlPerform, AWaitThatIsTooLongIsHandedToTheCaller) {
  Server server({answer(503, {"Retry-After: 120"})});
  Handle handle(server.url());
  Watched options;
  Result const result = perform(handle.curl, patient(), options);
  EXPECT_EQ(reason_of(result), Reason::server_wait_too_long);
  EXPECT_EQ(result.attempts.back().decision.delay, oncemore::Milliseconds(120000));
  EXPECT_EQ(options.waits, std::vector<int64_t>());
}

TEST(CurlPerform, TheDeadlineIsTheCalls) {
  Server server({answer(503)});
  Handle handle(server.url());
  Policy policy = patient();
  policy.deadline = 600ms;
  Watched options;
  Result const result = perform(handle.curl, policy, options);
  EXPECT_EQ(reason_of(result), Reason::deadline);
  EXPECT_EQ(options.waits, (std::vector<int64_t>{100, 200}));
}

TEST(CurlPerform, ADateIsComparedWithTheWallClock) {
  Server server({answer(503, {"Retry-After: Mon, 15 Jun 2026 12:00:03 GMT"}), answer(200)});
  Handle handle(server.url());
  Watched options;
  EXPECT_EQ(perform(handle.curl, patient(), options).code, CURLE_OK);
  EXPECT_EQ(options.waits, (std::vector<int64_t>{3000}));
}

TEST(CurlPerform, AServerWaitIsThatOfTheAttempt) {
  Server server({answer(503, {"Retry-After: 2"}), counting::lost(), answer(200)});
  Handle handle(server.url());
  Watched options;
  EXPECT_EQ(perform(handle.curl, patient(), options).code, CURLE_OK);
  EXPECT_EQ(options.waits, (std::vector<int64_t>{2000, 200}));
  // It has been asked for even if the body broke off.
  Step broken = counting::half(200);
  broken.octets.insert(broken.octets.find("Content"), "Retry-After: 3\r\n");
  Server breaks({broken, answer(200)});
  Handle second(breaks.url());
  EXPECT_EQ(perform(second.curl, patient(), options).code, CURLE_OK);
  EXPECT_EQ(options.waits.back(), 3000);
}

TEST(CurlPerform, AProxyThatRefusesTheTunnelHasNotSentThePost) {
  Server proxy({answer(502, {"Retry-After: 2"})});
  Handle handle("https://example.invalid/");
  handle.set(CURLOPT_PROXY, proxy.url("").c_str());
  handle.post("hello");
  Policy policy = patient();
  policy.max_attempts = 2;
  Watched options;
  options.body = Body::replayable;
  Result const result = perform(handle.curl, policy, options);
  EXPECT_EQ(result.code, CURLE_RECV_ERROR);
  EXPECT_EQ(result.attempts.back().attempt.outcome, oncemore::Outcome(502));
  EXPECT_EQ(reason_of(result), Reason::attempts_exhausted);
  EXPECT_EQ(options.waits, (std::vector<int64_t>{2000}));
}

TEST(CurlPerform, TheDiceAreTheCallersOrTheSystems) {
  Server server({answer(503)});
  Handle handle(server.url());
  Policy policy = patient();
  policy.backoff.jitter = oncemore::Jitter::full;
  policy.max_attempts = 2;
  Watched options;
  options.random = [] { return unmixed(UINT64_MAX); };
  static_cast<void>(perform(handle.curl, policy, options));
  EXPECT_EQ(options.waits, (std::vector<int64_t>{100}));

  options.random = {};
  policy.max_attempts = 40;
  policy.backoff.multiplier = oncemore::times(1);
  options.waits.clear();
  static_cast<void>(perform(handle.curl, policy, options));
  std::set<int64_t> const different(options.waits.begin(), options.waits.end());
  EXPECT_GT(different.size(), 10U);
}

TEST(CurlPerform, WhatOnlyTheCallerKnowsIsAdded) {
  Server server({answer(503)});
  Handle handle(server.url());
  Watched options;
  options.adjust = [&](CURL* curl, oncemore::Attempt& attempt) {
    EXPECT_EQ(curl, handle.curl);
    EXPECT_EQ(attempt.outcome, oncemore::Outcome(503));
    attempt.server_says = oncemore::ServerSays::do_not_retry;
  };
  EXPECT_EQ(reason_of(perform(handle.curl, patient(), options)), Reason::server_refused);
}

TEST(CurlPerform, AndForThatAttemptOnly) {
  Server server({answer(404)});
  Handle handle(server.url());
  Watched options;
  options.adjust = [](CURL*, oncemore::Attempt& attempt) {
    if (attempt.number == 1) attempt.server_says = oncemore::ServerSays::retry;
  };
  Result const result = perform(handle.curl, patient(), options);
  EXPECT_EQ(result.attempts.size(), 2U);
  EXPECT_EQ(reason_of(result), Reason::status_not_retried);
}

TEST(CurlPerform, ABodyIsReplayableOnlyIfSomebodySaysSo) {
  for (auto const& [body, reason] :
       {std::pair(std::optional<Body>(), Reason::body_consumed),
        std::pair(std::optional(Body::consumed), Reason::body_consumed),
        std::pair(std::optional(Body::replayable), Reason::attempts_exhausted)}) {
    Server server({answer(503)});
    Handle handle(server.url());
    handle.post("hello");
    Watched options;
    options.body = body;
    EXPECT_EQ(reason_of(perform(handle.curl, patient(), options)), reason);
    bool const once = reason == Reason::body_consumed;
    EXPECT_EQ(server.arrivals(), Lines(once ? 1 : 4, "POST /a 5"));
  }
  // One that was sent with a GET is one, too.
  Server server({answer(503)});
  Handle handle(server.url());
  handle.post("hello");
  handle.set(CURLOPT_CUSTOMREQUEST, "GET");
  Watched options;
  EXPECT_EQ(reason_of(perform(handle.curl, patient(), options)), Reason::body_consumed);
}

/// A CURLOPT_READFUNCTION of five octets.
class Stream {
 public:
  explicit Stream(Handle& handle) {
    handle.set(CURLOPT_POST, 1L);
    handle.set(CURLOPT_POSTFIELDSIZE, 5L);
    handle.set(CURLOPT_READFUNCTION, &Stream::read);
    handle.set(CURLOPT_READDATA, &left);
  }
  size_t left = 5;

 private:
  static size_t read(char* buffer, size_t size, size_t items, void* left) {
    size_t const given = std::min(*static_cast<size_t*>(left), size * items);
    std::memset(buffer, 'x', given);
    *static_cast<size_t*>(left) -= given;
    return given;
  }
};

TEST(CurlPerform, AStreamIsSentAgainFromItsBeginning) {
  Server server({answer(503), answer(503), answer(201)});
  Handle handle(server.url());
  Stream stream(handle);
  Watched options;
  options.rewind = [&] { return stream.left = 5, true; };
  EXPECT_EQ(perform(handle.curl, patient(), options).code, CURLE_OK);
  EXPECT_EQ(server.arrivals(), Lines(3, "POST /a 5"));
}

TEST(CurlPerform, AStreamThatCannotGoBackEndsTheCall) {
  Server server({answer(503)});
  Handle handle(server.url());
  Stream stream(handle);
  Watched options;
  options.rewind = [] { return false; };
  Result const result = perform(handle.curl, patient(), options);
  EXPECT_EQ(result.code, CURLE_OK);
  EXPECT_EQ(options.lines, (Lines{"attempt 1 of 4: 503, retry in 100 ms",
                                  "attempt 1 of 4: 503, stop: body_consumed"}));
  EXPECT_EQ(server.arrivals().size(), 1U);
}

TEST(CurlPerform, AStreamThatWasNeverReadNeedsNoWayBack) {
  Handle handle("http://127.0.0.1:1/");
  Stream stream(handle);
  Watched options;
  EXPECT_EQ(reason_of(perform(handle.curl, patient(), options)), Reason::attempts_exhausted);
}

using Fields = std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)>;
Fields fields(char const* line) { return {curl_slist_append(nullptr, line), curl_slist_free_all}; }

TEST(CurlPerform, TheAttemptFieldIsSetAndNotAppended) {
  Server server({answer(503), answer(503), answer(200)});
  Handle handle(server.url());
  Fields const own = fields("Retry-Attempt: 7");
  Watched options;
  options.headers = own.get();
  options.attempt_field = "Retry-Attempt";
  EXPECT_EQ(perform(handle.curl, patient(), options).code, CURLE_OK);
  EXPECT_EQ(server.values("Retry-Attempt"), (Lines{"-", "1", "2"}));
  // What the caller gave is the handle's again.
  EXPECT_EQ(curl_easy_perform(handle.curl), CURLE_OK);
  EXPECT_EQ(server.values("Retry-Attempt").back(), "7");
}

TEST(CurlPerform, WithoutThatFieldNoneIsSent) {
  Server server({answer(503), answer(200)});
  Handle handle(server.url());
  Watched options;
  EXPECT_EQ(perform(handle.curl, patient(), options).code, CURLE_OK);
  EXPECT_EQ(server.values("Retry-Attempt"), (Lines{"-", "-"}));
}

TEST(CurlPerform, AKeyMakesTheRequestRepeatableAndGoesWithEachAttempt) {
  Server server({answer(504), answer(504), answer(201)});
  Handle handle(server.url());
  handle.post("hello");
  Fields const own = fields("Idempotency-Key: \"k1\"");
  Watched options;
  options.headers = own.get();
  options.key_field = "idempotency-key";
  options.body = Body::replayable;
  EXPECT_EQ(reason_of(perform(handle.curl, patient(), options)), Reason::success);
  EXPECT_EQ(server.values("Idempotency-Key"), Lines(3, "\"k1\""));
}

TEST(CurlPerform, WithoutAKeyOrAgainstTheCallersWordItIsNot) {
  Fields const own = fields("Idempotency-Key: k1");
  Fields const none = fields("A: b");
  for (auto const& [headers, said] :
       {std::pair(none.get(), Repeatable::by_method), std::pair(own.get(), Repeatable::no)}) {
    Server server({answer(504)});
    Handle handle(server.url());
    handle.post("hello");
    Watched options;
    options.headers = headers;
    options.key_field = "Idempotency-Key";
    options.repeatable = said;
    options.body = Body::replayable;
    EXPECT_EQ(reason_of(perform(handle.curl, patient(), options)), Reason::maybe_processed);
    EXPECT_EQ(server.arrivals().size(), 1U);
  }
}

TEST(CurlPerform, OnlyANoteAsksForANewConnection) {
  for (auto const& [status, connections] : {std::pair(503, 1U), std::pair(421, 2U)}) {
    Server server({answer(status), answer(200)});
    Handle handle(server.url());
    Watched options;
    EXPECT_EQ(perform(handle.curl, patient(), options).code, CURLE_OK);
    EXPECT_EQ(perform(handle.curl, patient(), options).code, CURLE_OK);
    EXPECT_EQ(server.connections(), connections);
  }
}

TEST(CurlPerform, ANoteOfTheLastAttemptIsNotLeftOnTheHandle) {
  Server server({answer(421), answer(200)});
  Handle handle(server.url());
  Policy policy = patient();
  policy.max_attempts = 1;
  EXPECT_TRUE(perform(handle.curl, policy)
                  .attempts.back()
                  .decision.notes.has(oncemore::Note::new_connection));
  EXPECT_EQ(curl_easy_perform(handle.curl), CURLE_OK);
  EXPECT_EQ(server.connections(), 1U);
}

TEST(CurlPerform, AThousandRetriedCallsUseOneConnection) {
  std::vector<Step> script;
  for (int call = 0; call < 1000; ++call) {
    script.push_back(answer(503));
    script.push_back(answer(200));
  }
  Server server(script);
  Handle handle(server.url());
  Watched options;
  for (int call = 0; call < 1000; ++call) {
    ASSERT_EQ(perform(handle.curl, patient(), options).attempts.size(), 2U);
  }
  EXPECT_EQ(server.connections(), 1U);
}

TEST(CurlPerform, TheHandleIsFreeAfterwards) {
  Server server({answer(200), counting::redirect(302, "/b"), answer(200)});
  Handle handle(server.url());
  {
    oncemore::curl::Cancellation cancellation;
    Watched options;
    options.follow = true;
    options.rewind = [] { return true; };
    options.cancellation = &cancellation;
    static_cast<void>(perform(handle.curl, patient(), options));
  }
  EXPECT_EQ(curl_easy_perform(handle.curl), CURLE_OK);
  EXPECT_EQ(handle.info(CURLINFO_RESPONSE_CODE), 302);
}

TEST(CurlPerform, SoIsWhatItDoesWithAPostThatIsRedirected) {
  Server server({answer(200), counting::redirect(302, "/b"), answer(200)});
  Handle handle(server.url());
  handle.post("hello");
  Policy policy = patient();
  policy.redirect_rewrite = oncemore::RedirectRewrite::keep;
  static_cast<void>(perform(handle.curl, policy));
  handle.set(CURLOPT_FOLLOWLOCATION, 1L);
  EXPECT_EQ(curl_easy_perform(handle.curl), CURLE_OK);
  EXPECT_EQ(server.arrivals(), (Lines{"POST /a 5", "POST /a 5", "GET /b 0"}));
}

TEST(CurlPerform, TheMethodIsKnownWithoutAConnection) {
  Handle handle("http://127.0.0.1:1/");
  Policy policy = patient();
  policy.unrepeatable = oncemore::Unrepeatable::never;
  Watched options;
  Result const result = perform(handle.curl, policy, options);
  EXPECT_EQ(reason_of(result), Reason::attempts_exhausted);
  EXPECT_EQ(result.attempts.front().attempt.method, oncemore::Method::get);
}

TEST(CurlPerform, AHandleThatCannotBeUsedIsAnErrorAtOnce) {
  Watched options;
  Result const none = perform(nullptr, patient(), options);
  EXPECT_EQ(none.code, CURLE_BAD_FUNCTION_ARGUMENT);
  EXPECT_TRUE(none.attempts.empty());
  Handle handle("http://[/");
  Result const nonsense = perform(handle.curl, patient(), options);
  EXPECT_EQ(nonsense.code, CURLE_URL_MALFORMAT);
  EXPECT_EQ(reason_of(nonsense), Reason::failure_not_retried);
}

TEST(CurlPerform, AnInvalidPolicyRetriesNothing) {
  Server server({answer(503)});
  Handle handle(server.url());
  Policy policy;
  policy.max_attempts = 0;
  EXPECT_EQ(reason_of(perform(handle.curl, policy)), Reason::invalid_policy);
  EXPECT_EQ(server.arrivals().size(), 1U);
}

}  // namespace
