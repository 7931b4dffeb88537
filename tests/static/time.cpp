// SPDX-License-Identifier: MIT
#include <oncemore/time.hpp>

#include <stdint.h>

#include "given.hpp"
#include "rule.hpp"

using namespace oncemore;
using namespace given;

namespace {

constexpr int64_t largest = 9223372036854;

// The shape of a std::chrono::duration, for a compiler that has no library at hand.
template <int64_t numerator, int64_t denominator> struct Ratio {
  static constexpr int64_t num = numerator;
  static constexpr int64_t den = denominator;
};
template <class Rep, class Period> struct Duration {
  using rep = Rep;
  using period = Period;
  Rep ticks{};
  constexpr Duration() noexcept = default;
  constexpr explicit Duration(Rep value) noexcept : ticks(value) {}
  [[nodiscard]] constexpr Rep count() const noexcept { return ticks; }
};
using Hours = Duration<int64_t, Ratio<3600, 1>>;
using Seconds = Duration<int64_t, Ratio<1, 1>>;
using Millis = Duration<int64_t, Ratio<1, 1000>>;
using Micros = Duration<int64_t, Ratio<1, 1000000>>;
using Nanos = Duration<int64_t, Ratio<1, 1000000000>>;
using Picos = Duration<int64_t, Ratio<1, 1000000000000>>;
using Frames = Duration<int64_t, Ratio<1, 60>>;
using Sevenths = Duration<int64_t, Ratio<1, 7>>;
using ShortSeconds = Duration<int16_t, Ratio<1, 1>>;
using ByteSeconds = Duration<uint8_t, Ratio<1, 1>>;
using UnsignedSeconds = Duration<uint32_t, Ratio<1, 1>>;

template <class Of> constexpr int64_t from(typename Of::rep ticks) noexcept {
  return Milliseconds(Of(ticks)).count();
}
template <class To> constexpr auto to(int64_t milliseconds) noexcept {
  return static_cast<To>(Milliseconds(milliseconds)).count();
}

// The shape of a time point of the system clock.
struct SystemClock {
  using rep = int64_t;
  struct time_point {};
  static long to_time_t(time_point) noexcept;
};
struct SteadyClock {
  using rep = int64_t;
  struct time_point {};
};
template <class Of> struct TimePoint {
  using clock = SystemClock;
  using duration = Of;
  Of since;
  [[nodiscard]] constexpr Of time_since_epoch() const noexcept { return since; }
};
template <class Of> constexpr int64_t at(typename Of::rep ticks) noexcept {
  return Instant(TimePoint<Of>{Of(ticks)}).count();
}

constexpr int64_t between(int64_t earlier, int64_t later) noexcept {
  return (Instant(later) - Instant(earlier)).count();
}

}  // namespace

RULES(a_duration_is_whole_milliseconds) {
  RULE(Milliseconds().count() == 0);
  RULE(Milliseconds(30).count() == 30);
  RULE(Milliseconds(-30).count() == -30);
  RULE(Milliseconds(uint8_t{255}).count() == 255);
  RULE(Milliseconds(static_cast<short>(-7)).count() == -7);
  RULE(sizeof(Milliseconds) == 8);
}

// 292 years: what nanoseconds in 64 bits hold.

RULES(the_largest_duration_fits_nanoseconds) {
  RULE(Milliseconds::largest().count() == largest);
  RULE(largest == INT64_MAX / 1000000);
}

RULES(a_larger_duration_counts_as_the_largest) {
  RULE(Milliseconds(largest).count() == largest);
  RULE(Milliseconds(largest + 1).count() == largest);
  RULE(Milliseconds(INT64_MAX).count() == largest);
  RULE(Milliseconds(UINT64_MAX).count() == largest);
  RULE(Milliseconds(largest + 1) == Milliseconds::largest());
}

RULES(a_duration_below_zero_stays_below_zero) {
  RULE(Milliseconds(-1) < Milliseconds());
  RULE(Milliseconds(INT64_MIN).count() == -largest);
  RULE(Milliseconds(-largest - 1).count() == -largest);
}

RULES(durations_compare_as_their_counts_do) {
  RULE(1_ms == 1_ms && !(1_ms == 2_ms));
  RULE(1_ms != 2_ms && !(1_ms != 1_ms));
  RULE(1_ms < 2_ms && !(2_ms < 2_ms) && !(2_ms < 1_ms));
  RULE(2_ms > 1_ms && !(2_ms > 2_ms) && !(1_ms > 2_ms));
  RULE(1_ms <= 2_ms && 2_ms <= 2_ms && !(2_ms <= 1_ms));
  RULE(2_ms >= 1_ms && 2_ms >= 2_ms && !(1_ms >= 2_ms));
}

RULES(a_sum_of_durations_saturates) {
  RULE(1_ms + 2_ms == 3_ms);
  RULE(Milliseconds::largest() + 1_ms == Milliseconds::largest());
  RULE(Milliseconds::largest() + Milliseconds::largest() == Milliseconds::largest());
  RULE(Milliseconds(largest - 1) + 1_ms == Milliseconds::largest());
  RULE(Milliseconds(-largest) + Milliseconds(-largest) == Milliseconds(-largest));
}

