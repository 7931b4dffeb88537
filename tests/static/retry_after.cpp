// SPDX-License-Identifier: MIT
#include <oncemore/retry_after.hpp>

#include <stdint.h>

#include "given.hpp"
#include "rule.hpp"

using namespace oncemore;
using namespace given;

namespace {

using Kind = RetryAfter::Kind;

constexpr RetryAfter none;
constexpr RetryAfter nonsense = RetryAfter::malformed();
constexpr RetryAfter five(5_s);
constexpr RetryAfter ten(10_s);

}  // namespace

RULES(retry_after_kind_names) {
  NAMED(RetryAfter::Kind, absent);
  NAMED(RetryAfter::Kind, malformed);
  NAMED(RetryAfter::Kind, wait);
  constexpr Kind all[] = {Kind::absent, Kind::malformed, Kind::wait};
  RULE(are_all(all));
}

RULES(a_retry_after_is_absent_malformed_or_a_wait) {
  RULE(none.is_absent() && !none.is_malformed() && !none.is_wait() && none.wait() == 0_ms);
  RULE(!nonsense.is_absent() && nonsense.is_malformed() && !nonsense.is_wait());
  RULE(!five.is_absent() && !five.is_malformed() && five.is_wait() && five.wait() == 5_s);
  RULE(none.kind() == Kind::absent && nonsense.kind() == Kind::malformed);
  RULE(five.kind() == Kind::wait);
}

RULES(a_wait_of_0_is_a_wait) {
  RULE(RetryAfter(0_ms).is_wait());
  RULE(RetryAfter(0_ms) != none);
  RULE(RetryAfter(0_ms) != five);
}

RULES(a_wait_until_an_instant) {
  RULE(RetryAfter(Instant(2500), Instant(1000)).wait() == 1500_ms);
  RULE(RetryAfter(Instant(1000), Instant(2500)) == RetryAfter(0_ms));
  RULE(RetryAfter(Instant(INT64_MAX), Instant(INT64_MIN)).wait() == Milliseconds::largest());
  RULE(RetryAfter(Instant(INT64_MIN), Instant(INT64_MAX)) == RetryAfter(0_ms));
}

RULES(a_negative_wait_is_impossible) {
  RULE(!RetryAfter(below_zero).possible());
  RULE(five.possible() && none.possible() && nonsense.possible());
  RULE(RetryAfter(0_ms).possible());
  RULE(!RetryAfter::from_raw(Kind{3}, 0_ms).possible());
  RULE(!RetryAfter::from_raw(Kind{UINT32_MAX}, 0_ms).possible());
  // Only a wait has one.
  RULE(RetryAfter::from_raw(Kind::malformed, below_zero).possible());
}

RULES(a_retry_after_goes_through_its_numbers) {
  RULE(RetryAfter::from_raw(Kind::wait, 5_s) == five);
  RULE(RetryAfter::from_raw(Kind::malformed, 0_ms) == nonsense);
  RULE(five != ten && !(five == ten) && !(five != five));
  RULE(nonsense != none);
}

RULES(a_wait_beats_malformed_and_malformed_beats_absent) {
  RULE(combined(five, none) == five && combined(none, five) == five);
  RULE(combined(five, nonsense) == five && combined(nonsense, five) == five);
  RULE(combined(nonsense, none) == nonsense && combined(none, nonsense) == nonsense);
  RULE(combined(none, none) == none && combined(nonsense, nonsense) == nonsense);
}

RULES(the_longer_of_two_waits_wins) {
  RULE(combined(five, ten) == ten && combined(ten, five) == ten);
  RULE(combined(RetryAfter(0_ms), nonsense) == RetryAfter(0_ms));
  RULE(combined(five, five) == five);
}
