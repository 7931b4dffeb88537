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
  return gen::apply(
      [](int year, int month, int day, int second) {
        Date made;
        made.day.year = year;
        made.day.month = month;
        made.day.day = day % dates::Day::days_in(year, month) + 1;
        made.second_of_day = second;
        std::tm parts{};
        parts.tm_year = year - 1900;
        parts.tm_mon = month - 1;
        parts.tm_mday = made.day.day;
        parts.tm_sec = second;
        made.instant = timegm(&parts);
        made.day.weekday = parts.tm_wday;
        return made;
      },
      gen::weightedOneOf<int>({{3, gen::inRange(1970, 2101)}, {1, gen::inRange(1900, 10000)}}),
      gen::inRange(1, 13), gen::inRange(0, 31), gen::inRange(0, 86400));
}

bool reads_as(std::string const& field, int64_t seconds, Instant now = Instant()) {
  for (Grammar const grammar : {Grammar::lenient, Grammar::strict}) {
    HttpDate const read = parse_http_date(field, now, grammar);
    if (!read.valid() || read.instant() != Instant(seconds * 1000)) return false;
  }
  return true;
}

}  // namespace

RC_GTEST_PROP(HttpDate, imf_fixdate_is_read_as_written, ()) {
  Date const it = *date().as("date");
  RC_ASSERT(reads_as(dates::imf_fixdate(it.day, it.second_of_day), it.instant));
}

RC_GTEST_PROP(HttpDate, asctime_date_is_read_as_written, ()) {
  Date const it = *date().as("date");
  RC_ASSERT(reads_as(dates::asctime_date(it.day, it.second_of_day), it.instant));
}

// As long as it is read within fifty years of 365 days before or after.
RC_GTEST_PROP(HttpDate, rfc850_date_is_read_as_written, ()) {
  Date const it = *date().as("date");
  int64_t const away = *gen::inRange<int64_t>(-50 * 365, 50 * 365 + 1).as("days away");
  Instant const now((it.instant + away * 86400) * 1000);
  RC_ASSERT(reads_as(dates::rfc850_date(it.day, it.second_of_day), it.instant, now));
}

RC_GTEST_PROP(HttpDate, a_zone_moves_the_instant, ()) {
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

RC_GTEST_PROP(HttpDate, what_strict_takes_lenient_takes_alike, ()) {
  Date const it = *date().as("date");
  std::string field = *gen::element(dates::imf_fixdate(it.day, it.second_of_day),
                                    dates::rfc850_date(it.day, it.second_of_day),
                                    dates::asctime_date(it.day, it.second_of_day));
  auto const edits = *gen::container<std::vector<std::pair<int, char>>>(
                          gen::pair(gen::inRange(0, 40), gen::arbitrary<char>()))
                          .as("edits");
  for (auto const& [place, octet] : edits) {
    field[static_cast<size_t>(place) % field.size()] = octet;
  }
  HttpDate const strict = parse_http_date(field, Instant(), Grammar::strict);
  HttpDate const lenient = parse_http_date(field, Instant());
  RC_ASSERT(!strict.valid() || (lenient.valid() && lenient.instant() == strict.instant()));
}

RC_GTEST_PROP(HttpDate, a_past_date_is_a_wait_of_0_and_another_the_time_to_it, ()) {
  Date const it = *date().as("date");
  int64_t const now = *gen::inRange<int64_t>(-4000000000000, 8000000000000).as("now");
  RetryAfter const asked =
      parse_retry_after(dates::imf_fixdate(it.day, it.second_of_day), Instant(now));
  int64_t const until = it.instant * 1000 - now;
  RC_ASSERT(asked.is_wait());
  RC_ASSERT(asked.wait() == Milliseconds(until < 0 ? 0 : until));
}
