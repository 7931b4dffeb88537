// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <regex>
#include <set>
#include <stdexcept>

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
  ASSERT_EQ(options.decided.size(), 3U);
  EXPECT_EQ(options.decided[1].attempt.number, 2U);
  EXPECT_EQ(options.decided[1].attempt.previous_delay, oncemore::Milliseconds(100));
  EXPECT_EQ(options.decided[1].decision.delay, oncemore::Milliseconds(2000));
  EXPECT_EQ(options.decided[2].attempt.elapsed, oncemore::Milliseconds(2100));
  EXPECT_EQ(result.last->attempt.number, 3U);
  EXPECT_EQ(handle.body + options.body_received, "hello");
}

TEST(CurlPerform, NothingButTheHandleAndThePolicyIsNeeded) {
  Server server({counting::lost(), answer(200)});
  Handle handle(server.url());
  Policy policy;
  policy.backoff.initial = 1ms;
  EXPECT_EQ(perform(handle.curl, policy).last->attempt.number, 2U);
  EXPECT_EQ(handle.body, "hello");
}

TEST(CurlPerform, TheLastResponseIsTheAnswer) {
  Server server({answer(503)});
  Handle handle(server.url());
  Watched options;
  Result const result = perform(handle.curl, patient(), options);
  EXPECT_EQ(result.code, CURLE_OK);
  EXPECT_EQ(handle.info(CURLINFO_RESPONSE_CODE), 503);
  EXPECT_EQ(options.body_received, "hello");
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
  options.restart = [&] { options.body_received = "restarted"; };
  Result const result = perform(handle.curl, policy, options);
  EXPECT_EQ(result.code, CURLE_PARTIAL_FILE);
  ASSERT_EQ(options.decided.size(), 2U);
  EXPECT_EQ(options.decided[0].code, CURLE_GOT_NOTHING);
  EXPECT_EQ(options.decided[1].code, CURLE_PARTIAL_FILE);
  EXPECT_EQ(options.body_received, "restartedhello");
}

TEST(CurlPerform, AWaitThatIsTooLongIsHandedToTheCaller) {
  Server server({answer(503, {"Retry-After: 120"})});
  Handle handle(server.url());
  Watched options;
  Result const result = perform(handle.curl, patient(), options);
  EXPECT_EQ(reason_of(result), Reason::server_wait_too_long);
  EXPECT_EQ(result.last->decision.delay, oncemore::Milliseconds(120000));
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
  options.hold_back = 5;
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
  EXPECT_EQ(result.last->attempt.outcome, oncemore::Outcome(502));
  EXPECT_EQ(reason_of(result), Reason::attempts_exhausted);
  EXPECT_EQ(options.waits, (std::vector<int64_t>{2000}));
}

// 403 is no more a failed connection than the 407 of a proxy that wants a password.
TEST(CurlPerform, WhatAProxyAnswersIsTheStatus) {
  for (int const status : {403, 407, 429}) {
    Server proxy({answer(status)});
    Handle handle("https://example.invalid/");
    handle.set(CURLOPT_PROXY, proxy.url("").c_str());
    handle.post("hello");
    Policy policy = patient();
    policy.max_attempts = 2;
    Watched options;
    options.body = Body::replayable;
    Result const result = perform(handle.curl, policy, options);
    EXPECT_EQ(result.last->attempt.outcome, oncemore::Outcome(status));
    EXPECT_EQ(result.last->attempt.evidence, oncemore::Evidence::never_sent);
    EXPECT_EQ(reason_of(result),
              status == 429 ? Reason::attempts_exhausted : Reason::status_not_retried);
    EXPECT_EQ(proxy.arrivals().size(), status == 429 ? 2U : 1U);
  }
}

TEST(CurlPerform, AWrongClockOfTheServerDoesNotMatter) {
  for (char const* const hour : {"11", "13"}) {
    std::string const at = std::string("Mon, 15 Jun 2026 ") + hour + ":00:0";
    Server server(
        {answer(503, {"Date: " + at + "0 GMT", "Retry-After: " + at + "2 GMT"}), answer(200)});
    Handle handle(server.url());
    Watched options;
    EXPECT_EQ(reason_of(perform(handle.curl, patient(), options)), Reason::success);
    EXPECT_EQ(options.waits, (std::vector<int64_t>{2000}));
  }
}

