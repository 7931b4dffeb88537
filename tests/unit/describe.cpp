// SPDX-License-Identifier: MIT
#define ONCEMORE_RULES_AT_RUN_TIME
#include "../static/describe.cpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "values.hpp"

namespace {

std::string line_of(Policy const& policy, Attempt const& attempt, Decision decision) {
  char buffer[describe_max];
  size_t const length = describe(policy, attempt, decision, buffer);
  EXPECT_EQ(std::string(buffer).size(), length);
  return buffer;
}

/// Everything that makes a line long at once, as far as decide() allows it.
std::vector<Attempt> long_attempts() {
  std::vector<Attempt> all;
  for (Failure const failure : values::enumerators<Failure>()) {
    Attempt attempt = first;
    attempt.number = UINT32_MAX;
    attempt.outcome = failure;
    attempt.retry_after = RetryAfter(Milliseconds::largest());
    all.push_back(attempt);
    attempt.retry_after = RetryAfter(Milliseconds(INT64_MIN));
    all.push_back(attempt);
    attempt.outcome = INT32_MIN;
    all.push_back(attempt);
  }
  return all;
}

Policy invalid_in_the_longest_name() {
  Policy policy;
  policy.max_attempts = UINT32_MAX - 1;
  policy.server_wait.over_cap = OverCap{2};
  return policy;
}

}  // namespace

TEST(Describe, NeverWritesBeyondItsBuffer) {
  Attempt const attempt = asked(120_s, second);
  Decision const decision = decide(defaults, attempt, 0);
  std::string const whole = line_of(defaults, attempt, decision);
  ASSERT_EQ(whole,
            "attempt 2 of 4: 503, stop: server_wait_too_long, wait 120000 ms "
            "(server asked 120000 ms)");
  for (size_t size = 0; size <= describe_max; ++size) {
    // At the very end of a heap block, so that a sanitizer sees a step beyond it, and with a mark
    // in front.
    std::unique_ptr<char[]> const block(new char[size + 1]);
    block[0] = '#';
    char* const buffer = block.get() + 1;
    EXPECT_EQ(describe(defaults, attempt, decision, buffer, size), whole.size()) << size;
    EXPECT_EQ(block[0], '#');
    if (size == 0) continue;
    EXPECT_EQ(std::string(buffer), whole.substr(0, size - 1)) << size;
  }
}

TEST(Describe, LeavesWhatIsBehindItsLineAlone) {
  Decision const decision = decide(defaults, first, 0);
  std::vector<char> buffer(describe_max, '#');
  size_t const length = describe(defaults, first, decision, buffer.data(), buffer.size());
  EXPECT_EQ(buffer[length], '\0');
  EXPECT_TRUE(std::all_of(buffer.begin() + static_cast<std::ptrdiff_t>(length) + 1, buffer.end(),
                          [](char c) { return c == '#'; }));
}

// Not only what decide() answers: the caller may hand in any decision about any attempt.
TEST(Describe, NoLineIsLongerThanPromised) {
  size_t longest = 0;
  std::string line;
  for (Attempt const& attempt : long_attempts()) {
    for (Policy const& policy : {defaults, invalid_in_the_longest_name()}) {
      for (uint16_t reason = 0; reason <= 22; ++reason) {
        for (Verdict const verdict : values::enumerators<Verdict>()) {
          for (uint32_t const notes : {0U, 31U, UINT32_MAX}) {
            for (int64_t const delay : {INT64_MIN, int64_t{0}, INT64_MAX}) {
              Decision const decision{Milliseconds(delay), verdict, Reason{reason},
                                      Notes::from_bits(notes)};
              char buffer[1000];
              size_t const length = describe(policy, attempt, decision, buffer);
              if (length > longest) line = buffer;
              longest = std::max(longest, length);
            }
          }
        }
      }
    }
  }
  EXPECT_LT(longest, describe_max) << line;
  // The promise is not far above what is needed.
  EXPECT_GT(longest, describe_max / 2);
}

TEST(Describe, WritesPrintableAsciiInOneLine) {
  for (Attempt const& attempt : long_attempts()) {
    std::string const line = line_of(defaults, attempt, decide(defaults, attempt, 0));
    EXPECT_TRUE(std::all_of(line.begin(), line.end(), [](char c) { return c >= ' ' && c <= '~'; }))
        << line;
  }
}

TEST(Describe, EveryStatusAndFailureIsSpelled) {
  for (int32_t const status : values::statuses()) {
    if (status == 0) continue;
    std::string const line = line_of(defaults, ended(status), decide(defaults, ended(status), 0));
    ASSERT_EQ(line.find("attempt 1 of 4: " + std::to_string(status) + ", "), 0U) << line;
  }
  for (Failure const failure : values::enumerators<Failure>()) {
    if (failure == Failure::none || name(failure) == nullptr) continue;
    std::string const line = line_of(defaults, ended(failure), decide(defaults, ended(failure), 0));
    ASSERT_EQ(line.find(std::string("attempt 1 of 4: ") + name(failure) + ", "), 0U) << line;
  }
}
