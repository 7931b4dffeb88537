// SPDX-License-Identifier: MIT
#include <oncemore/backoff.hpp>

#include <stdint.h>

#include "given.hpp"
#include "rule.hpp"

using namespace oncemore;
using namespace given;

namespace {

constexpr Backoff with_jitter(Jitter jitter) noexcept {
  return with(Backoff{}, &Backoff::jitter, jitter);
}

constexpr Backoff growing(Milliseconds initial, uint32_t multiplier, Milliseconds cap) noexcept {
  return with(Backoff{}, &Backoff::initial, initial, &Backoff::multiplier, thousandths(multiplier),
              &Backoff::cap, cap);
}

constexpr bool ranges(Backoff const& backoff, uint32_t number, int64_t low, int64_t high,
                      Milliseconds previous = {}) noexcept {
  DelayRange const range = delay_range(backoff, number, previous);
  return range.low.count() == low && range.high.count() == high;
}

constexpr int64_t drawn(int64_t low, int64_t high, uint64_t random) noexcept {
  return draw({Milliseconds(low), Milliseconds(high)}, random).count();
}

constexpr bool never_falls(Backoff const& backoff) noexcept {
  DelayRange last = delay_range(backoff, 1);
  for (uint32_t number = 2; number <= 40; ++number) {
    DelayRange const range = delay_range(backoff, number);
    if (range.low < last.low || range.high < last.high) return false;
    if (range.low > range.high || range.high > backoff.cap || range.low < backoff.floor) {
      return false;
    }
    last = range;
  }
  return true;
}

/// What is left to spread by when the cap has long been reached.
constexpr int64_t width_at_the_cap(Backoff const& backoff, Milliseconds previous = {}) noexcept {
  DelayRange const range = delay_range(backoff, UINT32_MAX, previous);
  return range.high.count() - range.low.count();
}

constexpr Backoff proportional(uint32_t spread) noexcept {
  return with(with_jitter(Jitter::proportional), &Backoff::spread, thousandths(spread));
}
constexpr Backoff additive(Milliseconds spread) noexcept {
  return with(with_jitter(Jitter::additive), &Backoff::spread_time, spread);
}
constexpr Backoff decorrelated = with_jitter(Jitter::decorrelated);

}  // namespace

RULES(jitter_names) {
  NAMED(Jitter, none);
  NAMED(Jitter, full);
  NAMED(Jitter, equal);
  NAMED(Jitter, proportional);
  NAMED(Jitter, additive);
  NAMED(Jitter, decorrelated);
  constexpr Jitter all[] = {Jitter::none,         Jitter::full,     Jitter::equal,
                            Jitter::proportional, Jitter::additive, Jitter::decorrelated};
  RULE(are_all(all));
  RULE(name(Jitter{UINT32_MAX}) == nullptr);
}

RULES(backoff_defaults) {
  RULE(Backoff{}.initial == 1_s);
  RULE(Backoff{}.cap == 30_s);
  RULE(Backoff{}.floor == 0_ms);
  RULE(Backoff{}.multiplier == times(2));
  RULE(Backoff{}.jitter == Jitter::equal);
  RULE(Backoff{}.spread == thousandths(500));
  RULE(Backoff{}.spread_time == 0_ms);
}

// 1, 2, 4, 8, 16 and then 30 seconds.
RULES(the_ceiling_doubles_up_to_the_cap) {
  RULE(ceiling(Backoff{}, 1) == 1_s);
  RULE(ceiling(Backoff{}, 2) == 2_s);
  RULE(ceiling(Backoff{}, 3) == 4_s);
  RULE(ceiling(Backoff{}, 4) == 8_s);
  RULE(ceiling(Backoff{}, 5) == 16_s);
  RULE(ceiling(Backoff{}, 6) == 30_s);
  RULE(ceiling(Backoff{}, 7) == 30_s);
  RULE(ceiling(Backoff{}, UINT32_MAX) == 30_s);
}

RULES(the_ceiling_of_no_attempt_is_the_first) {
  RULE(ceiling(Backoff{}, 0) == ceiling(Backoff{}, 1));
  RULE(ranges(Backoff{}, 0, 500, 1000));
}

