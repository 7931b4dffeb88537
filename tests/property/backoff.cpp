// SPDX-License-Identifier: MIT
#include "generators.hpp"
#include "unmixed.hpp"

using namespace oncemore;
using namespace generators;

namespace {

struct Case {
  Backoff backoff = *valid_backoff().as("backoff");
  uint32_t number = *generators::number().as("number");
  Milliseconds previous = *ordinary_duration().as("previous delay");
  DelayRange range = delay_range(backoff, number, previous);
};

}  // namespace

PROPERTY(Backoff, ends_are_in_order_between_floor_and_cap) {
  Case const it;
  RC_ASSERT(it.backoff.floor <= it.range.low);
  RC_ASSERT(it.range.low <= it.range.high);
  RC_ASSERT(it.range.high <= it.backoff.cap);
}

PROPERTY(Backoff, a_delay_is_in_its_range) {
  Case const it;
  Milliseconds const delay =
      own_delay(it.backoff, it.number, it.previous, *random_bits().as("random"));
  RC_ASSERT(delay >= it.range.low);
  RC_ASSERT(delay <= it.range.high);
}

PROPERTY(Backoff, both_ends_of_a_range_can_be_drawn) {
  Case const it;
  RC_ASSERT(own_delay(it.backoff, it.number, it.previous, 0) == it.range.low);
  RC_ASSERT(own_delay(it.backoff, it.number, it.previous, unmixed(UINT64_MAX)) == it.range.high);
}

PROPERTY(Backoff, larger_mixed_bits_never_shorten_a_delay) {
  Case const it;
  uint64_t const a = *random_bits().as("a");
  uint64_t const b = *random_bits().as("b");
  RC_ASSERT(draw(it.range, unmixed(a < b ? a : b)) <= draw(it.range, unmixed(a < b ? b : a)));
}

PROPERTY(Backoff, nothing_falls_as_the_number_grows) {
  Backoff const backoff = *valid_backoff().as("backoff");
  uint32_t const number = *generators::number().as("number");
  uint32_t const more = *generators::number().as("more");
  uint32_t const later = number > UINT32_MAX - more ? UINT32_MAX : number + more;
  RC_ASSERT(ceiling(backoff, number) <= ceiling(backoff, later));
  if (backoff.jitter == Jitter::decorrelated) return;
  RC_ASSERT(delay_range(backoff, number).low <= delay_range(backoff, later).low);
  RC_ASSERT(delay_range(backoff, number).high <= delay_range(backoff, later).high);
}

// After a long outage every client stands at the cap; without a spread they come back together.
PROPERTY(Backoff, a_spread_is_alive_at_the_cap) {
  Backoff backoff = *valid_backoff().as("backoff");
  RC_PRE(backoff.jitter != Jitter::none);
  // What leaves no room is left out: no growth, no cap, no spread; a floor or an initial delay that
  // is the cap already.
  if (backoff.cap < Milliseconds(2)) backoff.cap = Milliseconds(2);
  if (backoff.initial < Milliseconds(1)) backoff.initial = Milliseconds(1);
  if (backoff.initial >= backoff.cap) backoff.initial = Milliseconds(backoff.cap.count() / 2);
  if (backoff.multiplier < thousandths(1001)) backoff.multiplier = thousandths(1001);
  if (backoff.spread_time < Milliseconds(1)) backoff.spread_time = Milliseconds(1);
  if (backoff.cap.count() < 1000) backoff.spread = times(1);
  if (backoff.spread < thousandths(1)) backoff.spread = thousandths(1);
  backoff.floor = Milliseconds();
  DelayRange const range = delay_range(backoff, UINT32_MAX, backoff.cap);
  RC_ASSERT(ceiling(backoff, UINT32_MAX) == backoff.cap);
  RC_ASSERT(range.low < range.high);
}

PROPERTY(Backoff, a_longer_floor_or_cap_never_shortens_a_delay) {
  Case const it;
  uint64_t const random = *random_bits().as("random");
  Backoff higher = it.backoff;
  higher.floor = *duration_up_to(it.backoff.cap).as("another floor");
  RC_PRE(higher.floor >= it.backoff.floor);
  RC_ASSERT(own_delay(it.backoff, it.number, it.previous, random) <=
            own_delay(higher, it.number, it.previous, random));
}
