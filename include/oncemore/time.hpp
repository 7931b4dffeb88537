// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

#include <oncemore/integer.hpp>
#include <oncemore/text.hpp>

namespace oncemore { inline namespace v1 {
namespace detail {

/// A period of chrono's kind in milliseconds, in lowest terms.
template <class Period> struct InMilliseconds {
  static_assert(static_cast<uint64_t>(Period::num) <= ~uint64_t{0} / 1000,
                "oncemore: this period is too long; convert to std::chrono::hours first");
  static constexpr uint64_t divisor = greatest_common_divisor(
      static_cast<uint64_t>(Period::num) * 1000, static_cast<uint64_t>(Period::den));
  static constexpr uint64_t numerator = static_cast<uint64_t>(Period::num) * 1000 / divisor;
  static constexpr uint64_t denominator = static_cast<uint64_t>(Period::den) / divisor;
  static_assert(numerator <= ~uint64_t{0} / denominator,
                "oncemore: this period is too odd; convert to std::chrono::nanoseconds first");
};

// What makes a duration or a time point of chrono's kind, without including <chrono>.
template <class T>
using DurationShape = decltype(any<T>().count() + typename T::rep() + T::period::num);
template <class T>
using TimePointShape = decltype(any<T>().time_since_epoch().count() + typename T::clock::rep());

template <class Clock, class = void> inline constexpr bool is_system_clock = false;
template <class Clock>
inline constexpr bool is_system_clock<Clock, decltype(static_cast<void>(Clock::to_time_t(
                                                 typename Clock::time_point())))> = true;

}  // namespace detail

/// A duration: whole milliseconds in 64 bits, at most largest(), negative only by mistake.
///
/// Takes every integer std::chrono::duration (finer ones are rounded up) and becomes every integer
/// duration that is named (coarser ones are rounded up, so that no wait turns out too short).
/// Where a function deduces its parameter, name the type:
/// `std::this_thread::sleep_for(std::chrono::milliseconds(decision.delay))`.
/// A bare number is no duration; `Milliseconds(30)` says so.
class Milliseconds {
 public:
  constexpr Milliseconds() noexcept = default;

  /// `count` milliseconds; beyond largest() it is largest(), and the same below zero.
  template <class Integer, detail::only_if<detail::is_integer<Integer>> = 0>
  constexpr explicit Milliseconds(Integer count) noexcept
      : Milliseconds(detail::signed_of(count)) {}

  template <class Duration, detail::DurationShape<Duration>* = nullptr>
  constexpr Milliseconds(Duration const& duration) noexcept : Milliseconds(counted(duration)) {}

  /// The largest duration, 292 years: what nanoseconds in 64 bits hold. As a deadline it is none.
  [[nodiscard]] static constexpr Milliseconds largest() noexcept {
    return Milliseconds(largest_count);
  }

  [[nodiscard]] constexpr int64_t count() const noexcept { return count_; }

  template <class Duration, detail::DurationShape<Duration>* = nullptr,
            detail::only_if<detail::is_integer<typename Duration::rep>> = 0>
  [[nodiscard]] constexpr operator Duration() const noexcept {
    using Ratio = detail::InMilliseconds<typename Duration::period>;
    detail::Signed const value = detail::signed_of(count_);
    uint64_t const periods =
        value.negative ? detail::scaled(value.magnitude, Ratio::denominator, Ratio::numerator)
                       : detail::scaled_up(value.magnitude, Ratio::denominator, Ratio::numerator);
    return Duration(detail::saturated<typename Duration::rep>({periods, value.negative}));
  }

  [[nodiscard]] friend constexpr bool operator==(Milliseconds a, Milliseconds b) noexcept {
    return a.count_ == b.count_;
  }
  [[nodiscard]] friend constexpr bool operator!=(Milliseconds a, Milliseconds b) noexcept {
    return a.count_ != b.count_;
  }
  [[nodiscard]] friend constexpr bool operator<(Milliseconds a, Milliseconds b) noexcept {
    return a.count_ < b.count_;
  }
  [[nodiscard]] friend constexpr bool operator>(Milliseconds a, Milliseconds b) noexcept {
    return b < a;
  }
  [[nodiscard]] friend constexpr bool operator<=(Milliseconds a, Milliseconds b) noexcept {
    return !(b < a);
  }
  [[nodiscard]] friend constexpr bool operator>=(Milliseconds a, Milliseconds b) noexcept {
    return !(a < b);
  }
  /// The sum, at most largest(): two durations in 64 bits cannot overflow before it is cut.
  [[nodiscard]] friend constexpr Milliseconds operator+(Milliseconds a, Milliseconds b) noexcept {
    return Milliseconds(a.count_ + b.count_);
  }