RULES(the_first_ceiling_is_capped_too) {
  RULE(ceiling(growing(50_s, 2000, 30_s), 1) == 30_s);
  RULE(ceiling(growing(50_s, 2000, 0_s), 1) == 0_s);
}

// 1 ms x 1.5 = 1.5 ms, 2.25, 3.375, 5.0625: rounded at the end, not on the way.
RULES(the_ceiling_grows_in_nanoseconds) {
  constexpr Backoff by_a_half = growing(1_ms, 1500, 30_s);
  RULE(ceiling(by_a_half, 2) == 1_ms);
  RULE(ceiling(by_a_half, 3) == 2_ms);
  RULE(ceiling(by_a_half, 4) == 3_ms);
  RULE(ceiling(by_a_half, 5) == 5_ms);
  RULE(ceiling(by_a_half, 6) == 7_ms);
  // Rounded 17 times. With one nanosecond more or fewer in a millisecond it would be 555175.
  RULE(ceiling(growing(41_ms, 1750, 3600_s), 18) == 555176_ms);
}

// From 1 ms by a thousandth: it would stand still if it were rounded to milliseconds.
RULES(the_ceiling_grows_by_a_thousandth) {
  constexpr Backoff slow = growing(1_ms, 1001, 30_s);
  RULE(ceiling(slow, 694) == 1_ms);
  RULE(ceiling(slow, 695) == 2_ms);
}

RULES(the_ceiling_ends_where_nothing_changes) {
  RULE(ceiling(growing(0_ms, 2000, 30_s), UINT32_MAX) == 0_ms);
  RULE(ceiling(growing(1_s, 1000, 30_s), UINT32_MAX) == 1_s);
  RULE(ceiling(growing(0_ms, 1000, 0_ms), UINT32_MAX) == 0_ms);
}

RULES(the_ceiling_saturates) {
  constexpr Milliseconds largest = Milliseconds::largest();
  RULE(ceiling(growing(1_ms, UINT32_MAX, largest), 2) == 4294967_ms);
  RULE(ceiling(growing(1_ms, UINT32_MAX, largest), 3) == largest);
  RULE(ceiling(growing(largest, UINT32_MAX, largest), UINT32_MAX) == largest);
  RULE(ceiling(growing(largest, 2000, 30_s), 5) == 30_s);
  RULE(ceiling(growing(1_s, 2000, largest), 100) == largest);
  RULE(ceiling(growing(1_s, 2000, largest), 34) == 8589934592_s);
}

RULES(jitter_none_is_the_ceiling_itself) {
  RULE(ranges(with_jitter(Jitter::none), 1, 1000, 1000));
  RULE(ranges(with_jitter(Jitter::none), 3, 4000, 4000));
  RULE(ranges(with_jitter(Jitter::none), 9, 30000, 30000));
}

RULES(jitter_full_is_all_below_the_ceiling) {
  RULE(ranges(with_jitter(Jitter::full), 1, 0, 1000));
  RULE(ranges(with_jitter(Jitter::full), 9, 0, 30000));
}

// The 503 article: "between half and the full value".
RULES(jitter_equal_is_the_upper_half) {
  RULE(ranges(Backoff{}, 1, 500, 1000));
  RULE(ranges(Backoff{}, 2, 1000, 2000));
  RULE(ranges(Backoff{}, 3, 2000, 4000));
  RULE(ranges(Backoff{}, 9, 15000, 30000));
  // Half of 7 ms is 3 ms.
  RULE(ranges(growing(7_ms, 2000, 30_s), 1, 3, 7));
}

RULES(jitter_proportional_is_around_the_ceiling) {
  RULE(ranges(with_jitter(Jitter::proportional), 1, 500, 1500));
  RULE(ranges(proportional(100), 2, 1800, 2200));
  RULE(ranges(proportional(1000), 1, 0, 2000));
  RULE(ranges(proportional(0), 1, 1000, 1000));
  // 333 thousandths of 7 ms are 2 ms.
  RULE(ranges(with(proportional(333), &Backoff::initial, 7_ms), 1, 5, 9));
}

RULES(jitter_additive_is_above_the_ceiling) {
  RULE(ranges(additive(250_ms), 1, 1000, 1250));
  RULE(ranges(additive(250_ms), 2, 2000, 2250));
  RULE(ranges(with_jitter(Jitter::additive), 1, 1000, 1000));
}

