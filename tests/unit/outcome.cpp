// SPDX-License-Identifier: MIT
#define ONCEMORE_RULES_AT_RUN_TIME
#include "../static/outcome.cpp"

#include "values.hpp"

TEST(Outcome, IsPossibleOnlyAsAFinalStatus) {
  for (int32_t const status : values::statuses()) {
    ASSERT_EQ(Outcome(status).status(), status);
    ASSERT_EQ(Outcome(status).possible(), is_final(status)) << status;
    ASSERT_FALSE(Outcome(status).is_failure());
    for (Failure const failure : values::enumerators<Failure>()) {
      Outcome const both(status, failure);
      bool const one =
          failure == Failure::none ? is_final(status) : status == 0 && name(failure) != nullptr;
      ASSERT_EQ(both.possible(), one) << status << ' ' << static_cast<uint32_t>(failure);
    }
  }
}

TEST(Outcome, OfAWiderStatusIsTheNearest) {
  for (int64_t const wide : values::counts()) {
    int64_t const nearest = wide < INT32_MIN ? INT32_MIN : wide > INT32_MAX ? INT32_MAX : wide;
    EXPECT_EQ(Outcome(wide).status(), nearest) << wide;
  }
}
