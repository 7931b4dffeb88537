// SPDX-License-Identifier: MIT
#define ONCEMORE_RULES_AT_RUN_TIME
#include "../static/failure.cpp"

#include "values.hpp"

TEST(Failure, EverySetOfTheTwelveIsValidAndHoldsThem) {
  for (uint32_t subset = 0; subset < 1U << 12; ++subset) {
    FailureSet set;
    FailureSet left = default_failures.with(Failure::other)
                          .with(Failure::tls_certificate)
                          .with(Failure::redirect_limit);
    for (uint32_t i = 0; i < 12; ++i) {
      bool const in = (subset >> i & 1) != 0;
      Failure const failure = all[i + 1];
      if (in) {
        set = set.with(failure);
      } else {
        left = left.without(failure);
      }
    }
    ASSERT_TRUE(set.valid() && left.valid());
    ASSERT_TRUE(set == left) << subset;
    ASSERT_TRUE(FailureSet::from_bits(set.bits()) == set);
    for (uint32_t i = 0; i < 12; ++i) {
      ASSERT_EQ(set.contains(all[i + 1]), (subset >> i & 1) != 0) << subset;
    }
    ASSERT_FALSE(set.contains(Failure::none) || set.contains(Failure::cancelled));
  }
}

TEST(Failure, NoNumberButTheKnownOnesIsTaken) {
  for (uint64_t number = 14; number <= UINT32_MAX; number = number * 3 / 2) {
    auto const failure = static_cast<Failure>(static_cast<uint32_t>(number));
    EXPECT_EQ(name(failure), nullptr);
    EXPECT_FALSE(FailureSet(failure).valid()) << number;
    EXPECT_FALSE(default_failures.contains(failure)) << number;
    EXPECT_FALSE(FailureSet::from_bits(UINT32_MAX).contains(failure)) << number;
  }
}
