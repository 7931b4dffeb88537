// SPDX-License-Identifier: MIT
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <oncemore/hints/calendar.hpp>
#include <oncemore/hints/scanner.hpp>
#include <oncemore/text.hpp>
#include <oncemore/time.hpp>

namespace oncemore { inline namespace v1 {

/// What parse_http_date() made of a field value: an instant, or nothing it understands.
class HttpDate {
 public:
  constexpr HttpDate() noexcept = default;
  constexpr explicit HttpDate(Instant instant) noexcept : instant_(instant), valid_(true) {}

  [[nodiscard]] constexpr bool valid() const noexcept { return valid_; }
  /// Whole seconds; 1970 of a malformed date.
  [[nodiscard]] constexpr Instant instant() const noexcept { return instant_; }

 private:
  Instant instant_;
  bool valid_ = false;
};

namespace detail {

/// The first three letters in lower case, as one number: no two days and no two months share them.
[[nodiscard]] constexpr uint32_t key_of(Text word) noexcept {
  uint32_t key = 0;
  for (size_t i = 0; i < 3 && i < word.size(); ++i) {
    key = key << 8 | static_cast<unsigned char>(lower(word[i]));
  }
  return key;
}

struct Name {
  constexpr Name(char const* name) noexcept : full(name), key(key_of(full)) {}
  Text full;
  uint32_t key;
};
// clang-format off
inline constexpr Name weekday_names[] = {
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
inline constexpr Name month_names[] = {
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December"};
// clang-format on
struct Zone {
  Text name;
  int32_t hours;  // east of Greenwich
};
inline constexpr Zone zones[] = {{"GMT", 0},  {"UT", 0},   {"UTC", 0},  {"Z", 0},
                                 {"EST", -5}, {"EDT", -4}, {"CST", -6}, {"CDT", -5},
                                 {"MST", -7}, {"MDT", -6}, {"PST", -8}, {"PDT", -7}};

/// The ways in which the name of a day or a month is written.
enum class Spelling : uint32_t { short_form, long_form, any };  // `any` in any case, too

/// The place of a name in a table; the table's length if it is not there, or not so spelled.
template <uint32_t count>
[[nodiscard]] constexpr uint32_t find_name(Text word, Name const (&names)[count],
                                           Spelling spelling) noexcept {
  uint32_t const key = key_of(word);
  uint32_t index = 0;
  while (index < count && names[index].key != key) ++index;
  if (index == count) return count;
  Text const full = names[index].full;
  Text const exact = spelling == Spelling::short_form ? Text(full.data(), 3) : full;
  bool const any_spelling = word.size() == 3 || equal_in_any_case(word, full);
  bool const spelled = spelling == Spelling::any ? any_spelling : word == exact;
  return spelled ? index : count;
}

/// A date as it was read, before it is known whether such a day exists.
struct WrittenDate {
  CalendarTime time;
  uint32_t weekday = 7;  // 0 is Sunday, 7 is none
  bool two_digit_year = false;
  int32_t zone_minutes = 0;  // east of Greenwich
};

/// Reads the parts of a date; each function is one rule of a grammar and tells whether it held.
class DateReader {
 public:
  constexpr explicit DateReader(Text text) noexcept : in_(text) {}
  /// What was read, with a whole year. A reference, since clang would call memcpy for a copy.
  [[nodiscard]] constexpr WrittenDate const& completed_date(Instant now) noexcept {
    if (date_.two_digit_year) date_.time.year = full_year(date_.time, now);
    return date_;
  }

  /// IMF-fixdate / rfc850-date / asctime-date (RFC 9110 5.6.7).
  [[nodiscard]] constexpr bool strict() noexcept {
    Text const word = in_.letters();
    bool const is_rfc850 = word.size() > 3;
    if (!weekday(word, is_rfc850 ? Spelling::long_form : Spelling::short_form)) return false;
    if (is_rfc850) {
      return in_.take(',') && in_.take(' ') && day(2, 2) && in_.take('-') &&
             month(Spelling::short_form) && in_.take('-') && year(2, 2) && in_.take(' ') &&
             time(2) && gmt();
    }
    if (in_.take(',')) {
      return in_.take(' ') && day(2, 2) && in_.take(' ') && month(Spelling::short_form) &&
             in_.take(' ') && year(4, 4) && in_.take(' ') && time(2) && gmt();
    }
    return in_.take(' ') && month(Spelling::short_form) && in_.take(' ') &&
           (in_.take(' ') ? day(1, 1) : day(2, 2)) && in_.take(' ') && time(2) && in_.take(' ') &&
           year(4, 4) && in_.at_end();
  }

  /// Day first or month first, as people and programs write it:
  ///   [wd (OWS "," OWS / WS)] 1*2DIGIT sep mon sep year WS time [WS zone]
  ///   wd (OWS "," OWS / WS) mon WS 1*2DIGIT WS time [WS zone] WS year [WS zone], one zone at most
  [[nodiscard]] constexpr bool lenient() noexcept {
    bool const has_weekday = is_letter(in_.peek());
    if (has_weekday) {
      if (!weekday(in_.letters(), Spelling::any)) return false;
      bool const apart = in_.blanks();
      if (!in_.take(',') && !apart) return false;
      in_.blanks();
    }
    if (has_weekday && is_letter(in_.peek())) return month_first();
    return day(1, 2) && separator() && month(Spelling::any) && separator() && year(2, 4) &&
           in_.blanks() && time(1) && optional_zone() && in_.at_end();
  }

 private:
  constexpr bool month_first() noexcept {
    if (!month(Spelling::any) || !in_.blanks() || !day(1, 2) || !in_.blanks() || !time(1) ||
        !in_.blanks()) {
      return false;
    }
    bool const zone_before_year = !is_digit(in_.peek());
    if (zone_before_year && !(zone() && in_.blanks())) return false;
    return year(2, 4) && (zone_before_year || optional_zone()) && in_.at_end();
  }

  constexpr bool weekday(Text word, Spelling spelling) noexcept {
    date_.weekday = find_name(word, weekday_names, spelling);
    return date_.weekday < 7;
  }
  constexpr bool month(Spelling spelling) noexcept {
    Text const word = in_.letters();
    bool const sept = spelling == Spelling::any && equal_in_any_case(word, "Sept");
    date_.time.month = sept ? 9 : 1 + find_name(word, month_names, spelling);
    return date_.time.month <= 12;
  }
  constexpr bool day(size_t fewest, size_t most) noexcept {
    return in_.digits(fewest, most, date_.time.day);
  }

  /// Two digits or four, as far as the bounds allow both.
  constexpr bool year(size_t fewest, size_t most) noexcept {
    Scanner two = in_;
    uint32_t value = 0;
    date_.two_digit_year = fewest == 2 && two.digits(2, 2, value);
    if (date_.two_digit_year) {
      in_ = two;
    } else if (most != 4 || !in_.digits(4, 4, value)) {
      return false;
    }
    date_.time.year = value;
    return true;
  }
  constexpr bool time(size_t fewest_hour_digits) noexcept {
    CalendarTime& at = date_.time;
    if (!in_.digits(fewest_hour_digits, 2, at.hour) || !in_.take(':') ||
        !in_.digits(2, 2, at.minute)) {
      return false;
    }
    bool const lenient = fewest_hour_digits == 1;
    return in_.take(':') ? in_.digits(2, 2, at.second) : lenient;
  }
  constexpr bool separator() noexcept { return in_.take('-') || in_.blanks(); }
  constexpr bool gmt() noexcept { return in_.take(' ') && in_.letters() == "GMT" && in_.at_end(); }
  constexpr bool optional_zone() noexcept { return !in_.blanks() || zone(); }

  /// A name of RFC 5322 4.3 or an offset; of the military letters only Z.
  constexpr bool zone() noexcept {
    if (is_letter(in_.peek())) {
      Text const word = in_.letters();
      for (Zone const& zone : zones) {
        date_.zone_minutes = zone.hours * 60;
        if (equal_in_any_case(word, zone.name)) return true;
      }
      return false;
    }
    bool const west = in_.peek() == '-';
    uint32_t written = 0;
    if (!in_.take(west ? '-' : '+') || !in_.digits(4, 4, written)) return false;
    date_.zone_minutes = static_cast<int32_t>(written / 100 * 60 + written % 100);
    if (west) date_.zone_minutes = -date_.zone_minutes;
    return written / 100 <= 23 && written % 100 <= 59;
  }

  Scanner in_;
  WrittenDate date_;
};

/// What the letter of the standards asks beyond the form: RFC 5322 3.3 knows no year before 1900
/// and wants the right weekday, and a leap second can only end a day.
[[nodiscard]] constexpr bool is_right(WrittenDate const& date, int64_t days) noexcept {
  bool const leap_second = date.time.second == 60;
  constexpr int64_t weekday_of_1970_01_01 = 4;
  int64_t const weekday = days + weekday_of_1970_01_01 - floor_divided(days + 4, 7) * 7;
  return date.time.year >= 1900 && weekday == date.weekday &&
         (!leap_second || (date.time.hour == 23 && date.time.minute == 59));
}

[[nodiscard]] constexpr HttpDate parse_date(Text trimmed_field, Instant now,
                                            Grammar grammar) noexcept {
  DateReader reader(trimmed_field);
  bool const lenient = grammar == Grammar::lenient;
  if (!(lenient ? reader.lenient() : grammar == Grammar::strict && reader.strict())) return {};
  WrittenDate const& date = reader.completed_date(now);
  if (!exists(date.time)) return {};
  int64_t const days = days_since_1970(date.time.year, date.time.month, date.time.day);
  if (grammar == Grammar::strict && !is_right(date, days)) return {};
  int64_t const minutes = (days * 24 + date.time.hour) * 60 + date.time.minute - date.zone_minutes;
  return HttpDate(Instant((minutes * 60 + date.time.second) * 1000));
}

}  // namespace detail

/// The instant that an HTTP-date names (RFC 9110 5.6.7): its three forms, always in UTC, whatever
/// the process's time zone or locale. `now` serves only to complete a two-digit year. A date that
/// does not exist, an absent field, or any field under an unknown grammar is not valid.
///
/// The lenient grammar also takes any case, a weekday that is wrong or missing, one-digit days and
/// hours, times without seconds, long names, dashes or blanks between the parts, and the zones of
/// RFC 5322; a date without a zone is UTC.
[[nodiscard]] constexpr HttpDate parse_http_date(Text field, Instant now,
                                                 Grammar grammar = Grammar::lenient) noexcept {
  return detail::parse_date(detail::trimmed(field, grammar), now, grammar);
}

}}  // namespace oncemore::v1
