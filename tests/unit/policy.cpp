// SPDX-License-Identifier: MIT
#define ONCEMORE_RULES_AT_RUN_TIME
#include "../static/policy.cpp"

#include <chrono>
#include <cstring>
#include <string>

#include "values.hpp"

using namespace std::chrono_literals;

TEST(Policy, TakesDurationsOfTheLibrary) {
  Policy policy;
  policy.deadline = 30s;
  policy.min_attempt_time = 250ms;
  policy.backoff.initial = 200ms;
  policy.backoff.cap = 5s;
  policy.server_wait.cap = 1h;
  EXPECT_EQ(validate(policy), Error::none);
  EXPECT_EQ(policy.deadline, 30_s);
  EXPECT_EQ(policy.server_wait.cap, 3600_s);
  policy.deadline = std::chrono::hours::max();
  EXPECT_EQ(policy.deadline, Milliseconds::largest());
}

TEST(Policy, OfNothingButZerosIsInvalid) {
  Policy policy;
  std::memset(static_cast<void*>(&policy), 0, sizeof policy);
  EXPECT_EQ(validate(policy), Error::max_attempts);
}

TEST(Policy, OfNothingButOnesIsInvalid) {
  Policy policy;
  std::memset(static_cast<void*>(&policy), 0xff, sizeof policy);
  EXPECT_EQ(validate(policy), Error::unrepeatable);
}

TEST(Policy, DurationsAreValidByTheirSignAlone) {
  for (Milliseconds const duration : values::durations()) {
    bool const negative = duration < 0_ms;
    EXPECT_EQ(error_of(&Policy::deadline, duration), negative ? Error::deadline : Error::none);
    EXPECT_EQ(error_of(&Policy::min_attempt_time, duration),
              negative ? Error::min_attempt_time : Error::none);
    EXPECT_EQ(error_of(&Backoff::initial, duration),
              negative ? Error::backoff_initial : Error::none);
    EXPECT_EQ(error_of(&Backoff::cap, duration), negative ? Error::backoff_cap : Error::none);
    EXPECT_EQ(error_of(&Backoff::floor, duration),
              negative || duration > 30_s ? Error::backoff_floor : Error::none);
    EXPECT_EQ(error_of(&ServerWait::cap, duration),
              negative ? Error::server_wait_cap : Error::none);
  }
}

TEST(Policy, SetsAreValidByWhatTheyName) {
  for (int32_t const status : values::statuses()) {
    bool const named_well = status >= 400 && status <= 999;
    StatusSet const with_it = default_statuses.with(status);
    ASSERT_EQ(error_of(&Policy::statuses, with_it), named_well ? Error::none : Error::statuses);
    ASSERT_EQ(error_of(&Policy::unprocessed, with_it),
              named_well ? Error::none : Error::unprocessed);
  }
}

TEST(Policy, MessagesAreSentencesAboutTheirField) {
  for (uint32_t i = 1; i <= 20; ++i) {
    std::string const sentence = message(Error{i});
    EXPECT_EQ(sentence.find(name(Error{i})), 0U) << sentence;
    EXPECT_NE(sentence.back(), '.') << sentence;
  }
}
