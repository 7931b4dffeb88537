// SPDX-License-Identifier: MIT
//
// Ceilings, ranges and draws against the same arithmetic done by hand, and what must hold of them
// whatever the settings.

#include <oncemore/backoff.hpp>

#include <algorithm>

#include "input.hpp"
#include "values.hpp"
#include "wide.hpp"

namespace {

using namespace oncemore;
using fuzz::require;
using fuzz::Wide;

int64_t brought_into(int64_t floor, int64_t cap, int64_t value) {
  return std::min(std::max(value, floor), cap);
}

/// A backoff with what is out of range brought into it: only valid ones have a specification.
Backoff made_valid(Backoff backoff) {
  auto const not_negative = [](Milliseconds each) { return std::max<int64_t>(each.count(), 0); };
  backoff.initial = Milliseconds(not_negative(backoff.initial));
  backoff.cap = Milliseconds(not_negative(backoff.cap));
  backoff.floor = Milliseconds(std::min(not_negative(backoff.floor), backoff.cap.count()));
  backoff.spread_time = Milliseconds(not_negative(backoff.spread_time));
  backoff.multiplier = oncemore::thousandths(std::max(backoff.multiplier.count(), 1000U));
  backoff.spread = oncemore::thousandths(std::min(backoff.spread.count(), 1000U));
  backoff.jitter = static_cast<Jitter>(static_cast<uint32_t>(backoff.jitter) % 6);
  return backoff;
}

/// I(n+1) = I(n) x multiplier / 1000 in nanoseconds, exact before it is divided.
int64_t ceiling_by_hand(Backoff const& backoff, uint32_t number) {
  uint64_t const cap = static_cast<uint64_t>(backoff.cap.count()) * 1000000;
  uint64_t value = std::min(static_cast<uint64_t>(backoff.initial.count()) * 1000000, cap);
  for (uint32_t n = 1; n < number; ++n) {
    uint64_t const next =
        Wide::product(value, backoff.multiplier.count()).divided(1000).at_most(cap);
    if (next == value) break;
    value = next;
  }
  return static_cast<int64_t>(value / 1000000);
}

/// The table of jitters.
DelayRange range_by_hand(Backoff const& backoff, uint32_t number, int64_t previous) {
  int64_t const cap = backoff.cap.count();
  int64_t const first = std::min(backoff.initial.count(), cap);
  int64_t const c = ceiling_by_hand(backoff, number);
  int64_t low = c;
  int64_t high = c;
  if (backoff.jitter == Jitter::full) low = 0;
  if (backoff.jitter == Jitter::equal) low = c / 2;
  if (backoff.jitter == Jitter::proportional) {
    int64_t const s = fuzz::thousandths(c, backoff.spread.count());
    low = c - s;
    high = c + s;
  }
  if (backoff.jitter == Jitter::additive) {
    low = std::min(c, std::max(backoff.initial.count(), cap - backoff.spread_time.count()));
    high = low + backoff.spread_time.count();
  }
  if (backoff.jitter == Jitter::decorrelated) {
    low = first;
    high = 3 * (number <= 1 ? first : brought_into(first, cap, std::max<int64_t>(previous, 0)));
  }
  int64_t const floor = backoff.floor.count();
  return {Milliseconds(brought_into(floor, cap, low)),
          Milliseconds(brought_into(floor, cap, high))};
}

/// splitmix64's finaliser as its author prints it.
uint64_t mix_by_hand(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

int64_t draw_by_hand(DelayRange range, uint64_t random) {
  uint64_t const width = static_cast<uint64_t>(range.high.count() - range.low.count()) + 1;
  return range.low.count() + static_cast<int64_t>(Wide::product(width, mix_by_hand(random)).high());
}

void check_range(Backoff const& backoff, uint32_t number, Milliseconds previous) {
  DelayRange const range = delay_range(backoff, number, previous);
  DelayRange const expected = range_by_hand(backoff, number, previous.count());
  require(range.low == expected.low && range.high == expected.high, "the range is the table's");
  require(backoff.floor <= range.low && range.low <= range.high && range.high <= backoff.cap,
          "floor <= low <= high <= cap");
  require(ceiling(backoff, number) <= backoff.cap, "the ceiling is capped");
  if (number == 0) {
    DelayRange const first = delay_range(backoff, 1, previous);
    require(range.low == first.low && range.high == first.high, "0 is answered like 1");
  }
  if (number == UINT32_MAX) return;
  DelayRange const next = delay_range(backoff, number + 1, previous);
  require(ceiling(backoff, number) <= ceiling(backoff, number + 1), "the ceiling never falls");
  bool const never_falls = range.low <= next.low && range.high <= next.high;
  require(never_falls || backoff.jitter == Jitter::decorrelated, "neither end falls");
}

void check_draw(Backoff const& backoff, uint32_t number, Milliseconds previous, uint64_t random) {
  DelayRange const range = delay_range(backoff, number, previous);
  Milliseconds const drawn = own_delay(backoff, number, previous, random);
  require(drawn.count() == draw_by_hand(range, random), "the draw is the upper half of a product");
  require(drawn == draw(range, random), "the own delay is a draw from its range");
  require(range.low <= drawn && drawn <= range.high, "a draw is in its range");
  require(draw(range, 0) == range.low && draw(range, 0xcf9a04affa6badc0) == range.high,
          "the least and the most are the ends");
  // A spread that has room is alive at the cap: not everybody comes back at the same moment.
  bool has_room = ceiling(backoff, number) == backoff.cap && backoff.floor < backoff.cap;
  if (backoff.jitter == Jitter::proportional) {
    has_room = has_room && fuzz::thousandths(backoff.cap.count(), backoff.spread.count()) > 0;
  }
  if (backoff.jitter == Jitter::additive) {
    has_room = has_room && backoff.spread_time > Milliseconds() && backoff.initial < backoff.cap;
  }
  bool const always_the_same = backoff.jitter == Jitter::none;
  require(always_the_same || backoff.jitter == Jitter::decorrelated || !has_room ||
              range.low < range.high,
          "a jitter is alive at the cap");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(uint8_t const* bytes, size_t size) {
  fuzz::Input input(bytes, size);
  uint64_t const random = input.number<uint64_t>();
  uint32_t const number = fuzz::number32(input, 2);
  Milliseconds const previous = fuzz::duration(input);
  Backoff const given = fuzz::backoff(input);

  // Whatever was given has an answer, and one that is a duration.
  Milliseconds const any = own_delay(given, number, previous, random);
  require(any >= Milliseconds() && any <= Milliseconds::largest(), "every backoff has an answer");
  Milliseconds const cap = Milliseconds(std::max<int64_t>(given.cap.count(), 0));
  require(any <= cap, "the cap wins");

  Backoff const backoff = made_valid(given);
  require(ceiling(backoff, number).count() == ceiling_by_hand(backoff, number),
          "the ceiling is the one by hand");
  check_range(backoff, number, previous);
  check_draw(backoff, number, previous, random);
  return 0;
}
