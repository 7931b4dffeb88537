// SPDX-License-Identifier: MIT
#define ONCEMORE_RULES_AT_RUN_TIME
#include "../static/server_wait.cpp"

#include <algorithm>

#include <chrono>
#include <vector>

#include "values.hpp"

using namespace std::chrono_literals;

TEST(ServerWait, TakesDurationsOfTheLibrary) {
  ServerWait settings = exact;
  settings.cap = 2min;
  EXPECT_TRUE(is(join(settings, RetryAfter(90s), 700ms), 90_s, applied));
}

// Only `clamp` and `ignore` may make a retry come before the server asked.
TEST(ServerWait, IsNeverCutBehindTheUsersBack) {
  std::vector<Milliseconds> const durations = values::durations();
  std::vector<uint32_t> const spreads = {0, 1, 500, 1000, 1001, UINT32_MAX};
  values::Bits bits(12);
  for (int i = 0; i < 50000; ++i) {
    ServerWait settings;
    settings.mode = bits.of(values::enumerators<ServerWaitMode>());
    settings.over_cap = bits.of(values::enumerators<OverCap>());
    settings.cap = bits.of(durations);
    settings.spread = thousandths(bits.of(spreads));
    RetryAfter const asked(bits.of(durations));
    Milliseconds const own = bits.of(durations);
    Milliseconds const floor = bits.of(durations);
    Milliseconds const hold = bits.of(durations);
    JoinedDelay const answer = joined(settings, asked, own, floor, hold, bits());
    ASSERT_GE(answer.delay, hold);
    if (settings.mode == ServerWaitMode::ignore) {
      ASSERT_TRUE(is(answer, std::max(own, hold), 0));
      continue;
    }
    bool const over = asked.wait() > settings.cap;
    bool const clamps = over && settings.over_cap == OverCap::clamp;
    ASSERT_EQ(answer.too_long, over && !clamps);
    ASSERT_EQ(answer.notes.has(Note::server_wait_clamped), clamps);
    ASSERT_GE(answer.delay, clamps ? settings.cap : asked.wait());
    ASSERT_GE(answer.delay, settings.mode == ServerWaitMode::instead ? floor : own);
  }
}
