// SPDX-License-Identifier: MIT
#define ONCEMORE_RULES_AT_RUN_TIME
#include "../static/backoff.cpp"

#include <chrono>
#include <vector>

#include "values.hpp"

using namespace std::chrono_literals;

namespace {

__extension__ using Wide = unsigned __int128;

/// The ceiling by the definition: one multiplication a step, in nanoseconds, as long as it takes.
int64_t ceiling_by_definition(Backoff const& backoff, uint32_t number) {
  Wide const cap = Wide{static_cast<uint64_t>(backoff.cap.count())} * 1000000;
  Wide value = Wide{static_cast<uint64_t>(backoff.initial.count())} * 1000000;
  if (value > cap) value = cap;
  for (uint32_t n = 1; n < number; ++n) {
    Wide next = value * backoff.multiplier.count() / 1000;
    if (next > cap) next = cap;
    if (next == value) break;
    value = next;
  }
  return static_cast<int64_t>(value / 1000000);
}

std::vector<uint32_t> const numbers = {0, 1, 2, 3, 5, 30, 700, UINT32_MAX - 1, UINT32_MAX};
std::vector<uint32_t> const multipliers = {0,    1,    999,     1000,           1001,
                                           1500, 2000, 1000000, UINT32_MAX - 1, UINT32_MAX};
std::vector<uint32_t> const spreads = {0, 1, 500, 999, 1000, 1001, UINT32_MAX};

bool is_valid(Backoff const& backoff) {
  Milliseconds const zero;
  return backoff.initial >= zero && backoff.cap >= zero && backoff.floor >= zero &&
         backoff.floor <= backoff.cap && backoff.multiplier.count() >= 1000 &&
         name(backoff.jitter) != nullptr && backoff.spread.count() <= 1000 &&
         backoff.spread_time >= zero;
}

Backoff any_backoff(values::Bits& bits) {
  static std::vector<Milliseconds> const durations = values::durations();
  static std::vector<Jitter> const jitters = values::enumerators<Jitter>();
  Backoff backoff;
  backoff.initial = bits.of(durations);
  backoff.cap = bits.of(durations);
  backoff.floor = bits.of(durations);
  backoff.multiplier = thousandths(bits.of(multipliers));
  backoff.jitter = bits.of(jitters);
  backoff.spread = thousandths(bits.of(spreads));
  backoff.spread_time = bits.of(durations);
  return backoff;
}

}  // namespace

TEST(Backoff, TakesDurationsOfTheLibrary) {
  Backoff backoff;
  backoff.initial = 200ms;
  backoff.cap = 5s;
  EXPECT_EQ(ceiling(backoff, 2), 400ms);
  EXPECT_EQ(ceiling(backoff, 9), 5s);
}

TEST(Backoff, CeilingsAreThoseOfTheDefinition) {
  for (uint32_t const multiplier : {1000U, 1001U, 1333U, 1500U, 2000U, 10000U, UINT32_MAX}) {
    for (int64_t const initial : {0, 1, 7, 100, 1000, 40000}) {
      for (int64_t const cap :
           {int64_t{0}, int64_t{1}, int64_t{999}, int64_t{30000}, int64_t{9223372036854}}) {
        Backoff const backoff = growing(Milliseconds(initial), multiplier, Milliseconds(cap));
        for (uint32_t number = 1; number < 60; ++number) {
          ASSERT_EQ(ceiling(backoff, number).count(), ceiling_by_definition(backoff, number))
              << initial << " x " << multiplier << " to " << cap << " after " << number;
        }
        ASSERT_EQ(ceiling(backoff, UINT32_MAX).count(), ceiling_by_definition(backoff, UINT32_MAX));
      }
    }
  }
}

