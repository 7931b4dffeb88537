// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

#include <oncemore/time.hpp>

namespace oncemore { inline namespace v1 { namespace detail {

/// A time of the proleptic Gregorian calendar in UTC, as its numbers are written.
struct CalendarTime {
  int64_t year = 0;
  uint32_t month = 0;  // 1 is January
  uint32_t day = 0;    // 1 is the first
  uint32_t hour = 0;
  uint32_t minute = 0;
  uint32_t second = 0;  // 60 is a leap second, the same instant as the next minute's 0
};

/// The month, day and time as one number, so that two of them compare as their parts do in turn.
[[nodiscard]] constexpr uint32_t within_year(CalendarTime const& time) noexcept {
  return (((time.month * 32 + time.day) * 32 + time.hour) * 64 + time.minute) * 64 + time.second;
}

[[nodiscard]] constexpr bool is_leap_year(int64_t year) noexcept {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

[[nodiscard]] constexpr uint32_t days_in_month(int64_t year, uint32_t month) noexcept {
  if (month == 2) return is_leap_year(year) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

/// Whether there is such a time in such a month.
[[nodiscard]] constexpr bool exists(CalendarTime const& time) noexcept {
  return time.day >= 1 && time.day <= days_in_month(time.year, time.month) && time.hour <= 23 &&
         time.minute <= 59 && time.second <= 60;
}

/// `a` / `b` rounded towards minus infinity, for a positive `b`.
[[nodiscard]] constexpr int64_t floor_divided(int64_t a, int64_t b) noexcept {
  return a / b - (a % b < 0 ? 1 : 0);
}

inline constexpr int64_t days_in_400_years = 146097;

/// Days from 1970-01-01 to a date. The year is taken to begin in March, so that the leap day is its
/// last and the months before any month have (153 x months + 2) / 5 days.
[[nodiscard]] constexpr int64_t days_since_1970(int64_t year, uint32_t month,
                                                uint32_t day) noexcept {
  int64_t const march_year = month > 2 ? year : year - 1;
  int64_t const cycle = floor_divided(march_year, 400);
  int64_t const year_of_cycle = march_year - cycle * 400;
  int64_t const months_since_march = month > 2 ? month - 3 : month + 9;
  int64_t const day_of_year = (153 * months_since_march + 2) / 5 + day - 1;
  int64_t const day_of_cycle =
      year_of_cycle * 365 + year_of_cycle / 4 - year_of_cycle / 100 + day_of_year;
  constexpr int64_t from_0000_03_01_to_1970 = 719468;
  return cycle * days_in_400_years + day_of_cycle - from_0000_03_01_to_1970;
}

/// The calendar time of an instant, milliseconds dropped. The year is found by a guess that the
/// mean length of a year cannot miss by more than one.
[[nodiscard]] constexpr CalendarTime calendar_time(Instant instant) noexcept {
  int64_t const seconds = floor_divided(instant.count(), 1000);
  int64_t const days = floor_divided(seconds, 86400);
  int64_t const second_of_day = seconds - days * 86400;
  CalendarTime time;
  time.year = 1970 + floor_divided(days * 400, days_in_400_years);
  while (days < days_since_1970(time.year, 1, 1)) --time.year;
  while (days >= days_since_1970(time.year + 1, 1, 1)) ++time.year;
  int64_t day_of_year = days - days_since_1970(time.year, 1, 1);
  for (time.month = 1; day_of_year >= days_in_month(time.year, time.month); ++time.month) {
    day_of_year -= days_in_month(time.year, time.month);
  }
  time.day = static_cast<uint32_t>(day_of_year) + 1;
  time.hour = static_cast<uint32_t>(second_of_day / 3600);
  time.minute = static_cast<uint32_t>(second_of_day / 60 % 60);
  time.second = static_cast<uint32_t>(second_of_day % 60);
  return time;
}

/// The greatest year with these last two digits for which the date is not more than 50 years after
/// `now`, compared number by number as written (RFC 9110 5.6.7); never below 0 or above 9999.
[[nodiscard]] constexpr int64_t full_year(CalendarTime const& date, Instant now) noexcept {
  CalendarTime const today = calendar_time(now);
  int64_t const limit = today.year + 50;
  int64_t const year = floor_divided(limit, 100) * 100 + date.year;
  bool const too_late = year > limit || (year == limit && within_year(date) > within_year(today));
  int64_t const chosen = too_late ? year - 100 : year;
  return chosen < 0 ? date.year : chosen > 9999 ? 9900 + date.year : chosen;
}

}}}  // namespace oncemore::v1::detail