TEST(CurlPerform, AnAttemptHasWhatTheDeadlineLeaves) {
  // By libcurl's own time-out, which the caller lends.
  Server server({answer(503), counting::stalled()});
  Handle handle(server.url());
  Watched options;
  options.timing = {};
  options.timeout = 10s;
  Policy policy = patient();
  policy.deadline = 600ms;
  policy.max_attempts = 9;
  auto const start = std::chrono::steady_clock::now();
  Result const result = perform(handle.curl, policy, options);
  EXPECT_EQ(result.code, CURLE_OPERATION_TIMEDOUT);
  EXPECT_EQ(result.last->attempt.outcome, oncemore::Failure::timeout);
  EXPECT_EQ(reason_of(result), Reason::deadline);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 1000ms);
  EXPECT_EQ(server.arrivals().size(), 2U);
}

TEST(CurlPerform, WithoutTheCallersTimeOutWithinASecond) {
  Server server({counting::stalled()});
  Handle handle(server.url());
  Policy policy = patient();
  policy.deadline = 300ms;
  auto const start = std::chrono::steady_clock::now();
  Result const result = perform(handle.curl, policy);
  EXPECT_EQ(result.code, CURLE_OPERATION_TIMEDOUT);
  EXPECT_EQ(result.last->attempt.outcome, oncemore::Failure::timeout);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 1700ms);
}

TEST(CurlPerform, TheSmallerTimeOutCounts) {
  Server server({counting::stalled()});
  Handle handle(server.url());
  Policy policy = patient();
  policy.deadline = 10s;
  policy.max_attempts = 1;
  Options options;
  options.timeout = 200ms;
  auto const start = std::chrono::steady_clock::now();
  EXPECT_EQ(perform(handle.curl, policy, options).code, CURLE_OPERATION_TIMEDOUT);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 900ms);
  // And it is the handle's again.
  EXPECT_EQ(curl_easy_perform(handle.curl), CURLE_OPERATION_TIMEDOUT);
}

TEST(CurlPerform, AWaitThatPassedTheDeadlineSendsNothing) {
  Server server({answer(503)});
  Handle handle(server.url());
  Policy policy = patient();
  policy.deadline = 500ms;
  Watched options;
  options.timing.sleep = [&](std::chrono::milliseconds) { options.now += 700ms; };  // overslept
  Result const result = perform(handle.curl, policy, options);
  EXPECT_EQ(options.lines, (Lines{"attempt 1 of 4: 503, retry in 100 ms",
                                  "attempt 1 of 4: 503, stop: deadline, wait 100 ms"}));
  EXPECT_EQ(result.code, CURLE_OK);
  EXPECT_EQ(server.arrivals().size(), 1U);
  // Whatever another policy says of the attempt.
  options.policy_for = [](oncemore::Attempt const&) { return patient(); };
  EXPECT_EQ(reason_of(perform(handle.curl, policy, options)), Reason::deadline);
  EXPECT_EQ(server.arrivals().size(), 2U);
}

TEST(CurlPerform, ThePolicyIsOfTheCallAndOfTheAttempt) {
  Server server({answer(429), answer(503), answer(200)});
  Handle handle(server.url());
  Watched options;
  options.policy_for = [](oncemore::Attempt const& attempt) {
    Policy policy = patient();
    if (attempt.outcome == oncemore::Outcome(429)) policy.backoff.initial = 5s;
    return policy;
  };
  EXPECT_EQ(reason_of(perform(handle.curl, Policy{}, options)), Reason::success);
  EXPECT_EQ(options.waits, (std::vector<int64_t>{5000, 200}));
}

TEST(CurlPerform, ADecisionSaysWhichRequestItWas) {
  Server server({counting::redirect(303, "/b?token=2"), answer(503)});
  std::string url = server.url("/a?token=1#part");
  url.insert(7, "user:secret@");
  Handle handle(url);
  handle.set(CURLOPT_CUSTOMREQUEST, "PUT");
  Watched options;
  options.follow = true;
  options.body = Body::replayable;
  static_cast<void>(perform(handle.curl, patient(), options));
  for (Decided const& decided : options.decided) {
    EXPECT_EQ(decided.method, "PUT");
    EXPECT_EQ(decided.url, server.url("/a"));
  }
  EXPECT_EQ(options.decided.back().attempt.number, 4U);
  EXPECT_EQ(options.decided.back().line,
            "attempt 4 of 4: 503, stop: attempts_exhausted, wait 800 ms");
}

TEST(CurlPerform, NorDoesItTellSecretsOfWhatIsNoAddress) {
  Handle handle("http://user:secret@[/?token=1");
  Watched options;
  static_cast<void>(perform(handle.curl, patient(), options));
  EXPECT_EQ(options.decided.front().url, "");
}

