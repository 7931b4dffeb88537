// SPDX-License-Identifier: MIT
#define ONCEMORE_RULES_AT_RUN_TIME
#include "../static/attempt.cpp"

#include <chrono>
#include <cstring>
#include <string>

#include "values.hpp"

using namespace std::chrono_literals;

TEST(Attempt, TakesTheTypesOfTheLibrary) {
  Attempt attempt = ended;
  attempt.method = parse_method(std::string("PUT"));
  attempt.elapsed = std::chrono::steady_clock::now() - std::chrono::steady_clock::now();
  attempt.elapsed = 1500us;
  attempt.previous_delay = 2s;
  attempt.retry_after = RetryAfter(250ms);
  EXPECT_EQ(attempt.method, Method::put);
  EXPECT_EQ(attempt.elapsed.count(), 2);
  EXPECT_TRUE(possible(attempt));
}

TEST(Attempt, OfNothingButZerosIsImpossible) {
  Attempt attempt;
  std::memset(static_cast<void*>(&attempt), 0, sizeof attempt);
  EXPECT_EQ(attempt.number, 0U);
  EXPECT_FALSE(possible(attempt));
}

TEST(Attempt, OfNothingButOnesIsImpossible) {
  Attempt attempt;
  std::memset(static_cast<void*>(&attempt), 0xff, sizeof attempt);
  EXPECT_FALSE(possible(attempt));
}

TEST(Attempt, IsPossibleByTheRulesOfItsFields) {
  for (Milliseconds const duration : values::durations()) {
    EXPECT_EQ(possible_with(&Attempt::elapsed, duration), duration >= 0_ms);
    EXPECT_EQ(possible_with(&Attempt::previous_delay, duration), duration >= 0_ms);
    EXPECT_EQ(possible_with(&Attempt::retry_after, RetryAfter(duration)), duration >= 0_ms);
  }
  for (int32_t const status : values::statuses()) {
    ASSERT_EQ(possible_with(&Attempt::outcome, status), is_final(status)) << status;
  }
}