RULES(a_duration_takes_every_unit) {
  RULE(from<Millis>(30) == 30);
  RULE(from<Seconds>(2) == 2000);
  RULE(from<Hours>(1) == 3600000);
  RULE(from<ShortSeconds>(INT16_MAX) == 32767000);
  RULE(from<ByteSeconds>(255) == 255000);
  RULE(from<UnsignedSeconds>(UINT32_MAX) == int64_t{UINT32_MAX} * 1000);
}

// Rounded down, a wait would end before the time that was asked for.

RULES(finer_durations_are_rounded_up) {
  RULE(from<Micros>(1000) == 1);
  RULE(from<Micros>(1001) == 2);
  RULE(from<Nanos>(1) == 1);
  RULE(from<Nanos>(0) == 0);
  RULE(from<Nanos>(1000000) == 1);
  RULE(from<Picos>(1) == 1);
  RULE(from<Frames>(1) == 17);
  RULE(from<Frames>(60) == 1000);
  RULE(from<Sevenths>(1) == 143 && from<Sevenths>(7) == 1000);
  // Up is towards plus infinity, below zero, too.
  RULE(from<Micros>(-1001) == -1);
  RULE(from<Nanos>(-1) == 0);
}

RULES(a_duration_of_another_unit_saturates) {
  RULE(from<Hours>(INT64_MAX) == largest);
  RULE(from<Hours>(INT64_MIN) == -largest);
  RULE(from<Millis>(INT64_MAX) == largest);
  RULE(from<Millis>(INT64_MIN) == -largest);
  RULE(from<Nanos>(INT64_MAX) == largest);
  RULE(from<Nanos>(INT64_MAX - 775807) == largest);
  RULE(from<Nanos>(INT64_MIN) == -largest);
  RULE(from<Picos>(INT64_MAX) == 9223372037);
}

RULES(a_duration_becomes_every_unit_that_is_named) {
  RULE(to<Millis>(1500) == 1500);
  RULE(to<Micros>(1500) == 1500000);
  RULE(to<Nanos>(largest) == largest * 1000000);
  RULE(to<Nanos>(-largest) == -largest * 1000000);
  RULE(to<UnsignedSeconds>(2000) == 2);
}

// A wait must not turn out shorter than it was decided.

RULES(coarser_units_are_rounded_up) {
  RULE(to<Seconds>(1000) == 1);
  RULE(to<Seconds>(1001) == 2);
  RULE(to<Seconds>(1) == 1);
  RULE(to<Seconds>(0) == 0);
  RULE(to<Seconds>(-1) == 0);
  RULE(to<Seconds>(-1500) == -1);
  RULE(to<Hours>(1) == 1);
  RULE(to<Frames>(1) == 1);
  RULE(to<Frames>(17) == 2);
}

RULES(a_unit_too_small_for_a_duration_saturates) {
  RULE(to<Picos>(largest) == INT64_MAX);
  RULE(to<Picos>(-largest) == INT64_MIN);
  RULE(to<ShortSeconds>(largest) == INT16_MAX);
  RULE(to<ShortSeconds>(-largest) == INT16_MIN);
  RULE(to<ByteSeconds>(256000) == 255);
  RULE(to<ByteSeconds>(-1000) == 0);
}

RULES(an_instant_is_unix_milliseconds) {
  RULE(Instant().count() == 0);
  RULE(Instant(-1).count() == -1);
  RULE(Instant(INT64_MIN).count() == INT64_MIN && Instant(INT64_MAX).count() == INT64_MAX);
  RULE(Instant(7) == Instant(7) && Instant(7) != Instant(8));
  RULE(!(Instant(7) != Instant(7)) && !(Instant(7) == Instant(8)));
}

// Down, so that what was a whole second of the calendar stays in it.

RULES(finer_time_points_are_rounded_down) {
  RULE(at<Seconds>(1781524800) == 1781524800000);
  RULE(at<Nanos>(1999999) == 1);
  RULE(at<Nanos>(-1) == -1);
  RULE(at<Nanos>(-1000000) == -1);
  RULE(at<Micros>(1500) == 1);
  RULE(at<Micros>(-1500) == -2);
  RULE(at<Hours>(INT64_MAX) == INT64_MAX);
  RULE(at<Hours>(INT64_MIN) == INT64_MIN);
  RULE(at<Millis>(INT64_MIN) == INT64_MIN);
}

// tests/compile/ has the sentence with which the others are refused.

RULES(only_the_system_clock_has_time_t) {
  RULE(detail::is_system_clock<SystemClock>);
  RULE(!detail::is_system_clock<SteadyClock>);
}

RULES(the_time_between_two_instants_saturates) {
  RULE(between(5, 7) == 2);
  RULE(between(7, 5) == -2);
  RULE(between(7, 7) == 0);
  RULE(between(-5, 5) == 10);
  RULE(between(0, largest) == largest);
  RULE(between(0, largest + 1) == largest);
  RULE(between(INT64_MIN, INT64_MAX) == largest);
  RULE(between(INT64_MAX, INT64_MIN) == -largest);
  RULE(between(INT64_MIN, 0) == largest);
  RULE(between(0, INT64_MIN) == -largest);
  RULE(between(INT64_MAX, INT64_MAX) == 0);
}
