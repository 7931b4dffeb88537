// SPDX-License-Identifier: MIT
// The body of the answer: the caller gets that of the last attempt, and of no other.
#include <gtest/gtest.h>

#include "client.hpp"

namespace {

using namespace client;
using counting::answer;
using counting::Server;
using counting::Step;
using oncemore::curl::Answer;
using Clock = std::chrono::steady_clock;

Step says(int status, std::string const& body) {
  return {"HTTP/1.1 " + std::to_string(status) +
          " X\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body};
}

Lines called(Watched& options, std::vector<Step> const& script, Policy const& policy = patient()) {
  Server server(script);
  Handle handle(server.url());
  static_cast<void>(perform(handle.curl, policy, options));
  return options.lines;
}

TEST(CurlBody, OfAnAnswerThatIsRetriedNobodyHasAnything) {
  for (size_t const held : {0U, 3U, 6U, 100U}) {
    Watched options;
    options.hold_back = held;
    EXPECT_EQ(called(options, {says(503, "body-1"), says(200, "body-2")}).size(), 2U);
    EXPECT_EQ(options.body_received, "body-2") << held;
  }
}

TEST(CurlBody, TheLastAnswerIsHandedOverWhateverItsStatus) {
  Policy once = patient();
  once.max_attempts = 1;
  for (size_t const held : {0U, 3U, 6U, 100U}) {
    for (int const status : {200, 404, 503}) {
      Watched options;
      options.hold_back = held;
      called(options, {says(status, "body-1")}, once);
      EXPECT_EQ(options.body_received, "body-1") << held << " " << status;
    }
  }
}

TEST(CurlBody, HeldBackItComesInPiecesAsLibcurlGivesThem) {
  std::string const large(100000, 'x');
  Watched options;
  options.hold_back = 1 << 20;
  options.write = [](char* octets, size_t size, size_t items, void* body) {
    EXPECT_LE(size * items, size_t{CURL_MAX_WRITE_SIZE});
    return Watched::append(octets, size, items, body);
  };
  called(options, {says(200, large)});
  EXPECT_EQ(options.body_received, large);
}

TEST(CurlBody, WhatHasBegunToBeHandedOverIsNotRetried) {
  Watched options;
  EXPECT_EQ(called(options, {counting::half(200), answer(200)}),
            (Lines{"attempt 1 of 4: connection_lost, stop: body_consumed"}));
  EXPECT_EQ(options.body_received, "hello");
}

TEST(CurlBody, UnlessItWasHeldBackOrCanBeThrownAway) {
  Watched held;
  held.hold_back = 5;
  EXPECT_EQ(called(held, {counting::half(200), answer(200)}).size(), 2U);
  EXPECT_EQ(held.body_received, "hello");
  Watched restarted;
  restarted.restart = [&] { restarted.body_received.clear(); };
  EXPECT_EQ(called(restarted, {counting::half(200), answer(200)}).size(), 2U);
  EXPECT_EQ(restarted.body_received, "hello");
}

// What it is, libcurl does not tell, so that nothing can be held back from it.
TEST(CurlBody, OfTheHandlesOwnFunctionNothingIsMixedEither) {
  for (Step const& first : {says(503, "body-1"), counting::half(200)}) {
    Server server({first, says(200, "body-2")});
    Handle handle(server.url());
    Watched options;
    options.write = nullptr;
    EXPECT_EQ(reason_of(perform(handle.curl, patient(), options)), Reason::body_consumed);
    EXPECT_EQ(handle.body, first.octets.substr(first.octets.find("\r\n\r\n") + 4));
    EXPECT_EQ(server.arrivals().size(), 1U);
  }
  Server server({says(503, "body-1"), counting::lost(), says(503, ""), says(200, "body-2")});
  Handle handle(server.url());
  Watched options;
  options.write = nullptr;
  options.restart = [&] { handle.body.clear(); };
  EXPECT_EQ(reason_of(perform(handle.curl, patient(), options)), Reason::success);
  EXPECT_EQ(handle.body, "body-2");
  EXPECT_EQ(server.arrivals().size(), 4U);
}

TEST(CurlBody, TheOwnFunctionHasNothingOfARedirect) {
  Server server({counting::redirect(302, "http://127.0.0.1:1/")});
  Handle handle(server.url());
  Watched options;
  options.write = nullptr;
  options.follow = true;
  EXPECT_EQ(reason_of(perform(handle.curl, patient(), options)), Reason::attempts_exhausted);
}

TEST(CurlBody, WhatIsHeldBackIsShownBeforeTheDecision) {
  Watched options;
  options.hold_back = 100;
  Lines seen;
  options.adjust = [&](CURL*, oncemore::Attempt& attempt, Answer const& came) {
    seen.emplace_back(came.body);
    EXPECT_EQ(came.code, CURLE_OK);
    if (came.body == "throttled") {
      attempt.server_says = oncemore::ServerSays::retry;
      attempt.outcome = 429;
    }
  };
  EXPECT_EQ(called(options, {says(200, "throttled"), says(404, "gone")}).size(), 2U);
  EXPECT_EQ(seen, (Lines{"throttled", "gone"}));
  EXPECT_EQ(options.body_received, "gone");
}

TEST(CurlBody, AnAnswerThatIsRetriedIsReadToItsEndForItsConnection) {
  for (size_t const size : {size_t{60000}, size_t{2000000}}) {
    Server server({says(503, std::string(size, 'x')), says(200, "body-2")});
    Handle handle(server.url());
    Watched options;
    Result const result = perform(handle.curl, patient(), options);
    EXPECT_EQ(result.code, CURLE_OK);
    EXPECT_EQ(options.decided.front().code, CURLE_OK);
    EXPECT_EQ(options.body_received, "body-2");
    EXPECT_EQ(server.connections(), size < 65536 ? 1U : 2U);
  }
}

/// The head of a 503, five octets of its body, and no more.
Step stuck(std::vector<std::string> const& fields = {}) {
  Step step = answer(503, fields);
  auto const length = step.octets.find("Length: 5");
  step.octets.replace(length, 9, "Length: 9");
  step.end = Step::End::stall;
  return step;
}

// libcurl looks at the clock once a second if nothing comes.
TEST(CurlBody, ABodyThatDoesNotComeIsNotWaitedFor) {
  for (bool const hurried : {false, true}) {
    Server server({stuck(), says(200, "body-2")});
    Handle handle(server.url());
    Options options;
    std::string body;
    options.write = &Watched::append;
    options.write_data = &body;
    Policy policy = patient();
    policy.backoff.initial = 1ms;
    if (hurried) policy.deadline = 1500ms;
    auto const start = Clock::now();
    Result const result = perform(handle.curl, policy, options);
    EXPECT_LT(Clock::now() - start, hurried ? 500ms : 2500ms);
    EXPECT_EQ(result.code, CURLE_OK);
    EXPECT_EQ(result.last->attempt.number, 2U);
    EXPECT_EQ(body, "body-2");
  }
}

TEST(CurlBody, ReadingItIsPartOfTheWait) {
  Server server({stuck(), says(200, "body-2")});
  Handle handle(server.url());
  Options options;
  std::string body;
  options.write = &Watched::append;
  options.write_data = &body;
  Policy policy = patient();
  policy.backoff.initial = 2s;
  auto const start = Clock::now();
  EXPECT_EQ(perform(handle.curl, policy, options).last->attempt.number, 2U);
  auto const took = Clock::now() - start;
  EXPECT_GE(took, 2s);
  EXPECT_LT(took, 2700ms);
}

TEST(CurlBody, AFunctionThatTakesNoMoreEndsTheCall) {
  for (size_t const held : {0U, 100U}) {
    Server server({says(200, "body-1"), says(200, "body-2")});
    Handle handle(server.url());
    Watched options;
    options.hold_back = held;
    options.write = [](char*, size_t, size_t, void*) { return size_t{0}; };
    EXPECT_EQ(perform(handle.curl, patient(), options).code, CURLE_WRITE_ERROR);
    EXPECT_EQ(server.arrivals().size(), 1U);
  }
}

TEST(CurlBody, WhatTheCallersFunctionsThrowComesOut) {
  struct Thrown {};
  for (bool const early : {true, false}) {
    Server server({early ? says(503, "body-1") : says(503, ""), answer(200)});
    Handle handle(server.url());
    Watched options;
    options.on_decision = [](Decided const&) { throw Thrown(); };
    EXPECT_THROW(static_cast<void>(perform(handle.curl, patient(), options)), Thrown);
    EXPECT_EQ(server.arrivals().size(), 1U);
    // The handle is what it was.
    handle.receive();
    EXPECT_EQ(curl_easy_perform(handle.curl), CURLE_OK);
  }
}

TEST(CurlBody, TheHandleHasTheFunctionAfterwards) {
  Server server({says(200, "body-1"), says(503, "body-2")});
  Handle handle(server.url());
  Watched options;
  static_cast<void>(perform(handle.curl, patient(), options));
  EXPECT_EQ(curl_easy_perform(handle.curl), CURLE_OK);
  EXPECT_EQ(options.body_received, "body-1body-2");
}

}  // namespace
