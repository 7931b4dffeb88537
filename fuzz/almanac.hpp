// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstring>
#include <ctime>
#include <tuple>
#include <vector>

#include "input.hpp"

namespace fuzz {

/// A time in UTC as it is written; months and days from 1.
struct Written {
  int64_t year = 1970;
  int month = 1;
  int day = 1;
  int hour = 0;
  int minute = 0;
  int second = 0;

  friend bool operator<=(Written const& a, Written const& b) { return a.parts() <= b.parts(); }
  friend bool operator==(Written const& a, Written const& b) { return a.parts() == b.parts(); }

 private:
  std::tuple<int64_t, int, int, int, int, int> parts() const {
    return {year, month, day, hour, minute, second};
  }
};

/// The Gregorian calendar as a printed book of 400 years, filled in a day at a time and looked up:
/// a calendar that shares no arithmetic with the library's.
class Almanac {
 public:
  static Almanac const& book() {
    static Almanac const almanac;
    return almanac;
  }

  /// Whether there is such a day, in years from 0.
  bool has(int64_t year, int month, int day) const {
    if (year < 0 || month < 1 || month > 12 || day < 1 || day > 31) return false;
    return day_number_[year % 400][month][day] >= 0;
  }

  /// 0 is Sunday.
  int weekday(int64_t year, int month, int day) const {
    // 400 years are a whole number of weeks, and 2000-01-01 was a Saturday.
    return (day_number_[year % 400][month][day] + 6) % 7;
  }

  /// Seconds since 1970 of a time that exists, as the C library has them where it is a POSIX one.
  int64_t unix_seconds(Written const& time) const {
    int64_t const days = time.year / 400 * days_in_book +
                         day_number_[time.year % 400][time.month][time.day] - days_to_1970_;
    int64_t const seconds = ((days * 24 + time.hour) * 60 + time.minute) * 60 + time.second;
#ifdef __unix__
    std::tm fields{};
    fields.tm_year = static_cast<int>(time.year - 1900);
    fields.tm_mon = time.month - 1;
    fields.tm_mday = time.day;
    fields.tm_hour = time.hour;
    fields.tm_min = time.minute;
    fields.tm_sec = time.second;
    require(timegm(&fields) == seconds, "the almanac and timegm agree");
#endif
    return seconds;
  }

  Written written(int64_t unix_seconds) const {
    int64_t days = unix_seconds / 86400;
    int64_t rest = unix_seconds % 86400;
    if (rest < 0) {
      rest += 86400;
      --days;
    }
    days += days_to_1970_;
    int64_t books = days / days_in_book;
    int64_t page = days % days_in_book;
    if (page < 0) {
      page += days_in_book;
      --books;
    }
    Written time = pages_[static_cast<size_t>(page)];
    time.year += books * 400;
    time.hour = static_cast<int>(rest / 3600);
    time.minute = static_cast<int>(rest / 60 % 60);
    time.second = static_cast<int>(rest % 60);
    return time;
  }

 private:
  static constexpr int64_t days_in_book = 146097;

  Almanac() {
    constexpr int lengths[] = {0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    std::memset(day_number_, -1, sizeof(day_number_));
    for (int year = 0; year < 400; ++year) {
      bool const leap = year % 4 == 0 && year != 100 && year != 200 && year != 300;
      for (int month = 1; month <= 12; ++month) {
        int const length = month == 2 && leap ? 29 : lengths[month];
        for (int day = 1; day <= length; ++day) {
          day_number_[year][month][day] = static_cast<int>(pages_.size());
          pages_.push_back({year, month, day, 0, 0, 0});
        }
      }
    }
    days_to_1970_ = 4 * days_in_book + day_number_[370][1][1];
  }

  std::vector<Written> pages_;
  int day_number_[400][13][32];
  int64_t days_to_1970_ = 0;
};

/// RFC 9110 5.6.7: the greatest year with these last digits that is at most 50 years after now,
/// as written, tried one by one; the least if there is none.
inline int64_t full_year(Written time, int64_t now_ms) {
  int64_t const now_seconds = now_ms / 1000 - (now_ms % 1000 < 0 ? 1 : 0);
  Written limit = Almanac::book().written(now_seconds);
  limit.year += 50;
  int64_t const digits = time.year;
  int64_t year = digits;
  for (int64_t candidate = digits; candidate <= 9999; candidate += 100) {
    time.year = candidate;
    if (time <= limit) year = candidate;
  }
  return year;
}

}  // namespace fuzz
