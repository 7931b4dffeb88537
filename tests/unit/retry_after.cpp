// SPDX-License-Identifier: MIT
#define ONCEMORE_RULES_AT_RUN_TIME
#include "../static/retry_after.cpp"

#include <vector>

TEST(RetryAfter, LongerIsTheLargerInOneOrder) {
  std::vector<RetryAfter> const in_order = {none, nonsense, RetryAfter(0_ms), five, ten};
  for (size_t i = 0; i < in_order.size(); ++i) {
    for (size_t j = 0; j < in_order.size(); ++j) {
      EXPECT_EQ(combined(in_order[i], in_order[j]), in_order[i > j ? i : j]) << i << ' ' << j;
    }
  }
}
