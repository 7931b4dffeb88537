// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <thread>

#include "client.hpp"

namespace {

using namespace client;
using counting::answer;
using counting::Server;
using oncemore::curl::Cancellation;
using Clock = std::chrono::steady_clock;

/// Runs `call` while another thread cancels after so long; how long it took.
template <class Call> Clock::duration cancelled(std::chrono::milliseconds delay, Call call) {
  Cancellation cancellation;
  auto const start = Clock::now();
  std::thread other([&] {
    std::this_thread::sleep_for(delay);
    cancellation.cancel();
  });
  call(cancellation);
  other.join();
  return Clock::now() - start;
}

Policy slow() {
  Policy policy = patient();
  policy.backoff.initial = 20s;
  return policy;
}

TEST(CurlCancellation, EndsAWaitAtOnce) {
  Server server({answer(503)});
  Handle handle(server.url());
  Lines lines;
  Result result;
  auto const took = cancelled(100ms, [&](Cancellation& cancellation) {
    Options options;
    options.cancellation = &cancellation;
    options.on_decision = [&](oncemore::curl::Ended const&, char const* line) {
      lines.push_back(line);
    };
    result = perform(handle.curl, slow(), options);
  });
  EXPECT_LT(took, 2s);
  EXPECT_EQ(result.code, CURLE_ABORTED_BY_CALLBACK);
  EXPECT_EQ(lines, (Lines{"attempt 1 of 4: 503, retry in 20000 ms",
                          "attempt 1 of 4: cancelled, stop: cancelled"}));
  EXPECT_EQ(server.arrivals().size(), 1U);
}

TEST(CurlCancellation, EndsATransfer) {
  Server server({counting::stalled()});
  Handle handle(server.url());
  Result result;
  auto const took = cancelled(100ms, [&](Cancellation& cancellation) {
    Options options;
    options.cancellation = &cancellation;
    result = perform(handle.curl, slow(), options);
  });
  EXPECT_LT(took, 5s);
  EXPECT_EQ(result.code, CURLE_ABORTED_BY_CALLBACK);
  EXPECT_EQ(reason_of(result), Reason::cancelled);
}

TEST(CurlCancellation, EndsTheWaitBeforeAHop) {
  Server server({counting::redirect(302, "/b", {"Retry-After: 20"}), answer(200)});
  Handle handle(server.url());
  Result result;
  auto const took = cancelled(100ms, [&](Cancellation& cancellation) {
    Options options;
    options.follow = true;
    options.cancellation = &cancellation;
    result = perform(handle.curl, slow(), options);
  });
  EXPECT_LT(took, 2s);
  EXPECT_EQ(reason_of(result), Reason::cancelled);
  EXPECT_EQ(server.arrivals(), (Lines{"GET /a 0"}));
}

TEST(CurlCancellation, BeforeTheCallSendsNothing) {
  Server server({answer(200)});
  Handle handle(server.url());
  Cancellation cancellation;
  cancellation.cancel();
  Options options;
  options.cancellation = &cancellation;
  EXPECT_EQ(reason_of(perform(handle.curl, patient(), options)), Reason::cancelled);
  EXPECT_TRUE(server.arrivals().empty());
  // Nor on a connection that is there already.
  EXPECT_EQ(curl_easy_perform(handle.curl), CURLE_OK);
  EXPECT_EQ(reason_of(perform(handle.curl, patient(), options)), Reason::cancelled);
  EXPECT_EQ(server.arrivals().size(), 1U);
}

TEST(CurlCancellation, ByTheCallersOwnCallbackIsOneToo) {
  Server server({counting::stalled()});
  Handle handle(server.url());
  handle.set(CURLOPT_NOPROGRESS, 0L);
  handle.set(
      CURLOPT_XFERINFOFUNCTION,
      +[](void*, curl_off_t, curl_off_t, curl_off_t, curl_off_t) { return 1; });
  Watched options;
  EXPECT_EQ(reason_of(perform(handle.curl, patient(), options)), Reason::cancelled);
}

TEST(CurlCancellation, NobodyWaitsLongerThanSaid) {
  Cancellation cancellation;
  auto const start = Clock::now();
  cancellation.wait_for(50ms);
  EXPECT_GE(Clock::now() - start, 50ms);
  cancellation.wait_for(-50ms);
  EXPECT_FALSE(cancellation.requested());
  // A clock's now plus this would be no time at all.
  cancelled(50ms, [](Cancellation& other) {
    other.wait_for(std::chrono::milliseconds(oncemore::Milliseconds::largest()));
    EXPECT_TRUE(other.requested());
  });
}

}  // namespace