// The base gives way so that the cap does not cut the spread off, but not below initial.
RULES(jitter_additive_keeps_its_room_below_the_cap) {
  RULE(ranges(additive(250_ms), 9, 29750, 30000));
  RULE(ranges(additive(29_s), 9, 1000, 30000));
  RULE(ranges(additive(60_s), 9, 1000, 30000));
  RULE(ranges(additive(60_s), 1, 1000, 30000));
  RULE(ranges(additive(Milliseconds::largest()), 9, 1000, 30000));
  RULE(ranges(with(additive(250_ms), &Backoff::initial, 40_s), 1, 30000, 30000));
}

RULES(jitter_decorrelated_goes_by_the_previous_delay) {
  RULE(ranges(decorrelated, 2, 1000, 6000, 2_s));
  RULE(ranges(decorrelated, 3, 1000, 12000, 4_s));
  // At least initial, at most the cap; three times that is cut again.
  RULE(ranges(decorrelated, 2, 1000, 3000, 0_ms));
  RULE(ranges(decorrelated, 2, 1000, 3000, 999_ms));
  RULE(ranges(decorrelated, 2, 1000, 30000, 20_s));
  RULE(ranges(decorrelated, 2, 1000, 30000, Milliseconds::largest()));
}

RULES(jitter_decorrelated_has_no_previous_delay_after_attempt_1) {
  RULE(ranges(decorrelated, 1, 1000, 3000));
  RULE(ranges(decorrelated, 1, 1000, 3000, 20_s));
  RULE(ranges(decorrelated, 0, 1000, 3000, 20_s));
  RULE(ranges(with(decorrelated, &Backoff::initial, 40_s), 1, 30000, 30000));
}

RULES(both_ends_are_brought_to_the_floor) {
  RULE(ranges(with(Backoff{}, &Backoff::floor, 700_ms), 1, 700, 1000));
  RULE(ranges(with(Backoff{}, &Backoff::floor, 1200_ms), 1, 1200, 1200));
  RULE(ranges(with(Backoff{}, &Backoff::floor, 1200_ms), 2, 1200, 2000));
  RULE(ranges(with(with_jitter(Jitter::full), &Backoff::floor, 100_ms), 1, 100, 1000));
  RULE(ranges(with(with_jitter(Jitter::none), &Backoff::floor, 5_s), 1, 5000, 5000));
  RULE(ranges(with(decorrelated, &Backoff::floor, 2_s), 1, 2000, 3000));
  RULE(ranges(with(additive(1_s), &Backoff::floor, 5_s), 1, 5000, 5000));
}

RULES(both_ends_are_brought_to_the_cap) {
  RULE(ranges(with_jitter(Jitter::proportional), 9, 15000, 30000));
  RULE(ranges(with(with_jitter(Jitter::proportional), &Backoff::cap, 1200_ms), 1, 500, 1200));
  RULE(ranges(with(Backoff{}, &Backoff::cap, 0_ms), 9, 0, 0));
  RULE(ranges(with(Backoff{}, &Backoff::floor, 30_s), 1, 30000, 30000));
}

// An invalid backoff never gets as far as a delay; asked directly it has an answer all the same.
RULES(an_invalid_backoff_has_an_answer) {
  RULE(ranges(with(Backoff{}, &Backoff::floor, 60_s), 1, 30000, 30000));
  RULE(ranges(with(Backoff{}, &Backoff::initial, below_zero), 9, 0, 0));
  RULE(ranges(with(Backoff{}, &Backoff::cap, below_zero), 9, 0, 0));
  RULE(ranges(with(Backoff{}, &Backoff::floor, below_zero), 1, 500, 1000));
  RULE(ranges(with(Backoff{}, &Backoff::multiplier, thousandths(0)), 9, 0, 0));
  // What has reached the cap is not multiplied any more.
  RULE(ranges(with(Backoff{}, &Backoff::initial, 30_s, &Backoff::multiplier, thousandths(0)), 9,
              15000, 30000));
  RULE(ranges(with(Backoff{}, &Backoff::jitter, Jitter{6}), 1, 1000, 1000));
  RULE(ranges(proportional(UINT32_MAX), 1, 0, 30000));
  RULE(ranges(additive(below_zero), 1, 1000, 1000));
}