TEST(CurlPerform, ACallWithinACallOnTheSameHandleSendsNothing) {
  Server server({answer(503), answer(200)});
  Handle handle(server.url());
  handle.post("hello");
  Watched options;
  options.body = Body::replayable;
  options.repeatable = Repeatable::yes;
  options.adjust = [&](CURL* curl, oncemore::Attempt&, oncemore::curl::Answer const&) {
    Result const inner = perform(curl, patient());
    EXPECT_EQ(inner.code, CURLE_RECURSIVE_API_CALL);
    EXPECT_FALSE(inner.last);
  };
  EXPECT_EQ(reason_of(perform(handle.curl, patient(), options)), Reason::success);
  EXPECT_EQ(server.arrivals(), Lines(2, "POST /a 5"));
  // Another handle is another call.
  Server other({answer(200)});
  Handle second(other.url());
  options.adjust = [&](CURL*, oncemore::Attempt&, oncemore::curl::Answer const&) {
    EXPECT_EQ(reason_of(perform(second.curl, patient())), Reason::success);
  };
  EXPECT_EQ(reason_of(perform(handle.curl, patient(), options)), Reason::success);
}

TEST(CurlPerform, TheDiceAreTheCallersOrTheSystems) {
  Server server({answer(503)});
  Handle handle(server.url());
  Policy policy = patient();
  policy.backoff.jitter = oncemore::Jitter::full;
  policy.max_attempts = 2;
  Watched options;
  options.timing.random = [] { return unmixed(UINT64_MAX); };
  static_cast<void>(perform(handle.curl, policy, options));
  EXPECT_EQ(options.waits, (std::vector<int64_t>{100}));

  options.timing.random = {};
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
  options.adjust = [&](CURL* curl, oncemore::Attempt& attempt, oncemore::curl::Answer const&) {
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
  options.adjust = [](CURL*, oncemore::Attempt& attempt, oncemore::curl::Answer const&) {
    if (attempt.number == 1) attempt.server_says = oncemore::ServerSays::retry;
  };
  Result const result = perform(handle.curl, patient(), options);
  EXPECT_EQ(options.lines.size(), 2U);
  EXPECT_EQ(reason_of(result), Reason::status_not_retried);
}

TEST(CurlPerform, ABodyIsReplayableOnlyIfSomebodySaysSo) {
  for (auto const& [body, reason] :
       {std::pair(std::optional<Body>(), Reason::body_consumed),
        std::pair(std::optional(Body::consumed), Reason::body_consumed),
        std::pair(std::optional(Body::replayable), Reason::attempts_exhausted)}) {
    Server server({answer(429)});
    Handle handle(server.url());
    handle.post("hello");
    Watched options;
    options.body = body;
    EXPECT_EQ(reason_of(perform(handle.curl, patient(), options)), reason);
    bool const once = reason == Reason::body_consumed;
    EXPECT_EQ(server.arrivals(), Lines(once ? 1 : 4, "POST /a 5"));
  }
  // One that was sent with a GET is one, too, and with a DELETE.
  for (char const* const method : {"GET", "DELETE"}) {
    Server server({answer(503)});
    Handle handle(server.url());
    handle.post("hello");
    handle.set(CURLOPT_CUSTOMREQUEST, method);
    Watched options;
    EXPECT_EQ(reason_of(perform(handle.curl, patient(), options)), Reason::body_consumed);
  }
}

TEST(CurlPerform, ARequestWithoutABodyNeedsNoWord) {
  for (char const* const method : {"GET", "HEAD", "DELETE", "OPTIONS", "PROPFIND", "TRACE"}) {
    Server server({answer(503, {"Connection: close"}), answer(204)});
    Handle handle(server.url());
    handle.set(CURLOPT_CUSTOMREQUEST, method);
    if (std::string(method) == "HEAD") handle.set(CURLOPT_NOBODY, 1L);
    Policy policy = patient();
    policy.max_attempts = 2;
    Watched options;
    static_cast<void>(perform(handle.curl, policy, options));
    EXPECT_EQ(server.arrivals(), Lines(2, std::string(method) + " /a 0"));
  }
  // A POST or PUT of nothing has none, either.
  Server server({answer(429), answer(429), answer(200)});
  Handle handle(server.url());
  handle.post("");
  Watched options;
  EXPECT_EQ(reason_of(perform(handle.curl, patient(), options)), Reason::success);
  EXPECT_EQ(server.arrivals(), Lines(3, "POST /a 0"));
}

TEST(CurlPerform, OfAHopsBodyNothingFollowsForThatOfTheFirst) {
  Server server({counting::redirect(303, "/b"), answer(503)});
  Handle handle(server.url());
  handle.post("hello");
  handle.set(CURLOPT_CUSTOMREQUEST, "PUT");
  Watched options;
  options.follow = true;
  EXPECT_EQ(reason_of(perform(handle.curl, patient(), options)), Reason::body_consumed);
  // Without one, it is known from hops that drop none.
  Server moves({counting::redirect(307, "/b"), answer(503), answer(200)});
  Handle plain(moves.url());
  plain.set(CURLOPT_CUSTOMREQUEST, "DELETE");
  EXPECT_EQ(reason_of(perform(plain.curl, patient(), options)), Reason::success);
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
  Server server({answer(429), answer(429), answer(201)});
  Handle handle(server.url());
  Stream stream(handle);
  Watched options;
  options.rewind = [&] { return stream.left = 5, true; };
  EXPECT_EQ(perform(handle.curl, patient(), options).code, CURLE_OK);
  EXPECT_EQ(server.arrivals(), Lines(3, "POST /a 5"));
}

TEST(CurlPerform, AStreamThatCannotGoBackEndsTheCall) {
  Server server({answer(429)});
  Handle handle(server.url());
  Stream stream(handle);
  Watched options;
  options.rewind = [] { return false; };
  Result const result = perform(handle.curl, patient(), options);
  EXPECT_EQ(result.code, CURLE_OK);
  EXPECT_EQ(options.lines, (Lines{"attempt 1 of 4: 429, retry in 100 ms",
                                  "attempt 1 of 4: 429, stop: body_consumed"}));
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

TEST(CurlPerform, AKeyIsMadeOnceACallWhenAsked) {
  Server server({answer(504), answer(504), answer(201)});
  Handle handle(server.url());
  handle.post("hello");
  Watched options;
  options.make_key = oncemore::curl::make_uuid;
  options.attempt_field = "Retry-Attempt";
  options.body = Body::replayable;
  EXPECT_EQ(reason_of(perform(handle.curl, patient(), options)), Reason::success);
  EXPECT_EQ(reason_of(perform(handle.curl, patient(), options)), Reason::success);
  Lines const keys = server.values("Idempotency-Key");
  ASSERT_EQ(keys.size(), 4U);
  EXPECT_EQ(Lines(keys.begin(), keys.begin() + 3), Lines(3, keys[0]));
  EXPECT_NE(keys[3], keys[0]);
  EXPECT_TRUE(std::regex_match(
      keys[0], std::regex("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")))
      << keys[0];
  EXPECT_EQ(server.values("Retry-Attempt"), (Lines{"-", "1", "2", "-"}));
}

TEST(CurlPerform, UnlessTheCallerHasOne) {
  Server server({answer(504), answer(201)});
  Handle handle(server.url());
  handle.post("hello");
  Fields const own = fields("Order-Id: 7");
  Watched options;
  options.headers = own.get();
  options.key_field = "Order-Id";
  options.make_key = []() -> std::string { throw std::logic_error("nobody asked"); };
  options.body = Body::replayable;
  EXPECT_EQ(reason_of(perform(handle.curl, patient(), options)), Reason::success);
  EXPECT_EQ(server.values("Order-Id"), Lines(2, "7"));
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

TEST(CurlPerform, AServerThatIsForEverTheWrongOneIsAskedOnNewConnections) {
  Server server({answer(421)});
  Handle handle(server.url());
  Watched options;
  EXPECT_EQ(reason_of(perform(handle.curl, patient(), options)), Reason::attempts_exhausted);
  EXPECT_EQ(server.arrivals().size(), 4U);
  EXPECT_EQ(server.connections(), 4U);
}

TEST(CurlPerform, ANoteOfTheLastAttemptIsNotLeftOnTheHandle) {
  Server server({answer(421), answer(200)});
  Handle handle(server.url());
  Policy policy = patient();
  policy.max_attempts = 1;
  Watched options;
  EXPECT_TRUE(perform(handle.curl, policy, options)
                  .last->decision.notes.has(oncemore::Note::new_connection));
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
    ASSERT_EQ(perform(handle.curl, patient(), options).last->attempt.number, 2U);
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
  handle.receive();
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
  EXPECT_EQ(options.decided.front().attempt.method, oncemore::Method::get);
}

TEST(CurlPerform, AHandleThatCannotBeUsedIsAnErrorAtOnce) {
  Watched options;
  Result const none = perform(nullptr, patient(), options);
  EXPECT_EQ(none.code, CURLE_BAD_FUNCTION_ARGUMENT);
  EXPECT_TRUE(!none.last);
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
