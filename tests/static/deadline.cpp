// SPDX-License-Identifier: MIT
#include <oncemore/deadline.hpp>

#include "given.hpp"
#include "rule.hpp"

using namespace oncemore;
using namespace given;

namespace {

constexpr Milliseconds none = Milliseconds::largest();

constexpr Milliseconds left(Milliseconds deadline, Milliseconds elapsed) noexcept {
  return time_left(with(Policy{}, &Policy::deadline, deadline), elapsed);
}

constexpr bool late(Milliseconds deadline, Milliseconds elapsed, Milliseconds wait,
                    Milliseconds attempt_time = {}) noexcept {
  return detail::is_too_late(
      with(Policy{}, &Policy::deadline, deadline, &Policy::min_attempt_time, attempt_time), elapsed,
      wait);
}

}  // namespace

RULES(what_is_left_is_the_deadline_less_what_has_passed) {
  RULE(left(10_s, 0_ms) == 10_s && left(10_s, 4_s) == 6_s && left(10_s, 9999_ms) == 1_ms);
  RULE(left(10_s, 10_s) == 0_ms && left(10_s, 11_s) == 0_ms && left(10_s, none) == 0_ms);
}

RULES(a_negative_elapsed_counts_as_0) {
  RULE(left(10_s, Milliseconds(-1)) == 10_s && left(10_s, Milliseconds(INT64_MIN)) == 10_s);
}

// A deadline of 0 only forbids retries; nobody's time-out is to become 0 by it.
RULES(without_a_deadline_there_is_no_limit) {
  RULE(left(none, 0_ms) == none && left(none, 10_s) == none);
  RULE(left(0_ms, 0_ms) == none && left(0_ms, 10_s) == none);
  RULE(left(Milliseconds(-1), 0_ms) == none);
  RULE(time_left(Policy{}, 1_s) == none);
}

RULES(a_deadline_that_is_reached_is_too_late) {
  RULE(late(10_s, 9_s, 1_s) && !late(10_s, 9_s, 999_ms));
  RULE(late(10_s, 8_s, 1_s, 1_s) && !late(10_s, 8_s, 999_ms, 1_s));
  RULE(late(0_ms, 0_ms, 0_ms) && !late(none, none, none));
}
