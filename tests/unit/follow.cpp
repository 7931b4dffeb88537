// SPDX-License-Identifier: MIT
#define ONCEMORE_RULES_AT_RUN_TIME
#include "../static/follow.cpp"

#include <chrono>
#include <string>
#include <vector>

#include "values.hpp"

using namespace std::chrono_literals;

TEST(Follow, AnythingWhateverHasAnAnswer) {
  values::Bits bits(13);
  std::vector<Milliseconds> const durations = values::durations();
  std::vector<int32_t> const redirects = {301, 302, 303, 307, 308, 300, 304, 0, INT32_MIN, 503};
  std::vector<Method> const methods = values::enumerators<Method>();
  int followed = 0;
  for (int i = 0; i < 100000; ++i) {
    Policy policy;
    policy.redirect_rewrite = bits.of(values::enumerators<RedirectRewrite>());
    policy.max_redirects = bits.of(std::vector<uint32_t>{0, 1, 10, UINT32_MAX});
    policy.deadline = bits.of(durations);
    policy.server_wait.mode = bits.of(values::enumerators<ServerWaitMode>());
    policy.server_wait.over_cap = bits.of(values::enumerators<OverCap>());
    policy.server_wait.cap = bits.of(durations);
    Hop hop;
    hop.status = bits.of(redirects);
    hop.method = bits.of(methods);
    hop.has_location = (bits() & 7) != 0;
    hop.body = bits.of(values::enumerators<Body>());
    hop.retry_after = (bits() & 1) != 0 ? RetryAfter(bits.of(durations)) : RetryAfter();
    hop.elapsed = bits.of(durations);
    Trail const trail = Trail::from_raw(bits.of(std::vector<uint32_t>{0, 1, 9, UINT32_MAX}), 7);
    HopDecision const answer = follow(policy, trail, hop);
    ASSERT_NE(name(answer.reason), nullptr);
    ASSERT_EQ(answer.verdict, verdict_of(answer.reason));
    ASSERT_GE(answer.delay, 0_ms);
    if (!answer.follows()) {
      ASSERT_TRUE(answer.method == NextMethod::keep && answer.body == NextBody::keep);
      bool const carries =
          answer.reason == Reason::server_wait_too_long || answer.reason == Reason::deadline;
      ASSERT_TRUE(carries || answer.delay == 0_ms);
      continue;
    }
    ++followed;
    ASSERT_TRUE(is_followable(hop.status) && hop.has_location && hop.method != Method::connect);
    ASSERT_LT(trail.hops(), policy.max_redirects);
    ASSERT_TRUE(answer.body == NextBody::drop || hop.body == Body::replayable);
    ASSERT_TRUE(answer.method == NextMethod::keep || answer.body == NextBody::drop);
    ASSERT_TRUE(policy.deadline == Milliseconds::largest() ||
                hop.elapsed + answer.delay < policy.deadline);
  }
  EXPECT_GT(followed, 100);
}

// A loop is a chain like any other; it ends where the hops do.
TEST(Follow, ALoopEndsAtTheLimit) {
  Policy const policy;
  Trail trail;
  int requests = 1;
  while (follow(policy, trail, to_get).follows()) {
    trail = trail.followed(302, "GET", "GET");
    ++requests;
  }
  EXPECT_EQ(requests, 11);
  EXPECT_EQ(follow(policy, trail, to_get).reason, Reason::redirect_limit);
}

TEST(Follow, WhatItRewritesIsWhatTheTrailSees) {
  Hop const hop = post_303;
  HopDecision const answer = follow(Policy{}, Trail(), hop);
  std::string const before = name(hop.method);
  std::string const after = answer.method == NextMethod::get ? "GET" : before;
  EXPECT_TRUE(Trail().followed(hop.status, before, after).accepted());
}

TEST(Follow, TakesDurationsOfTheLibrary) {
  Hop hop = to_get;
  hop.elapsed = 1500us;
  hop.retry_after = RetryAfter(2s);
  EXPECT_EQ(std::chrono::milliseconds(ask(hop).delay), 2000ms);
}
