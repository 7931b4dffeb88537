// SPDX-License-Identifier: MIT
//
// Retry-After fields against a second parser, which is made of regular expressions and string
// functions and knows the grammar only from the words of the RFC and of the README.

#include <oncemore/hints/reference_time.hpp>
#include <oncemore/hints/retry_after_field.hpp>

#include <algorithm>
#include <regex>
#include <string>

#include "almanac.hpp"
#include "input.hpp"

namespace {

using namespace oncemore;

constexpr int64_t malformed = -1;
constexpr int64_t largest = 9223372036854;

std::string without_edges(std::string const& text, char const* edges) {
  auto const first = text.find_first_not_of(edges);
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(edges) - first + 1);
}

std::string with_single_blanks(std::string const& text) {
  std::string squeezed;
  for (char const c : text) {
    bool const blank = c == ' ' || c == '\t';
    if (!blank) squeezed += c;
    if (blank && (squeezed.empty() || squeezed.back() != ' ')) squeezed += ' ';
  }
  return squeezed;
}

bool only_digits(std::string const& text) {
  return text.find_first_not_of("0123456789") == std::string::npos;
}

/// Milliseconds of `12` or `12.0341`, rounded up.
int64_t milliseconds(std::string const& number) {
  std::string const whole = number.substr(0, number.find('.'));
  std::string fraction = number.substr(std::min(whole.size() + 1, number.size()));
  auto const first = std::min(whole.find_first_not_of('0'), whole.size());
  if (whole.size() - first > 12) return largest;
  fraction.resize(std::max<size_t>(fraction.size(), 3), '0');
  bool const more = fraction.find_first_not_of('0', 3) != std::string::npos;
  int64_t const sum = std::stoll('0' + whole) * 1000 + std::stoll(fraction.substr(0, 3)) + more;
  return std::min(sum, largest);
}

/// 1*DIGIT, or leniently a list of numbers with a fraction, of which the largest counts.
int64_t as_seconds(std::string const& field, bool lenient) {
  if (!lenient) return field.empty() || !only_digits(field) ? malformed : milliseconds(field);
  int64_t longest = malformed;
  std::string rest = field + ',';
  for (size_t comma = rest.find(','); comma != std::string::npos; comma = rest.find(',')) {
    std::string const number = without_edges(rest.substr(0, comma), " \t");
    rest.erase(0, comma + 1);
    if (number.empty()) continue;
    auto const point = number.find('.');
    bool const right = point != 0 && only_digits(number.substr(0, point)) &&
                       (point == std::string::npos || only_digits(number.substr(point + 1)));
    if (!right) return malformed;
    longest = std::max(longest, milliseconds(number));
  }
  return longest;
}

// --- dates --------------------------------------------------------------------------------------

std::string const short_weekday = "(Sun|Mon|Tue|Wed|Thu|Fri|Sat)";
std::string const long_weekday = "(Sunday|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday)";
std::string const short_month = "(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
std::string const any_month =
    "(Jan|January|Feb|February|Mar|March|Apr|April|May|Jun|June|Jul|July|Aug|August|Sep|Sept|"
    "September|Oct|October|Nov|November|Dec|December)";
std::string const time_of_day = "([0-9][0-9]):([0-9][0-9]):([0-9][0-9])";
std::string const any_time = "([0-9]?[0-9]):([0-9][0-9])(?::([0-9][0-9]))?";
std::string const zone = "(GMT|UT|UTC|Z|EST|EDT|CST|CDT|MST|MDT|PST|PDT|[+-][0-9][0-9][0-9][0-9])";
std::string const any_year = "([0-9][0-9][0-9][0-9]|[0-9][0-9])";
std::string const any_weekday = "(?:" + short_weekday + "|" + long_weekday + ")(?: ?, ?| )";

/// A form of date: its pattern, and which group of it holds what (0: the form has no such part).
struct Form {
  std::regex pattern;
  size_t weekday, day, month, year, hour, zone, other_zone;
};

