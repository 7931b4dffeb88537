// SPDX-License-Identifier: MIT
#define ONCEMORE_RULES_AT_RUN_TIME
#include "../static/evidence.cpp"

#include "values.hpp"

TEST(Evidence, EveryStatusByTheRule) {
  StatusSet const sets[] = {StatusSet(), default_unprocessed, guaranteed, StatusSet(500, 600)};
  for (StatusSet const& unprocessed : sets) {
    for (int32_t const status : values::statuses()) {
      Evidence const expected = unprocessed.contains(status) ? Evidence::not_processed
                                : (status >= 200 && status <= 299) || status == 303
                                    ? Evidence::processed
                                    : Evidence::unknown;
      ASSERT_EQ(evidence_of(status, unprocessed), expected) << status;
      ASSERT_EQ(evidence_of(Outcome(status), unprocessed), expected) << status;
    }
  }
}

TEST(Evidence, NoFailureWasProcessed) {
  for (Failure const failure : values::enumerators<Failure>()) {
    Evidence const known = evidence_of(failure);
    EXPECT_NE(known, Evidence::processed);
    EXPECT_NE(known, Evidence::by_outcome);
    if (failure == Failure::none) continue;
    EXPECT_EQ(evidence_of(Outcome(failure), default_unprocessed), known);
    // A status set says nothing of failures.
    EXPECT_EQ(evidence_of(Outcome(failure), StatusSet(503)), known);
  }
}
