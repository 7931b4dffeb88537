// SPDX-License-Identifier: MIT
#include <ctime>

#include "generators.hpp"
#include "unit/dates.hpp"

using namespace oncemore;
using namespace generators;

namespace {

/// A day and a time, with the instant that the C library gives it; timegm knows no time zone.
struct Date {
  dates::Day day;
  int second_of_day = 0;
  int64_t instant = 0;  // Unix seconds
};

void showValue(Date const& date, std::ostream& out) {
  out << dates::imf_fixdate(date.day, date.second_of_day);
}

Gen<Date> date() {
  return gen::exec([] {
    Date made;
    bool const is_distant = *gen::inRange(0, 4) == 3;
    made.day.year = is_distant ? *gen::inRange(1900, 10000) : *gen::inRange(1970, 2101);
    made.day.month = *gen::inRange(1, 13);
    made.day.day = 1 + *gen::inRange(0, dates::Day::days_in(made.day.year, made.day.month));
    made.second_of_day = *gen::inRange(0, 86400);
    std::tm parts{};
    parts.tm_year = made.day.year - 1900;
    parts.tm_mon = made.day.month - 1;
    parts.tm_mday = made.day.day;
    parts.tm_sec = made.second_of_day;
    made.instant = timegm(&parts);
    made.day.weekday = parts.tm_wday;
    return made;
  });
}

bool reads_as(std::string const& field, int64_t seconds, Instant now = Instant()) {
  for (Grammar const grammar : {Grammar::lenient, Grammar::strict}) {
    HttpDate const read = parse_http_date(field, now, grammar);
    if (!read.valid() || read.instant() != Instant(seconds * 1000)) return false;
  }
  return true;
}

}  // namespace

PROPERTY(HttpDate, imf_fixdate_is_read_as_written) {
  Date const it = *date().as("date");
  RC_ASSERT(reads_as(dates::imf_fixdate(it.day, it.second_of_day), it.instant));
}

PROPERTY(HttpDate, asctime_date_is_read_as_written) {
  Date const it = *date().as("date");
  RC_ASSERT(reads_as(dates::asctime_date(it.day, it.second_of_day), it.instant));
}

// As long as it is read within fifty years of 365 days before or after.
PROPERTY(HttpDate, rfc850_date_is_read_as_written) {
  Date const it = *date().as("date");
  int64_t const away = *gen::inRange<int64_t>(-50 * 365, 50 * 365 + 1).as("days away");
  Instant const now((it.instant + away * 86400) * 1000);
  RC_ASSERT(reads_as(dates::rfc850_date(it.day, it.second_of_day), it.instant, now));
}

PROPERTY(HttpDate, a_zone_moves_the_instant) {
  Date const it = *date().as("date");
  int const hours = *gen::inRange(-23, 24).as("hours");
  int const minutes = *gen::inRange(0, 60).as("minutes");
  std::string field = dates::imf_fixdate(it.day, it.second_of_day);
  char zone[32];
  std::snprintf(zone, sizeof zone, "%c%02d%02d", hours < 0 ? '-' : '+', std::abs(hours), minutes);
  field.replace(field.size() - 3, 3, zone);
  int const east = std::abs(hours) * 3600 + minutes * 60;
  HttpDate const read = parse_http_date(field, Instant());
  RC_ASSERT(read.valid());
  RC_ASSERT(read.instant().count() == (it.instant - (hours < 0 ? -east : east)) * 1000);
}

PROPERTY(HttpDate, what_strict_takes_lenient_takes_alike) {
  Date const it = *date().as("date");
  std::string const forms[] = {dates::imf_fixdate(it.day, it.second_of_day),
                               dates::rfc850_date(it.day, it.second_of_day),
                               dates::asctime_date(it.day, it.second_of_day)};
  std::string field = forms[*gen::inRange(0, 3).as("form")];
  for (int edits = *gen::inRange(0, 4).as("edits"); edits > 0; --edits) {
    auto const place = static_cast<size_t>(*gen::inRange(0, 40).as("place"));
    field[place % field.size()] = static_cast<char>(*gen::inRange(0, 256).as("octet"));
  }
  HttpDate const strict = parse_http_date(field, Instant(), Grammar::strict);
  HttpDate const lenient = parse_http_date(field, Instant());
  RC_ASSERT(!strict.valid() || (lenient.valid() && lenient.instant() == strict.instant()));
}

PROPERTY(HttpDate, a_past_date_is_a_wait_of_0_and_another_the_time_to_it) {
  Date const it = *date().as("date");
  int64_t const now = *gen::inRange<int64_t>(-4000000000000, 8000000000000).as("now");
  RetryAfter const asked =
      parse_retry_after(dates::imf_fixdate(it.day, it.second_of_day), Instant(now));
  int64_t const until = it.instant * 1000 - now;
  RC_ASSERT(asked.is_wait());
  RC_ASSERT(asked.wait() == Milliseconds(until < 0 ? 0 : until));
}
