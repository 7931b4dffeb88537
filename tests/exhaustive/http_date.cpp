// SPDX-License-Identifier: MIT
//
// Dates through all three forms and back, in both grammars. The calendar here is an odometer that
// never divides: it starts on Monday 0001-01-01 and turns one day at a time, so that it shares no
// arithmetic with the library's.

#include <gtest/gtest.h>
#include <oncemore/oncemore.hpp>

#include <cstdint>
#include <iostream>
#include <string>
#include <string_view>

namespace {

using oncemore::Grammar;
using oncemore::Instant;

constexpr char const* weekdays[] = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                    "Friday", "Saturday", "Sunday"};
constexpr char const* months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                  "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
constexpr int month_lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

/// A day, and the Unix second at which it begins.
struct Day {
  int year = 1;
  int month = 0;  // 0 is January
  int day = 1;
  int weekday = 0;  // 0 is Monday
  int64_t second = -62135596800;

  bool in_leap_year() const { return year % 4 == 0 && (year % 25 != 0 || year % 16 == 0); }
  int month_length() const { return month == 1 && in_leap_year() ? 29 : month_lengths[month]; }

  void next() {
    second += 86400;
    weekday = weekday == 6 ? 0 : weekday + 1;
    if (++day <= month_length()) return;
    day = 1;
    if (++month < 12) return;
    month = 0;
    ++year;
  }
};

/// Writes the last digits of a number at a place of a text.
void put(std::string& text, size_t at, int digits, int number) {
  for (int i = digits; i-- > 0; number /= 10) {
    text[at + static_cast<size_t>(i)] = static_cast<char>('0' + number % 10);
  }
}

/// A date in one of the three forms; the time of day is a place in it that can be written anew.
struct Form {
  std::string text;
  size_t time_at = 0;
  bool two_digit_year = false;

  void put_time(int hour, int minute, int second) {
    put(text, time_at, 2, hour);
    put(text, time_at + 3, 2, minute);
    put(text, time_at + 6, 2, second);
  }
};

constexpr int form_count = 3;

/// RFC 9110 5.6.7: IMF-fixdate, rfc850-date, asctime-date.
void write(Day const& day, Form (&forms)[form_count]) {
  std::string const weekday = weekdays[day.weekday];
  std::string const short_weekday = weekday.substr(0, 3);
  std::string const month = months[day.month];
  std::string number = "00";
  put(number, 0, 2, day.day);
  std::string const padded = day.day < 10 ? " " + number.substr(1) : number;
  std::string year = "0000";
  put(year, 0, 4, day.year);

  std::string const before[form_count] = {
      short_weekday + ", " + number + ' ' + month + ' ' + year + ' ',
      weekday + ", " + number + '-' + month + '-' + year.substr(2) + ' ',
      short_weekday + ' ' + month + ' ' + padded + ' '};
  std::string const after[form_count] = {" GMT", " GMT", ' ' + year};
  for (int i = 0; i < form_count; ++i) {
    forms[i].text = before[i] + "00:00:00" + after[i];
    forms[i].time_at = before[i].size();
    forms[i].two_digit_year = i == 1;
  }
}

constexpr int64_t malformed = INT64_MIN;

int64_t seconds(std::string const& text, int64_t now, Grammar grammar) {
  auto const date = oncemore::parse_http_date(text, Instant(now * 1000), grammar);
  return date.valid() ? date.instant().count() / 1000 : malformed;
}

/// Counts what was asked and keeps the first answer that was wrong.
class Examiner {
 public:
  /// What a text must mean, by the strict grammar only if that takes the year and the time.
  void expect(std::string const& text, int64_t now, int64_t expected, bool strict_takes_it) {
    cases_ += 2;
    int64_t const lenient = seconds(text, now, Grammar::lenient);
    int64_t const strict = seconds(text, now, Grammar::strict);
    int64_t const strict_expected = strict_takes_it ? expected : malformed;
    if (failed_ || (lenient == expected && strict == strict_expected)) return;
    failed_ = true;
    ADD_FAILURE() << "'" << text << "' at " << now << " means " << expected
                  << (strict_takes_it ? "" : ", leniently only") << "\n  lenient: " << lenient
                  << "\n  strict:  " << strict;
  }

  void expect(Day const& day, Form& form, int64_t now, int hour, int minute, int second) {
    form.put_time(hour, minute, second);
    int64_t const at = day.second + hour * 3600 + minute * 60 + second;
    bool const leap_second_of_a_day = second == 60 && hour == 23 && minute == 59;
    expect(form.text, now, at, day.year >= 1900 && (second != 60 || leap_second_of_a_day));
  }

  bool failed() const { return failed_; }
  uint64_t cases() const { return cases_; }

 private:
  uint64_t cases_ = 0;
  bool failed_ = false;
};

Day first_of(int year) {
  Day day;
  while (day.year < year) day.next();
  return day;
}

