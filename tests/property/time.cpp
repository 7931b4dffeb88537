// SPDX-License-Identifier: MIT
#include <chrono>

#include "generators.hpp"

using namespace oncemore;
using namespace generators;

PROPERTY(Time, finer_units_bring_a_duration_back) {
  Milliseconds const duration(*any_count().as("count"));
  RC_ASSERT(Milliseconds(std::chrono::milliseconds(duration)) == duration);
  RC_ASSERT(Milliseconds(std::chrono::microseconds(duration)) == duration);
  RC_ASSERT(Milliseconds(std::chrono::nanoseconds(duration)) == duration);
}

PROPERTY(Time, coarser_units_are_the_next_above) {
  Milliseconds const duration(*any_count().as("count"));
  int64_t const seconds = std::chrono::seconds(duration).count();
  RC_ASSERT(seconds * 1000 >= duration.count());
  RC_ASSERT((seconds - 1) * 1000 < duration.count());
  std::chrono::seconds const back(seconds);
  RC_ASSERT(Milliseconds(back) >= duration);
}

PROPERTY(Time, a_duration_taken_is_never_shorter) {
  std::chrono::nanoseconds const given(*any_count().as("nanoseconds"));
  std::chrono::nanoseconds const kept = Milliseconds(given);
  RC_ASSERT(kept >= given || Milliseconds(given) == Milliseconds::largest());
  if (Milliseconds(given) != Milliseconds::largest() && given.count() > INT64_MIN + 1000000) {
    RC_ASSERT(kept - given < std::chrono::milliseconds(1));
  }
}

PROPERTY(Time, sums_are_commutative_and_never_shrink) {
  Milliseconds const a = *duration().as("a");
  Milliseconds const b = *duration().as("b");
  RC_ASSERT(a + b == b + a);
  RC_ASSERT(a + b >= a);
  RC_ASSERT(a + Milliseconds() == a);
}

PROPERTY(Time, differences_are_antisymmetric) {
  Instant const a(*any_count().as("a"));
  Instant const b(*any_count().as("b"));
  RC_ASSERT((a - b).count() == -(b - a).count());
  RC_ASSERT(((a - b) > Milliseconds()) == (a.count() > b.count()));
}

PROPERTY(Time, a_calendar_time_has_its_instant) {
  int64_t const seconds = *any_count().as("count") / 1000;
  detail::CalendarTime const time = detail::calendar_time(Instant(seconds * 1000));
  int64_t const days = detail::days_since_1970(time.year, time.month, time.day);
  RC_ASSERT(days * 86400 + time.hour * 3600 + time.minute * 60 + time.second == seconds);
}
