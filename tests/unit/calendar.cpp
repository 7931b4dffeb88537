// SPDX-License-Identifier: MIT
#define ONCEMORE_RULES_AT_RUN_TIME
#include "../static/calendar.cpp"

#include "values.hpp"

namespace {

__extension__ using Wide = __int128;

Wide rounded_down(Wide numerator, Wide denominator) {
  Wide const quotient = numerator / denominator;
  return quotient - (numerator % denominator < 0 ? 1 : 0);
}

}  // namespace

TEST(Calendar, DaysAreCountedOneByOne) {
  int64_t days = detail::days_since_1970(-401, 1, 1);
  for (int64_t year = -401; year <= 2501; ++year) {
    for (uint32_t month = 1; month <= 12; ++month) {
      for (uint32_t day = 1; day <= detail::days_in_month(year, month); ++day, ++days) {
        ASSERT_EQ(detail::days_since_1970(year, month, day), days)
            << year << '-' << month << '-' << day;
        ASSERT_TRUE(is(calendar(days * 86400000), year, month, day, 0, 0, 0)) << days;
      }
    }
  }
}

TEST(Calendar, EveryInstantHasACalendarTime) {
  values::Bits bits(7);
  for (int i = 0; i < 20000; ++i) {
    Instant const instant(static_cast<int64_t>(bits()) >> (bits() % 64));
    detail::CalendarTime const time = detail::calendar_time(instant);
    ASSERT_TRUE(time.month >= 1 && time.month <= 12 && time.day >= 1 && time.hour <= 23);
    ASSERT_TRUE(time.minute <= 59 && time.second <= 59);
    ASSERT_LE(time.day, detail::days_in_month(time.year, time.month));
    int64_t const days = detail::days_since_1970(time.year, time.month, time.day);
    Wide const seconds_since =
        ((Wide{days} * 24 + time.hour) * 60 + time.minute) * 60 + time.second;
    ASSERT_EQ(static_cast<int64_t>(rounded_down(instant.count(), 1000)),
              static_cast<int64_t>(seconds_since))
        << instant.count();
  }
}
