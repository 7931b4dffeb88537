// SPDX-License-Identifier: MIT
#define ONCEMORE_RULES_AT_RUN_TIME
#include "../static/counting.cpp"

#include <set>
#include <string>

TEST(Counting, MoreIsNeverLess) {
  for (C const convention : all) {
    uint32_t last = 0;
    for (int64_t n = row(convention)->lowest; n < 3000; ++n) {
      uint32_t const attempts = max_attempts_for(convention, n);
      if (attempts == rejected && n > row(convention)->limit) break;
      ASSERT_GE(attempts, last) << name(convention) << ' ' << n;
      ASSERT_GE(attempts, 1U) << name(convention) << ' ' << n;
      last = attempts;
    }
  }
}

TEST(Counting, NamesAreOfTheirOwn) {
  std::set<std::string> names;
  for (C const convention : all) names.insert(name(convention));
  EXPECT_EQ(names.size(), 27U);
}
