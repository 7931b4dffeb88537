// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

// Writes dates for the tests to read back. The calendar is counted forward day by day and shares no
// formula with the core.
namespace dates {

struct Day {
  int year = 1900;
  int month = 1;
  int day = 1;
  int weekday = 1;  // 1900-01-01 was a Monday; 0 is Sunday
  int64_t days_since_1970 = -25567;

  static bool is_leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }
  static int days_in(int year, int month) {
    static constexpr int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return month == 2 && is_leap(year) ? 29 : days[month - 1];
  }

  void advance() {
    weekday = (weekday + 1) % 7;
    ++days_since_1970;
    if (++day <= days_in(year, month)) return;
    day = 1;
    if (++month <= 12) return;
    month = 1;
    ++year;
  }
};

inline constexpr char const* weekdays[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                           "Thursday", "Friday", "Saturday"};
inline constexpr char const* months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                         "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

inline std::string time_of(int second_of_day) {
  char text[32];
  std::snprintf(text, sizeof text, "%02d:%02d:%02d", second_of_day / 3600, second_of_day / 60 % 60,
                second_of_day % 60);
  return text;
}

/// Sun, 06 Nov 1994 08:49:37 GMT
inline std::string imf_fixdate(Day const& date, int second_of_day) {
  char text[64];
  std::snprintf(text, sizeof text, "%.3s, %02d %s %04d ", weekdays[date.weekday], date.day,
                months[date.month - 1], date.year);
  return text + time_of(second_of_day) + " GMT";
}

/// Sunday, 06-Nov-94 08:49:37 GMT
inline std::string rfc850_date(Day const& date, int second_of_day) {
  char text[64];
  std::snprintf(text, sizeof text, "%s, %02d-%s-%02d ", weekdays[date.weekday], date.day,
                months[date.month - 1], date.year % 100);
  return text + time_of(second_of_day) + " GMT";
}

/// Sun Nov  6 08:49:37 1994
inline std::string asctime_date(Day const& date, int second_of_day) {
  char text[64];
  std::snprintf(text, sizeof text, "%.3s %s %2d ", weekdays[date.weekday], months[date.month - 1],
                date.day);
  char year[16];
  std::snprintf(year, sizeof year, " %04d", date.year);
  return text + time_of(second_of_day) + year;
}

}  // namespace dates