 private:
  static constexpr int64_t largest_count = 9223372036854;

  constexpr explicit Milliseconds(detail::Signed value) noexcept
      : count_(static_cast<int64_t>(
            detail::smaller(value.magnitude, static_cast<uint64_t>(largest_count)))) {
    if (value.negative) count_ = -count_;
  }

  template <class Duration>
  [[nodiscard]] static constexpr detail::Signed counted(Duration const& duration) noexcept {
    static_assert(detail::is_integer<typename Duration::rep>,
                  "oncemore: a duration is whole; round a floating-point one first, for example "
                  "std::chrono::ceil<std::chrono::milliseconds>(duration)");
    using Ratio = detail::InMilliseconds<typename Duration::period>;
    detail::Signed const value = detail::signed_of(duration.count());
    return {value.negative
                ? detail::scaled(value.magnitude, Ratio::numerator, Ratio::denominator)
                : detail::scaled_up(value.magnitude, Ratio::numerator, Ratio::denominator),
            value.negative};
  }

  int64_t count_ = 0;
};

/// A point in time: milliseconds since 1970-01-01T00:00:00Z, any 64-bit number.
/// Takes a time point of std::chrono::system_clock, rounded down, and of no other clock.
class Instant {
 public:
  constexpr Instant() noexcept = default;
  constexpr explicit Instant(int64_t unix_milliseconds) noexcept : count_(unix_milliseconds) {}

  template <class TimePoint, detail::TimePointShape<TimePoint>* = nullptr>
  constexpr Instant(TimePoint const& point) noexcept : count_(since_1970(point)) {}

  /// Milliseconds since 1970-01-01T00:00:00Z.
  [[nodiscard]] constexpr int64_t count() const noexcept { return count_; }

  /// The time from `earlier` to `later`: negative if they are the other way round, at most
  /// Milliseconds::largest() either way.
  [[nodiscard]] friend constexpr Milliseconds operator-(Instant later, Instant earlier) noexcept {
    bool const negative = later.count_ < earlier.count_;
    uint64_t const magnitude =
        static_cast<uint64_t>(later.count_) - static_cast<uint64_t>(earlier.count_);
    if (!negative) return Milliseconds(magnitude);
    return Milliseconds(detail::saturated<int64_t>({uint64_t{0} - magnitude, true}));
  }
  [[nodiscard]] friend constexpr bool operator==(Instant a, Instant b) noexcept {
    return a.count_ == b.count_;
  }
  [[nodiscard]] friend constexpr bool operator!=(Instant a, Instant b) noexcept {
    return a.count_ != b.count_;
  }

 private:
  template <class TimePoint>
  [[nodiscard]] static constexpr int64_t since_1970(TimePoint const& point) noexcept {
    using Duration = typename TimePoint::duration;
    static_assert(detail::is_system_clock<typename TimePoint::clock>,
                  "oncemore: an instant is wall-clock time; use std::chrono::system_clock");
    static_assert(detail::is_integer<typename Duration::rep>,
                  "oncemore: an instant is whole; round a floating-point one first, for example "
                  "std::chrono::floor<std::chrono::milliseconds>(point)");
    using Ratio = detail::InMilliseconds<typename Duration::period>;
    detail::Signed const value = detail::signed_of(point.time_since_epoch().count());
    uint64_t const magnitude =
        value.negative ? detail::scaled_up(value.magnitude, Ratio::numerator, Ratio::denominator)
                       : detail::scaled(value.magnitude, Ratio::numerator, Ratio::denominator);
    return detail::saturated<int64_t>({magnitude, value.negative});
  }

  int64_t count_ = 0;
};

}}  // namespace oncemore::v1
