// SPDX-License-Identifier: MIT
#include <oncemore/hints/calendar.hpp>

#include <stdint.h>

#include "rule.hpp"

using namespace oncemore;

namespace {

constexpr bool is(detail::CalendarTime time, int64_t year, uint32_t month, uint32_t day,
                  uint32_t hour, uint32_t minute, uint32_t second) noexcept {
  return time.year == year && time.month == month && time.day == day && time.hour == hour &&
         time.minute == minute && time.second == second;
}

constexpr detail::CalendarTime calendar(int64_t milliseconds) noexcept {
  return detail::calendar_time(Instant(milliseconds));
}

constexpr bool is_the_same_day_again(int64_t year, uint32_t month, uint32_t day) noexcept {
  int64_t const days = detail::days_since_1970(year, month, day);
  return is(calendar(days * 86400000), year, month, day, 0, 0, 0);
}

}  // namespace

RULES(leap_years_are_gregorian) {
  RULE(detail::is_leap_year(2028) && !detail::is_leap_year(2026));
  RULE(detail::is_leap_year(2000) && !detail::is_leap_year(1900) && !detail::is_leap_year(2100));
  RULE(detail::is_leap_year(0) && detail::is_leap_year(-4) && !detail::is_leap_year(-100));
}

RULES(months_have_their_days) {
  RULE(detail::days_in_month(2026, 1) == 31 && detail::days_in_month(2026, 2) == 28);
  RULE(detail::days_in_month(2028, 2) == 29 && detail::days_in_month(2026, 3) == 31);
  RULE(detail::days_in_month(2026, 4) == 30 && detail::days_in_month(2026, 5) == 31);
  RULE(detail::days_in_month(2026, 6) == 30 && detail::days_in_month(2026, 7) == 31);
  RULE(detail::days_in_month(2026, 8) == 31 && detail::days_in_month(2026, 9) == 30);
  RULE(detail::days_in_month(2026, 10) == 31 && detail::days_in_month(2026, 11) == 30);
  RULE(detail::days_in_month(2026, 12) == 31);
}

RULES(days_are_counted_from_1970) {
  RULE(detail::days_since_1970(1970, 1, 1) == 0);
  RULE(detail::days_since_1970(1969, 12, 31) == -1);
  RULE(detail::days_since_1970(1994, 11, 6) == 9075);
  RULE(detail::days_since_1970(2000, 2, 29) == 11016);
  RULE(detail::days_since_1970(2000, 3, 1) == 11017);
  RULE(detail::days_since_1970(2026, 12, 1) == 20788);
  RULE(detail::days_since_1970(1900, 1, 1) == -25567);
  RULE(detail::days_since_1970(0, 1, 1) == -719528);
  RULE(detail::days_since_1970(9999, 12, 31) == 2932896);
}

RULES(an_instant_has_a_time_of_the_calendar) {
  RULE(is(detail::CalendarTime{}, 0, 0, 0, 0, 0, 0) && !exists(detail::CalendarTime{}));
  RULE(is(calendar(0), 1970, 1, 1, 0, 0, 0));
  RULE(is(calendar(784111777000), 1994, 11, 6, 8, 49, 37));
  RULE(is(calendar(1781524800000), 2026, 6, 15, 12, 0, 0));
  RULE(is(calendar(951825599000), 2000, 2, 29, 11, 59, 59));
  RULE(is(calendar(253402300799000), 9999, 12, 31, 23, 59, 59));
  // The last day of a leap year, at the end of a century that has more of them than most.
  RULE(is(calendar(4007750400000), 2096, 12, 31, 0, 0, 0));
}

// Milliseconds are dropped towards the past, before 1970, too.

RULES(the_calendar_drops_milliseconds) {
  RULE(is(calendar(999), 1970, 1, 1, 0, 0, 0));
  RULE(is(calendar(-1), 1969, 12, 31, 23, 59, 59));
  RULE(is(calendar(-1000), 1969, 12, 31, 23, 59, 59));
  RULE(is(calendar(-1001), 1969, 12, 31, 23, 59, 58));
}

RULES(the_calendar_reaches_as_far_as_instants_do) {
  RULE(is(calendar(INT64_MAX), 292278994, 8, 17, 7, 12, 55));
  RULE(is(calendar(INT64_MIN), -292275055, 5, 16, 16, 47, 4));
}

RULES(a_day_is_found_again) {
  RULE(is_the_same_day_again(1600, 2, 29));
  RULE(is_the_same_day_again(1899, 12, 31) && is_the_same_day_again(1900, 3, 1));
  RULE(is_the_same_day_again(2026, 1, 1) && is_the_same_day_again(2026, 12, 31));
  RULE(is_the_same_day_again(0, 2, 29) && is_the_same_day_again(-1, 12, 31));
  RULE(is_the_same_day_again(-400, 1, 1) && is_the_same_day_again(10000, 1, 1));
}
