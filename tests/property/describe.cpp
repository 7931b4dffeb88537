// SPDX-License-Identifier: MIT
#include <string>
#include <vector>

#include "cases.hpp"
#include "support/picked.hpp"

using namespace oncemore;
using namespace generators;
using namespace cases;

PROPERTY(Describe, a_line_fits_and_is_cut_at_its_end) {
  Policy const policy = *valid_policy().as("policy");
  Attempt const attempt = *possible_attempt().as("attempt");
  Decision const decision = decide(policy, attempt, *random_bits().as("random"));
  char whole[describe_max];
  size_t const length = describe(policy, attempt, decision, whole);
  RC_ASSERT(length < describe_max);
  RC_ASSERT(std::string(whole).size() == length);
  size_t const size = 1 + below(describe_max - 1);
  std::vector<char> cut(size);
  RC_ASSERT(describe(policy, attempt, decision, cut.data(), size) == length);
  RC_ASSERT(std::string(cut.data()) == std::string(whole).substr(0, size - 1));
}

PROPERTY(Describe, a_line_says_the_reason_of_a_stop_and_the_delay_of_a_retry) {
  Policy const policy = *valid_policy().as("policy");
  Attempt const attempt = *possible_attempt().as("attempt");
  Decision const decision = decide(policy, attempt, *random_bits().as("random"));
  char line[describe_max];
  size_t const length = describe(policy, attempt, decision, line);
  std::string const told(line, length);
  std::string const expected = decision.retry()
                                   ? ", retry in " + std::to_string(decision.delay.count()) + " ms"
                                   : std::string(", stop: ") + name(decision.reason);
  RC_ASSERT(told.find(expected) != std::string::npos);
  RC_ASSERT(told.find("attempt " + std::to_string(attempt.number) + " of ") == 0U);
}
