// SPDX-License-Identifier: MIT
#define ONCEMORE_RULES_AT_RUN_TIME
#include "../static/time.cpp"

#include <chrono>
#include <limits>
#include <type_traits>

#include "values.hpp"

using std::chrono::hours;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::nanoseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;
using std::chrono::system_clock;
using namespace std::chrono_literals;

namespace {

__extension__ using Wide = __int128;

using picoseconds = std::chrono::duration<int64_t, std::pico>;
using unsigned_seconds = std::chrono::duration<uint32_t>;
using short_seconds = std::chrono::duration<int16_t>;
using short_hours = std::chrono::duration<int16_t, std::ratio<3600>>;
using frames = std::chrono::duration<int64_t, std::ratio<1, 60>>;
using weeks_of_7_days = std::chrono::duration<int64_t, std::ratio<604800>>;

Wide rounded_up(Wide numerator, Wide denominator) {
  Wide const quotient = numerator / denominator;
  return quotient + (numerator % denominator > 0 ? 1 : 0);
}
Wide rounded_down(Wide numerator, Wide denominator) {
  Wide const quotient = numerator / denominator;
  return quotient - (numerator % denominator < 0 ? 1 : 0);
}
Wide within(Wide low, Wide value, Wide high) {
  return value < low ? low : value > high ? high : value;
}

/// What a duration is by the definition: exact, rounded up, cut to the largest. The ticks are small
/// enough that 128 bits hold them times 1000 times any period tried here.
template <class Of> int64_t by_definition(Of duration) {
  Wide const ticks = duration.count();
  Wide const count = rounded_up(ticks * Of::period::num * 1000, Of::period::den);
  return static_cast<int64_t>(within(-largest, count, largest));
}

template <class To> typename To::rep back_by_definition(int64_t milliseconds) {
  using Limits = std::numeric_limits<typename To::rep>;
  Wide const ticks = rounded_up(Wide{milliseconds} * To::period::den, Wide{To::period::num} * 1000);
  return static_cast<typename To::rep>(within(Limits::min(), ticks, Limits::max()));
}

template <class Unit> void expect_conversions() {
  using Rep = typename Unit::rep;
  using Limits = std::numeric_limits<Rep>;
  for (int64_t const count : values::counts()) {
    auto const ticks = static_cast<Rep>(within(Limits::min(), count, Limits::max()));
    Unit const duration(ticks);
    EXPECT_EQ(Milliseconds(duration).count(), by_definition(duration)) << +ticks;
    Milliseconds const kept(count);
    EXPECT_EQ(Unit(kept).count(), back_by_definition<Unit>(kept.count())) << count;
  }
}

using whole_seconds = std::chrono::time_point<system_clock, seconds>;

}  // namespace

TEST(Time, DurationsOfTheLibraryGoInAndOut) {
  expect_conversions<nanoseconds>();
  expect_conversions<microseconds>();
  expect_conversions<milliseconds>();
  expect_conversions<seconds>();
  expect_conversions<minutes>();
  expect_conversions<hours>();
  expect_conversions<weeks_of_7_days>();
}

TEST(Time, OddDurationsGoInAndOut) {
  expect_conversions<picoseconds>();
  expect_conversions<frames>();
  expect_conversions<unsigned_seconds>();
  expect_conversions<short_seconds>();
  expect_conversions<short_hours>();
  expect_conversions<std::chrono::duration<uint64_t, std::nano>>();
  expect_conversions<std::chrono::duration<int32_t, std::milli>>();
}

TEST(Time, TheEndsOfTheLibraryAreTheEndsOfOurs) {
  EXPECT_EQ(Milliseconds(hours::max()), Milliseconds::largest());
  EXPECT_EQ(Milliseconds(hours::min()).count(), -largest);
  EXPECT_EQ(Milliseconds(nanoseconds::max()), Milliseconds::largest());
  EXPECT_EQ(Milliseconds(milliseconds::max()), Milliseconds::largest());
  EXPECT_EQ(nanoseconds(Milliseconds::largest()).count(), largest * 1000000);
  EXPECT_LE(nanoseconds(Milliseconds::largest()), nanoseconds::max());
}