// Were the loop to run to the number, this would take a thousand times 2^32 steps.
TEST(Backoff, TheSlowestGrowthIsBounded) {
  Backoff const slowest = growing(1_ms, 1001, Milliseconds::largest());
  Backoff const standing = growing(1_ms, 1000, Milliseconds::largest());
  Backoff const nothing = growing(0_ms, 1001, Milliseconds::largest());
  for (uint32_t i = 0; i < 1000; ++i) {
    ASSERT_EQ(ceiling(slowest, UINT32_MAX - i), Milliseconds::largest());
    ASSERT_EQ(ceiling(standing, UINT32_MAX - i), 1_ms);
    ASSERT_EQ(ceiling(nothing, UINT32_MAX - i), 0_ms);
  }
  ASSERT_LT(ceiling(slowest, 29000), Milliseconds::largest());
  ASSERT_EQ(ceiling(slowest, 30000), Milliseconds::largest());
}

TEST(Backoff, AnyBackoffWhateverHasARangeAndADelay) {
  values::Bits bits(8);
  std::vector<Milliseconds> const durations = values::durations();
  int valid = 0;
  for (int i = 0; i < 30000; ++i) {
    Backoff const backoff = any_backoff(bits);
    uint32_t const number = bits.of(numbers);
    Milliseconds const previous = bits.of(durations);
    DelayRange const range = delay_range(backoff, number, previous);
    ASSERT_GE(range.low, Milliseconds());
    ASSERT_LE(range.low, range.high);
    Milliseconds const delay = own_delay(backoff, number, previous, bits());
    ASSERT_TRUE(delay >= range.low && delay <= range.high);
    if (!is_valid(backoff)) continue;
    ++valid;
    ASSERT_TRUE(backoff.floor <= range.low && range.high <= backoff.cap);
    Milliseconds const c = ceiling(backoff, number);
    ASSERT_LE(c, backoff.cap);
  }
  EXPECT_GT(valid, 300);
}

TEST(Backoff, EveryBitOfTheRandomOnesCounts) {
  for (unsigned bit = 0; bit < 64; ++bit) {
    uint64_t const one = uint64_t{1} << bit;
    EXPECT_EQ(detail::mixed(unmixed(one)), one);
    EXPECT_EQ(unmixed(detail::mixed(one)), one);
  }
  // A generator of 32 bits fills the range as well: of 1000 draws some fall into each tenth.
  std::vector<int> seen(10);
  for (uint32_t small = 0; small < 1000; ++small) {
    ++seen[static_cast<size_t>(drawn(0, 9, small * 2654435761U))];
  }
  for (int const count : seen) EXPECT_TRUE(count > 60 && count < 150) << count;
}

TEST(Backoff, DrawsAreUniform) {
  // Eight equal parts of all 64-bit numbers; the ends of each part are its first and its last.
  for (uint64_t part = 0; part < 8; ++part) {
    uint64_t const first = part << 61;
    uint64_t const last = first + (uint64_t{1} << 61) - 1;
    EXPECT_EQ(drawn(10, 17, unmixed(first)), 10 + static_cast<int64_t>(part));
    EXPECT_EQ(drawn(10, 17, unmixed(last)), 10 + static_cast<int64_t>(part));
  }
  std::vector<int> seen(501);
  values::Bits bits(9);
  for (int i = 0; i < 501 * 200; ++i) {
    int64_t const delay = drawn(500, 1000, bits());
    ASSERT_TRUE(delay >= 500 && delay <= 1000);
    ++seen[static_cast<size_t>(delay - 500)];
  }
  // 200 expected each; a value that is never drawn or drawn twice as often stands out.
  for (int const count : seen) EXPECT_TRUE(count > 100 && count < 300) << count;
}

TEST(Backoff, ADrawIsExactWhereFloatingPointIsNot) {
  __extension__ using Product = unsigned __int128;
  values::Bits bits(10);
  for (int i = 0; i < 20000; ++i) {
    auto const low = static_cast<int64_t>(bits() % 9223372036855);
    int64_t const high =
        low + static_cast<int64_t>(bits() % static_cast<uint64_t>(9223372036855 - low));
    uint64_t const random = bits();
    Product const width = static_cast<uint64_t>(high - low) + 1;
    ASSERT_EQ(drawn(low, high, unmixed(random)),
              low + static_cast<int64_t>((width * random) >> 64));
  }
}