TEST(HttpDate, the_odometer_passes_the_epoch_and_ends_where_it_must) {
  Day day = first_of(1970);
  EXPECT_EQ(day.second, 0);
  EXPECT_STREQ(weekdays[day.weekday], "Thursday");
  while (day.year < 9999 || day.month < 11 || day.day < 31) day.next();
  EXPECT_EQ(day.second, 253402214400);  // date -ud 9999-12-31 +%s
  EXPECT_STREQ(weekdays[day.weekday], "Friday");
}

// Also a leap second at each minute's end, which is the next minute's first.
TEST(HttpDate, the_last_second_of_every_minute_of_1970_to_2105) {
  Examiner examiner;
  Form forms[form_count];
  for (Day day = first_of(1970); day.year <= 2105 && !examiner.failed(); day.next()) {
    write(day, forms);
    for (int minute = 0; minute < 1440; ++minute) {
      for (Form& form : forms) {
        examiner.expect(day, form, day.second, minute / 60, minute % 60, 59);
      }
      examiner.expect(day, forms[minute % form_count], day.second, minute / 60, minute % 60, 60);
    }
  }
  std::cout << "exhaustive: minutes of 1970-2105: " << examiner.cases() << " cases\n";
}

TEST(HttpDate, every_day_of_the_years_1_to_9999) {
  Examiner examiner;
  Form forms[form_count];
  for (Day day; day.year <= 9999 && !examiner.failed(); day.next()) {
    write(day, forms);
    for (Form& form : forms) {
      // A moment of the day that is another one each day.
      int const minute = (day.year * 7 + day.month * 120 + day.day) % 1440;
      examiner.expect(day, form, day.second, minute / 60, minute % 60, day.day);
      examiner.expect(day, form, day.second, 0, 0, 0);
      examiner.expect(day, form, day.second, 23, 59, 59);
    }
  }
  std::cout << "exhaustive: days of 1-9999: " << examiner.cases() << " cases\n";
}

// Day 0, and each day behind the month's last one. The weekday is the one that counting on gives.
TEST(HttpDate, no_day_that_does_not_exist) {
  Examiner examiner;
  Form forms[form_count];
  for (Day last; last.year <= 9999 && !examiner.failed(); last.next()) {
    if (last.day != last.month_length()) continue;
    for (int const number : {0, 29, 30, 31, 32, 39}) {
      if (number != 0 && number <= last.day) continue;
      Day day = last;
      day.day = number;
      day.weekday = (last.weekday + number - last.day + 35) % 7;
      write(day, forms);
      for (Form const& form : forms) examiner.expect(form.text, last.second, malformed, true);
    }
  }
  std::cout << "exhaustive: days that do not exist: " << examiner.cases() << " cases\n";
}

// The other way round: an instant's calendar time, which two-digit years are compared with.
TEST(HttpDate, the_calendar_time_of_every_day) {
  uint64_t cases = 0;
  for (Day day; day.year <= 9999; day.next(), ++cases) {
    int64_t const second_of_day = day.day * 2700 + day.month;
    auto const time =
        oncemore::detail::calendar_time(Instant((day.second + second_of_day) * 1000 + 999));
    bool const same_day = time.year == day.year && static_cast<int>(time.month) == day.month + 1 &&
                          static_cast<int>(time.day) == day.day;
    int64_t const read = (int64_t{time.hour} * 60 + time.minute) * 60 + time.second;
    ASSERT_TRUE(same_day && read == second_of_day && time.minute < 60 && time.second < 60)
        << day.second + second_of_day;
  }
  std::cout << "exhaustive: calendar times of 1-9999: " << cases << " cases\n";
}

// "More than 50 years in the future" is another century (RFC 9110 5.6.7), to the second.
TEST(HttpDate, a_two_digit_year_is_at_most_50_years_ahead) {
  Examiner examiner;
  Form forms[form_count];
  // Each day is seen from the same moment 50 years before it. The days from there to here are as
  // many as another odometer turns, and a 29 February has no such moment.
  Day then = first_of(1850);
  for (Day day = first_of(1900); day.year <= 2400 && !examiner.failed(); day.next()) {
    bool const leap_day = day.month == 1 && day.day == 29;
    if (leap_day) continue;
    while (then.month != day.month || then.day != day.day || then.year != day.year - 50) {
      then.next();
    }
    write(day, forms);
    Form& form = forms[1];
    examiner.expect(day, form, then.second + 86399, 23, 59, 59);
    examiner.expect(day, form, then.second, 0, 0, 0);
    // A second earlier it is the year a century before; only the strict grammar minds the weekday.
    form.put_time(0, 0, 0);
    int64_t const before = seconds(form.text, then.second - 1, Grammar::lenient);
    int64_t const century = day.second - before;
    ASSERT_TRUE(century == 36524 * int64_t{86400} || century == 36525 * int64_t{86400})
        << form.text << " at " << then.second - 1 << " means " << before;
  }
  std::cout << "exhaustive: two-digit years: " << examiner.cases() << " cases\n";
}

}  // namespace