RULES(neither_end_ever_falls) {
  RULE(never_falls(with_jitter(Jitter::none)) && never_falls(with_jitter(Jitter::full)));
  RULE(never_falls(Backoff{}) && never_falls(with_jitter(Jitter::proportional)));
  RULE(never_falls(proportional(1000)) && never_falls(additive(250_ms)));
  RULE(never_falls(additive(40_s)) && never_falls(with(Backoff{}, &Backoff::floor, 3_s)));
  RULE(never_falls(growing(1_ms, 1001, 2_s)) && never_falls(growing(1_ms, UINT32_MAX, 2_s)));
}

// All clients wait the cap after a long outage; without a spread they come back at once.
RULES(every_jitter_spreads_at_the_cap) {
  RULE(width_at_the_cap(with_jitter(Jitter::full)) == 30000);
  RULE(width_at_the_cap(Backoff{}) == 15000);
  RULE(width_at_the_cap(with_jitter(Jitter::proportional)) == 15000);
  RULE(width_at_the_cap(additive(250_ms)) == 250);
  RULE(width_at_the_cap(decorrelated, 30_s) == 29000);
  RULE(width_at_the_cap(with_jitter(Jitter::none)) == 0);
}

RULES(a_draw_is_uniform_over_the_closed_range) {
  RULE(drawn(500, 1000, lowest_draw) == 500);
  RULE(drawn(500, 1000, highest_draw) == 1000);
  RULE(drawn(500, 1000, middle_draw) == 750);
  RULE(drawn(7, 7, lowest_draw) == 7 && drawn(7, 7, highest_draw) == 7);
  // Two values, each half of the bits: the border lies at 2^63.
  RULE(drawn(0, 1, unmixed((uint64_t{1} << 63) - 1)) == 0);
  RULE(drawn(0, 1, middle_draw) == 1);
  // Three values: the borders lie at 2^64 / 3 and twice that, rounded up.
  RULE(drawn(0, 2, unmixed(0x5555555555555555)) == 0 &&
       drawn(0, 2, unmixed(0x5555555555555556)) == 1);
  RULE(drawn(0, 2, unmixed(0xaaaaaaaaaaaaaaaa)) == 1 &&
       drawn(0, 2, unmixed(0xaaaaaaaaaaaaaaab)) == 2);
}

// The 128-bit product: neither the upper nor the lower bits of random may be lost.
RULES(a_draw_uses_all_bits) {
  constexpr int64_t largest = Milliseconds::largest().count();
  RULE(drawn(0, largest, highest_draw) == largest);
  RULE(drawn(0, largest, lowest_draw) == 0);
  RULE(drawn(0, largest, middle_draw) == largest / 2);
  RULE(drawn(0, largest, unmixed(1)) == 0);
  RULE(drawn(0, largest, unmixed(2000000)) == 1);
  RULE(drawn(largest, largest, highest_draw) == largest);
}

RULES(a_range_the_wrong_way_round_has_its_low_end) {
  RULE(drawn(7, 3, highest_draw) == 7);
  RULE(drawn(-7, 3, lowest_draw) == 0);
  RULE(drawn(-7, -3, highest_draw) == 0);
}

RULES(the_own_delay_is_one_draw_from_the_range) {
  RULE(own_delay(Backoff{}, 1, 0_ms, lowest_draw) == 500_ms);
  RULE(own_delay(Backoff{}, 1, 0_ms, highest_draw) == 1_s);
  RULE(own_delay(Backoff{}, 3, 0_ms, middle_draw) == 3_s);
  RULE(own_delay(decorrelated, 2, 2_s, highest_draw) == 6_s);
  RULE(own_delay(with_jitter(Jitter::none), 2, 0_ms, highest_draw) == 2_s);
}

RULES(backing_off_never_throws) {
  RULE(noexcept(ceiling(Backoff{}, 1))&& noexcept(delay_range(Backoff{}, 1)));
  RULE(noexcept(own_delay(Backoff{}, 1, Milliseconds(), 0))&& noexcept(draw(DelayRange{}, 0)));
}