std::vector<Form> const& strict_forms() {
  static std::vector<Form> const forms = {
      {std::regex(short_weekday + ", ([0-9][0-9]) " + short_month + " ([0-9][0-9][0-9][0-9]) " +
                  time_of_day + " GMT"),
       1, 2, 3, 4, 5, 0, 0},
      {std::regex(long_weekday + ", ([0-9][0-9])-" + short_month + "-([0-9][0-9]) " + time_of_day +
                  " GMT"),
       1, 2, 3, 4, 5, 0, 0},
      {std::regex(short_weekday + ' ' + short_month + " ([0-9][0-9]| [0-9]) " + time_of_day +
                  " ([0-9][0-9][0-9][0-9])"),
       1, 3, 2, 7, 4, 0, 0}};
  return forms;
}

std::vector<Form> const& lenient_forms() {
  static std::vector<Form> const forms = {
      {std::regex("(?:" + any_weekday + ")?([0-9]?[0-9])[ -]" + any_month + "[ -]" + any_year +
                      ' ' + any_time + "(?: " + zone + ")?",
                  std::regex::icase),
       0, 3, 4, 5, 6, 9, 9},
      {std::regex(any_weekday + any_month + " ([0-9]?[0-9]) " + any_time + "(?: " + zone + ")? " +
                      any_year + "(?: " + zone + ")?",
                  std::regex::icase),
       0, 4, 3, 9, 5, 8, 10}};
  return forms;
}

int place_in(char const* three_letter_names, std::string name) {
  name.resize(3);
  for (char& c : name) c = static_cast<char>(std::tolower(c));
  return static_cast<int>(std::string(three_letter_names).find(name) / 3);
}

/// Minutes east of Greenwich, or 9999 of an offset that does not exist.
int zone_minutes(std::string name) {
  for (char& c : name) c = static_cast<char>(std::toupper(c));
  if (name.size() == 5) {
    int const hours = std::stoi(name.substr(1, 2));
    int const minutes = std::stoi(name.substr(3));
    if (hours > 23 || minutes > 59) return 9999;
    return (hours * 60 + minutes) * (name[0] == '-' ? -1 : 1);
  }
  if (name.size() != 3 || name == "GMT" || name == "UTC") return 0;
  int const standard = -5 - static_cast<int>(std::string("ECMP").find(name[0]));
  return 60 * (name[1] == 'D' ? standard + 1 : standard);
}

struct Date {
  bool valid = false;
  int64_t ms = 0;
};

Date meaning(Form const& form, std::smatch const& match, int64_t now_ms, bool lenient) {
  auto const number = [&](size_t group) {
    return match[group].length() == 0 ? 0 : std::stoi(match[group].str());
  };
  fuzz::Written time{number(form.year),
                     1 + place_in("janfebmaraprmayjunjulaugsepoctnovdec", match[form.month]),
                     number(form.day),
                     number(form.hour),
                     number(form.hour + 1),
                     number(form.hour + 2)};
  if (match[form.year].length() == 2) time.year = fuzz::full_year(time, now_ms);
  auto const& book = fuzz::Almanac::book();
  if (!book.has(time.year, time.month, time.day)) return {};
  if (time.hour > 23 || time.minute > 59 || time.second > 60) return {};
  if (!lenient) {
    int const weekday = place_in("sunmontuewedthufrisat", match[form.weekday]);
    if (weekday != book.weekday(time.year, time.month, time.day) || time.year < 1900) return {};
    if (time.second == 60 && (time.hour != 23 || time.minute != 59)) return {};
  }
  std::string const zones[] = {match[form.zone].str(), match[form.other_zone].str()};
  int minutes = 0;
  if (form.zone != 0) {
    bool const both = form.zone != form.other_zone && !zones[0].empty() && !zones[1].empty();
    minutes = zone_minutes(zones[0].empty() ? zones[1] : zones[0]);
    if (both || minutes == 9999) return {};
  }
  return {true, (book.unix_seconds(time) - minutes * 60) * 1000};
}

Date as_date(std::string field, int64_t now_ms, bool lenient) {
  if (lenient) field = with_single_blanks(field);
  if (field.size() > 60) return {};  // no form is so long, and this engine recurses
  for (Form const& form : lenient ? lenient_forms() : strict_forms()) {
    std::smatch match;
    if (std::regex_match(field, match, form.pattern)) return meaning(form, match, now_ms, lenient);
  }
  return {};
}

