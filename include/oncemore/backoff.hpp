// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

#include <oncemore/integer.hpp>
#include <oncemore/text.hpp>
#include <oncemore/thousandths.hpp>
#include <oncemore/time.hpp>

namespace oncemore { inline namespace v1 {

/// From which range around the ceiling c a delay is drawn, before both ends are brought into
/// [floor, cap]. Every jitter but `none` still spreads at the cap.
enum class Jitter : uint32_t {
  none = 0,          ///< [c, c]
  full = 1,          ///< [0, c]
  equal = 2,         ///< [c/2, c]
  proportional = 3,  ///< [c - s, c + s] with s = c x spread
  additive = 4,  ///< [a, a + spread_time], a = c, but not so high that the cap cuts the spread off
  decorrelated = 5,  ///< [initial, 3 x previous delay]
};

namespace detail {
// clang-format off
inline constexpr Text jitter_names[] = {
    "none", "full", "equal", "proportional", "additive", "decorrelated"};
// clang-format on
}  // namespace detail

/// The enumerator's own name; null for a number that names none.
[[nodiscard]] constexpr char const* name(Jitter jitter) noexcept {
  return detail::name_in(detail::jitter_names, jitter);
}

/// How the client's own delays grow: initial, initial x multiplier, ... up to cap, with jitter.
struct Backoff {
  Milliseconds initial{1000};         ///< ceiling after attempt 1; >= 0
  Milliseconds cap{30000};            ///< no own delay is longer; >= 0
  Milliseconds floor{};               ///< no own delay is shorter; >= 0, <= cap
  Thousandths multiplier = times(2);  ///< >= 1
  Jitter jitter = Jitter::equal;
  Thousandths spread = thousandths(500);  ///< of the ceiling, <= 1; for `proportional`
  Milliseconds spread_time{};             ///< for `additive`; >= 0
};

/// A closed range of whole milliseconds.
struct DelayRange {
  Milliseconds low{};
  Milliseconds high{};
};

namespace detail {

inline constexpr uint64_t nanoseconds_in_millisecond = 1000000;

// What is asked of a backoff directly has an answer even if the backoff is invalid: a duration
// below 0 counts as 0.
[[nodiscard]] constexpr uint64_t magnitude(Milliseconds duration) noexcept {
  return static_cast<uint64_t>(larger<int64_t>(duration.count(), 0));
}

/// The finaliser of splitmix64, a bijection with mixed(0) = 0: every bit of the answer depends on
/// every bit of `random`, so that a generator of 32 bits, a counter or a hash spreads as well.
[[nodiscard]] constexpr uint64_t mixed(uint64_t random) noexcept {
  random = (random ^ random >> 30) * 0xbf58476d1ce4e5b9;
  random = (random ^ random >> 27) * 0x94d049bb133111eb;
  return random ^ random >> 31;
}

/// Uniform in [low, high]: the upper 64 bits of width x the mixed bits. No division, no floating
/// point.
[[nodiscard]] constexpr uint64_t drawn(uint64_t low, uint64_t high, uint64_t random) noexcept {
  return low + multiply_high(high - low + 1, mixed(random));
}

}  // namespace detail

/// One of the milliseconds of a range, all equally likely when `random` is 64 uniform bits. A range
/// that is the wrong way round has only its low end.
[[nodiscard]] constexpr Milliseconds draw(DelayRange range, uint64_t random) noexcept {
  uint64_t const low = detail::magnitude(range.low);
  return Milliseconds(
      detail::drawn(low, detail::larger(low, detail::magnitude(range.high)), random));
}

/// The un-jittered delay after attempt `number` (counted from 1; 0 is answered like 1), already
/// capped: I(1) = initial, I(n+1) = I(n) x multiplier, each rounded down to the nanosecond, and the
/// result to the millisecond. Never falls as `number` grows.
///
/// The loop ends when the cap is reached or nothing changes any more, so it is bounded for every
/// number: the slowest growth, by a thousandth from 1 ms to 292 years, takes 30,000 steps.
[[nodiscard]] constexpr Milliseconds ceiling(Backoff const& backoff, uint32_t number) noexcept {
  uint64_t const cap = detail::magnitude(backoff.cap) * detail::nanoseconds_in_millisecond;
  uint64_t value =
      detail::smaller(detail::magnitude(backoff.initial) * detail::nanoseconds_in_millisecond, cap);
  for (uint32_t n = 1; n < number && value < cap; ++n) {
    uint64_t const next =
        detail::smaller(detail::scaled(value, backoff.multiplier.count(), 1000), cap);
    if (next == value) break;
    value = next;
  }
  return Milliseconds(value / detail::nanoseconds_in_millisecond);
}

namespace detail {

struct Ends {
  uint64_t low;
  uint64_t high;
};

/// The range of each jitter before it is brought into [floor, cap]; the table above, in code.
[[nodiscard]] constexpr Ends uncut_range(Backoff const& backoff, uint32_t number,
                                         Milliseconds previous_delay) noexcept {
  uint64_t const cap = magnitude(backoff.cap);
  uint64_t const first = smaller(magnitude(backoff.initial), cap);
  if (backoff.jitter == Jitter::decorrelated) {
    uint64_t const previous =
        number <= 1 ? first : brought_into(first, cap, magnitude(previous_delay));
    return {first, 3 * previous};
  }
  uint64_t const c = magnitude(ceiling(backoff, number));
  switch (backoff.jitter) {
    case Jitter::full: return {0, c};
    case Jitter::equal: return {c / 2, c};
    case Jitter::proportional: {
      uint64_t const s = scaled(c, backoff.spread.count(), 1000);
      return {c - smaller(s, c), c + s};
    }
    case Jitter::additive: {
      uint64_t const spread = magnitude(backoff.spread_time);
      uint64_t const lowest = magnitude(backoff.initial);
      uint64_t const a = smaller(c, larger(lowest, cap - smaller(spread, cap)));
      return {a, a + spread};
    }
    default: return {c, c};
  }
}

}  // namespace detail

/// The range from which the delay after attempt `number` (counted from 1) is drawn:
/// floor <= low <= high <= cap for every valid backoff, and neither end falls as `number` grows,
/// but with `decorrelated`. `previous_delay`, the delay before this attempt, matters only to
/// `decorrelated`, and not after attempt 1.
[[nodiscard]] constexpr DelayRange delay_range(Backoff const& backoff, uint32_t number,
                                               Milliseconds previous_delay = {}) noexcept {
  detail::Ends const uncut = detail::uncut_range(backoff, number, previous_delay);
  uint64_t const floor = detail::magnitude(backoff.floor);
  uint64_t const cap = detail::magnitude(backoff.cap);
  return {Milliseconds(detail::brought_into(floor, cap, uncut.low)),
          Milliseconds(detail::brought_into(floor, cap, uncut.high))};
}

/// The client's own delay after attempt `number`: one draw from delay_range().
[[nodiscard]] constexpr Milliseconds own_delay(Backoff const& backoff, uint32_t number,
                                               Milliseconds previous_delay,
                                               uint64_t random) noexcept {
  return draw(delay_range(backoff, number, previous_delay), random);
}

}}  // namespace oncemore::v1
