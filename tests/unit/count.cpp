// SPDX-License-Identifier: MIT
#define ONCEMORE_RULES_AT_RUN_TIME
#include "../static/count.cpp"

TEST(Count, RetriesAndAttemptsAreEachOthersInverse) {
  for (uint64_t n = 0; n < UINT32_MAX - 1; n += 65537) {
    auto const retries = static_cast<uint32_t>(n);
    ASSERT_EQ(attempts_from_retries(retries), n + 1);
    ASSERT_EQ(retries_from_attempts(attempts_from_retries(retries)), retries);
  }
}