int64_t second_parser(std::string const& field, int64_t now_ms, bool lenient) {
  std::string const value = without_edges(field, lenient ? " \t\r\n" : " \t");
  int64_t const seconds = as_seconds(value, lenient);
  if (seconds != malformed) return seconds;
  Date const date = as_date(value, now_ms, lenient);
  if (!date.valid) return malformed;
  // A date is within ten thousand years of 1970, so only now can make the difference overflow.
  if (now_ms >= date.ms) return 0;
  return now_ms < date.ms - largest ? largest : date.ms - now_ms;
}

// --- the comparison -----------------------------------------------------------------------------

int64_t now_of(fuzz::Input& input) {
  constexpr int64_t moments[] = {
      1781524800000,    // 2026-06-15T12:00:00Z
      1781524800999,    // the same second
      946684799999,     // the last millisecond of 1999
      951782400000,     // 2000-02-29
      -1,               // 1969
      -62135596800000,  // 0001-01-01
      253402300799999,  // the end of 9999
      INT64_MIN,
      INT64_MAX,
  };
  uint8_t const choice = input.byte();
  if (choice < std::size(moments)) return moments[choice];
  return choice == 255 ? input.number<int64_t>() : int64_t{choice} * 1000000000 * 40;
}

void compare(fuzz::Exact const& field, int64_t now_ms, Grammar grammar) {
  Instant const now(now_ms);
  Text const text(field.data(), field.size());
  bool const lenient = grammar == Grammar::lenient;
  std::string const words(field.data(), field.size());
  RetryAfter const asked = parse_retry_after(text, now, grammar);
  int64_t const expected = second_parser(words, now_ms, lenient);
  fuzz::require(asked.possible() && !asked.is_absent(), "a field that is there is a wait or not");
  fuzz::require(asked.is_wait() == (expected != malformed), "both parsers take the same fields");
  if (asked.is_wait()) {
    fuzz::require(asked.wait().count() == expected, "both parsers wait as long");
  }
  HttpDate const date = parse_http_date(text, now, grammar);
  Date const other = as_date(without_edges(words, lenient ? " \t\r\n" : " \t"), now_ms, lenient);
  fuzz::require(date.valid() == other.valid, "both parsers take the same dates");
  fuzz::require(!date.valid() || date.instant().count() == other.ms, "both dates are the same");
}

}  // namespace

/// The first octet chooses the moment, the rest is the field, lines of it apart at each LF.
extern "C" int LLVMFuzzerTestOneInput(uint8_t const* bytes, size_t size) {
  fuzz::Input input(bytes, size);
  int64_t const now_ms = now_of(input);
  fuzz::Exact const field(input.rest());
  compare(field, now_ms, Grammar::strict);
  compare(field, now_ms, Grammar::lenient);

  // Strict is the narrower of the two, and where it understands they agree.
  Instant const now(now_ms);
  Text const text(field.data(), field.size());
  RetryAfter const strict = parse_retry_after(text, now, Grammar::strict);
  RetryAfter const lenient = parse_retry_after(text, now);
  fuzz::require(!strict.is_wait() || strict == lenient, "lenient takes all that strict takes");
  fuzz::require(parse_retry_after(Text(), now).is_absent(), "no field is absent");

  // The field as a Date, and as an Age: only a number that is 0 leaves the Date its word.
  int64_t const told = 784111777000;
  Text const date = "Sun, 06 Nov 1994 08:49:37 GMT";
  HttpDate const own = parse_http_date(text, now);
  fuzz::require(reference_time(text, Text(), now) == (own.valid() ? own.instant() : now),
                "a Date that can be read is the reference");
  std::string const age = without_edges(std::string(field.data(), field.size()), " \t\r\n");
  bool const fresh = !age.empty() && age.find_first_not_of('0') == std::string::npos;
  fuzz::require(reference_time(date, text, now).count() == (fresh ? told : now_ms),
                "the Date of a cache is not");

  // A prefix and the rest as two lines: the longer of the two, in either order.
  size_t const half = field.size() / 2;
  RetryAfter const a = parse_retry_after(Text(field.data(), half), now);
  RetryAfter const b = parse_retry_after(Text(field.data() + half, field.size() - half), now);
  RetryAfter const joined = combined(a, b);
  fuzz::require(joined == combined(b, a) && (joined == a || joined == b),
                "longer takes one of two");
  fuzz::require(joined.kind() == std::max(a.kind(), b.kind()), "a wait beats malformed");
  fuzz::require(joined.wait() == std::max(a.wait(), b.wait()), "longer is the longer");
  return 0;
}
