// SPDX-License-Identifier: MIT
//
// Dates that are written from numbers, in every form and disguise that the grammars know, and read
// back: the instant must be the one of the calendar at hand (and of timegm), or the date must be
// refused for the reason that it was given.

#include <oncemore/hints/http_date.hpp>

#include <cctype>
#include <string>

#include "almanac.hpp"
#include "input.hpp"

namespace {

using namespace oncemore;

constexpr char const* weekdays[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                    "Thursday", "Friday", "Saturday"};
constexpr char const* months[] = {"January",   "February", "March",    "April",
                                  "May",       "June",     "July",     "August",
                                  "September", "October",  "November", "December"};

struct Zone {
  char const* name;
  int minutes;
};
constexpr Zone zones[] = {
    {"GMT", 0},    {"UT", 0},     {"UTC", 0},     {"Z", 0},         {"EST", -300},  {"EDT", -240},
    {"CST", -360}, {"CDT", -300}, {"MST", -420},  {"MDT", -360},    {"PST", -480},  {"PDT", -420},
    {"+0000", 0},  {"-0000", 0},  {"+0530", 330}, {"-2359", -1439}, {"+2359", 1439}};

/// What is written, and how.
struct Plan {
  fuzz::Written time;  // the year in full
  int weekday = 0;
  bool two_digit_year = false;
  int zone_minutes = 0;
};

std::string digits(int64_t number, size_t count) {
  std::string text = std::to_string(number);
  return text.size() < count ? std::string(count - text.size(), '0') + text : text;
}

std::string year_of(Plan const& plan) {
  return plan.two_digit_year ? digits(plan.time.year % 100, 2) : digits(plan.time.year, 4);
}

std::string time_of(Plan const& plan) {
  return digits(plan.time.hour, 2) + ':' + digits(plan.time.minute, 2) + ':' +
         digits(plan.time.second, 2);
}

// --- as the RFC writes it -----------------------------------------------------------------------

enum class StrictForm { imf_fixdate, rfc850, asctime };

std::string strictly(StrictForm form, Plan& plan) {
  plan.two_digit_year = form == StrictForm::rfc850;
  std::string const weekday = weekdays[plan.weekday];
  std::string const month = std::string(months[plan.time.month - 1]).substr(0, 3);
  std::string const day = digits(plan.time.day, 2);
  switch (form) {
    case StrictForm::imf_fixdate:
      return weekday.substr(0, 3) + ", " + day + ' ' + month + ' ' + year_of(plan) + ' ' +
             time_of(plan) + " GMT";
    case StrictForm::rfc850:
      return weekday + ", " + day + '-' + month + '-' + year_of(plan) + ' ' + time_of(plan) +
             " GMT";
    default:
      return weekday.substr(0, 3) + ' ' + month + ' ' +
             (day[0] == '0' ? ' ' + day.substr(1) : day) + ' ' + time_of(plan) + ' ' +
             year_of(plan);
  }
}

// --- as people and programs write it ------------------------------------------------------------

std::string blanks(fuzz::Input& input) {
  constexpr char const* some[] = {" ", " ", "  ", "\t", " \t "};
  return some[input.below(std::size(some))];
}

std::string name(fuzz::Input& input, std::string full) {
  uint8_t const way = input.byte();
  if ((way & 1) != 0) full.resize(3);
  if (full == "September" && (way & 2) != 0) full = "Sept";
  for (size_t i = 0; i < full.size(); ++i) {
    bool const upper = (way >> (2 + i % 6) & 1) != 0;
    full[i] = static_cast<char>(upper ? std::toupper(full[i]) : std::tolower(full[i]));
  }
  return full;
}

std::string short_or_padded(fuzz::Input& input, int number) {
  return digits(number, input.flag() ? 1 : 2);
}

std::string zone_of(fuzz::Input& input, Plan& plan) {
  Zone const zone = zones[input.below(std::size(zones))];
  plan.zone_minutes = zone.minutes;
  std::string name = zone.name;
  if (input.flag()) {
    for (char& c : name) c = static_cast<char>(std::tolower(c));
  }
  return name;
}

std::string loose_time(fuzz::Input& input, Plan& plan) {
  std::string time = short_or_padded(input, plan.time.hour) + ':' + digits(plan.time.minute, 2);
  if (input.below(4) == 0) {
    plan.time.second = 0;
    return time;
  }
  return time + ':' + digits(plan.time.second, 2);
}

std::string weekday_and_gap(fuzz::Input& input) {
  std::string const weekday = name(input, weekdays[input.below(7)]);
  switch (input.below(4)) {
    case 0: return weekday + blanks(input);
    case 1: return weekday + ',';
    case 2: return weekday + ", ";
    default: return weekday + blanks(input) + ',' + blanks(input);
  }
}

std::string leniently(fuzz::Input& input, Plan& plan) {
  std::string const edges[] = {"", " ", "\t", "\r\n", "\n \r"};
  std::string text = edges[input.below(5)];
  bool const month_first = input.flag();
  bool const has_weekday = month_first || input.flag();
  plan.two_digit_year = input.flag();
  if (has_weekday) text += weekday_and_gap(input);
  std::string const month = name(input, months[plan.time.month - 1]);
  std::string const day = short_or_padded(input, plan.time.day);
  if (month_first) {
    uint32_t const zone_place = input.below(3);
    text += month + blanks(input) + day + blanks(input) + loose_time(input, plan);
    if (zone_place == 1) text += blanks(input) + zone_of(input, plan);
    text += blanks(input) + year_of(plan);
    if (zone_place == 2) text += blanks(input) + zone_of(input, plan);
  } else {
    text += day + (input.flag() ? "-" : blanks(input)) + month;
    text += (input.flag() ? "-" : blanks(input)) + year_of(plan);
    text += blanks(input) + loose_time(input, plan);
    if (input.flag()) text += blanks(input) + zone_of(input, plan);
  }
  return text + edges[input.below(5)];
}

// --- what must come of it -----------------------------------------------------------------------

bool exists(fuzz::Written const& time) {
  return fuzz::Almanac::book().has(time.year, time.month, time.day) && time.hour <= 23 &&
         time.minute <= 59 && time.second <= 60;
}

bool right_to_the_letter(Plan const& plan) {
  fuzz::Written const& time = plan.time;
  return time.year >= 1900 &&
         plan.weekday == fuzz::Almanac::book().weekday(time.year, time.month, time.day) &&
         (time.second != 60 || (time.hour == 23 && time.minute == 59));
}

void expect(std::string const& text, Instant now, Grammar grammar, bool valid, int64_t seconds) {
  fuzz::Exact const field(text);
  HttpDate const date = parse_http_date(Text(field.data(), field.size()), now, grammar);
  fuzz::require(date.valid() == valid, "a date is valid exactly if it exists");
  fuzz::require(date.instant().count() == (valid ? seconds * 1000 : 0), "a date is its instant");
}

/// An instant in the form that everybody should send, and back.
void round_trip(int64_t seconds, Instant now) {
  Plan plan;
  plan.time = fuzz::Almanac::book().written(seconds);
  if (plan.time.year < 0 || plan.time.year > 9999) return;  // a zone can lead out of the calendar
  auto const read = detail::calendar_time(Instant(seconds * 1000 + 999));
  fuzz::Written const same{read.year,
                           static_cast<int>(read.month),
                           static_cast<int>(read.day),
                           static_cast<int>(read.hour),
                           static_cast<int>(read.minute),
                           static_cast<int>(read.second)};
  fuzz::require(same == plan.time, "the calendar time of an instant is the almanac's");
  plan.weekday = fuzz::Almanac::book().weekday(plan.time.year, plan.time.month, plan.time.day);
  for (StrictForm const form : {StrictForm::imf_fixdate, StrictForm::asctime}) {
    std::string const text = strictly(form, plan);
    expect(text, now, Grammar::strict, plan.time.year >= 1900, seconds);
    expect(text, now, Grammar::lenient, true, seconds);
  }
}

Plan plan_of(fuzz::Input& input) {
  Plan plan;
  plan.time.year = input.number<uint16_t>() % 10000;
  plan.time.month = static_cast<int>(1 + input.below(12));
  plan.time.day = static_cast<int>(input.below(33));
  plan.time.hour = static_cast<int>(input.below(25));
  plan.time.minute = static_cast<int>(input.below(61));
  plan.time.second = static_cast<int>(input.below(62));
  return plan;
}

/// Now: anywhere, or within a century of the date so that two digits can mean it.
Instant now_of(fuzz::Input& input, fuzz::Written time) {
  if (input.below(8) == 0) return Instant(input.number<int64_t>());
  time.day = 1;
  time.hour = time.minute = time.second = 0;
  int64_t const first = fuzz::Almanac::book().unix_seconds(time) * 1000;
  return Instant(first + int64_t{input.number<int32_t>()} * 1500);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(uint8_t const* bytes, size_t size) {
  fuzz::Input input(bytes, size);
  Plan plan = plan_of(input);
  Instant const now = now_of(input, plan.time);
  uint8_t const way = input.byte();
  bool const to_the_letter = (way & 1) != 0;
  auto const& book = fuzz::Almanac::book();
  // Any weekday; a second try below has the right one.
  plan.weekday = static_cast<int>(way >> 2 & 7) % 7;
  std::string const text = to_the_letter ? strictly(static_cast<StrictForm>((way >> 5) % 3), plan)
                                         : leniently(input, plan);
  if (plan.two_digit_year) {
    plan.time.year %= 100;
    plan.time.year = fuzz::full_year(plan.time, now.count());
  }
  bool const valid = exists(plan.time);
  int64_t const seconds = valid ? book.unix_seconds(plan.time) - plan.zone_minutes * 60 : 0;
  expect(text, now, Grammar::lenient, valid, seconds);
  if (to_the_letter) {
    expect(text, now, Grammar::strict, valid && right_to_the_letter(plan), seconds);
    if (valid) {
      plan.weekday = book.weekday(plan.time.year, plan.time.month, plan.time.day);
      std::string const right = strictly(static_cast<StrictForm>((way >> 5) % 3), plan);
      expect(right, now, Grammar::strict, right_to_the_letter(plan), seconds);
    }
  }
  if (valid) round_trip(seconds, now);
  return 0;
}