TEST(Time, DurationsAreTakenWhereOneIsWanted) {
  Milliseconds duration = 200ms;
  EXPECT_EQ(duration.count(), 200);
  duration = 5s;
  EXPECT_EQ(duration.count(), 5000);
  duration = 1h;
  EXPECT_EQ(duration.count(), 3600000);
  duration = 1500us;
  EXPECT_EQ(duration.count(), 2);
  duration = 1ns;
  EXPECT_EQ(duration.count(), 1);
  duration = -1ns;
  EXPECT_EQ(duration.count(), 0);
  duration = -1500us;
  EXPECT_EQ(duration.count(), -1);
  EXPECT_TRUE(duration < 0s && duration == -1ms && 2s > duration);
}

TEST(Time, ADurationIsAskedForByName) {
  milliseconds const named = Milliseconds(1500);
  EXPECT_EQ(named, 1500ms);
  EXPECT_EQ(seconds(Milliseconds(1500)), 2s);
  EXPECT_EQ(milliseconds(Milliseconds(-5)), -5ms);
}

TEST(Time, OnlyWholeDurationsAreMade) {
  using fractional = std::chrono::duration<double>;
  EXPECT_FALSE((std::is_convertible_v<Milliseconds, fractional>));
  EXPECT_FALSE((std::is_convertible_v<int, Milliseconds>));
  EXPECT_FALSE((std::is_constructible_v<Milliseconds, double>));
  EXPECT_FALSE((std::is_constructible_v<Milliseconds, bool>));
  EXPECT_FALSE((std::is_constructible_v<Milliseconds, char>));
  EXPECT_FALSE((std::is_convertible_v<int64_t, Instant>));
}

TEST(Time, ADifferenceOfSteadyTimesIsADuration) {
  steady_clock::time_point const start(5s);
  steady_clock::time_point const end(7500ms);
  EXPECT_EQ(Milliseconds(end - start).count(), 2500);
}

TEST(Time, AnInstantIsAWallClocksTime) {
  Instant const instant = whole_seconds(1781524800s);
  EXPECT_EQ(instant.count(), 1781524800000);
  EXPECT_EQ(Instant(system_clock::time_point(-1ns)).count(), -1);
  Instant const now = system_clock::now();
  EXPECT_GT(now.count(), 1700000000000);
  using far = std::chrono::time_point<system_clock, hours>;
  EXPECT_EQ(Instant(far(hours::max())).count(), INT64_MAX);
  EXPECT_EQ(Instant(far(hours::min())).count(), INT64_MIN);
}

TEST(Time, InstantsAreRoundedDown) {
  values::Bits bits(6);
  for (int i = 0; i < 20000; ++i) {
    auto const ticks = static_cast<int64_t>(bits()) >> (bits() % 60);
    system_clock::time_point const point{
        std::chrono::duration_cast<system_clock::duration>(nanoseconds(ticks))};
    ASSERT_EQ(Instant(point).count(), static_cast<int64_t>(rounded_down(ticks, 1000000))) << ticks;
  }
}

TEST(Time, SumsAndDifferencesAreCutToTheLargest) {
  for (int64_t const a : values::counts()) {
    for (int64_t const b : values::counts()) {
      Wide const sum = Wide{Milliseconds(a).count()} + Milliseconds(b).count();
      ASSERT_EQ((Milliseconds(a) + Milliseconds(b)).count(),
                static_cast<int64_t>(within(-largest, sum, largest)));
      Wide const difference = Wide{a} - b;
      ASSERT_EQ((Instant(a) - Instant(b)).count(),
                static_cast<int64_t>(within(-largest, difference, largest)))
          << a << " - " << b;
    }
  }
}
