// SPDX-License-Identifier: MIT
//
// The draw from a range, lo + (((hi - lo + 1) x mixed) >> 64), for every range of up to 2^16
// values and the top 16 bits of the mixed random ones; and the multiplication that it rests on.

#include <gtest/gtest.h>
#include <oncemore/oncemore.hpp>

#include <cstdint>
#include <iostream>
#include <random>
#include <vector>

#include "unmixed.hpp"

namespace {

using oncemore::Milliseconds;

constexpr uint32_t steps = 1 << 16;  // of the top 16 bits

/// All values of a range, one step of `random` after the other, the bits below the top ones being
/// the same in all. Each value must come, in order, and as often as any other, give or take one.
bool uniform(int64_t low, uint32_t width, uint64_t low_bits) {
  oncemore::DelayRange const range{Milliseconds(low), Milliseconds(low + width - 1)};
  uint32_t const at_least = steps / width;
  uint32_t const at_most = (steps + width - 1) / width;
  int64_t value = low;
  uint32_t count = 0;
  bool right = true;
  for (uint64_t step = 0; step < steps; ++step) {
    int64_t const drawn = draw(range, unmixed(step << 48 | low_bits)).count();
    if (drawn == value) {
      ++count;
      continue;
    }
    right = right && drawn == value + 1 && count >= at_least && count <= at_most;
    value = drawn;
    count = 1;
  }
  return right && value == low + width - 1 && count >= at_least && count <= at_most;
}

TEST(Draw, every_range_below_65536_is_uniform_and_within_its_bounds) {
  for (uint32_t width = 1; width <= steps; ++width) {
    // The low end adds, and that is all it may do.
    int64_t const low = width % 3 == 0 ? 0 : width * int64_t{977};
    ASSERT_TRUE(uniform(low, width, 0)) << "a range of " << width << " values from " << low;
  }
  std::cout << "exhaustive: draws: " << uint64_t{steps} * steps << " cases\n";
}

// All bits below the top ones are set, so that every draw is as high as its step allows.
TEST(Draw, the_bits_below_do_not_upset_it) {
  uint64_t cases = 0;
  for (uint32_t width = 1; width <= steps; width += width < 512 ? 1 : 61) {
    ASSERT_TRUE(uniform(0, width, 0xffffffffffff)) << "a range of " << width << " values";
    cases += steps;
  }
  std::cout << "exhaustive: draws with all low bits: " << cases << " cases\n";
}

/// The upper half of the product as it is learnt at school, bit by bit.
uint64_t shifted_and_added(uint64_t a, uint64_t b) {
  uint64_t high = 0;
  uint64_t low = 0;
  for (int bit = 63; bit >= 0; --bit) {
    high = high << 1 | low >> 63;
    low <<= 1;
    if ((b >> bit & 1) == 0) continue;
    low += a;
    if (low < a) ++high;
  }
  return high;
}

/// Every number with one run of set bits, and its complement: where carries begin and end.
std::vector<uint64_t> runs_of_bits() {
  std::vector<uint64_t> numbers{0};
  for (unsigned length = 1; length <= 64; ++length) {
    for (unsigned at = 0; at + length <= 64; ++at) {
      numbers.push_back(~uint64_t{0} >> (64 - length) << at);
      if (at != 0 && at + length != 64) numbers.push_back(~numbers.back());
    }
  }
  return numbers;
}

void expect_the_same_product(uint64_t a, uint64_t b) {
  uint64_t const expected = shifted_and_added(a, b);
  ASSERT_EQ(oncemore::detail::multiply_high_by_halves(a, b), expected) << a << " x " << b;
  ASSERT_EQ(oncemore::detail::multiply_high(a, b), expected) << a << " x " << b;
}

TEST(Multiply, every_pair_of_runs_of_bits) {
  auto const numbers = runs_of_bits();
  for (uint64_t const a : numbers) {
    for (uint64_t const b : numbers) expect_the_same_product(a, b);
    if (HasFatalFailure()) return;
  }
  std::cout << "exhaustive: products of runs of bits: " << numbers.size() * numbers.size()
            << " cases\n";
}

// Each octet at each of the eight places on either side: all carries between the halves.
TEST(Multiply, every_pair_of_octets_at_every_place) {
  uint64_t cases = 0;
  for (uint64_t a = 1; a <= 255; ++a) {
    for (uint64_t b = 1; b <= 255; ++b) {
      for (unsigned at = 0; at < 64; at += 8, ++cases) {
        expect_the_same_product(a << at, b << (56 - at));
        expect_the_same_product(~(a << at), b << 56);
      }
    }
    if (HasFatalFailure()) return;
  }
  std::cout << "exhaustive: products of octets: " << cases * 2 << " cases\n";
}

TEST(Multiply, random_pairs) {
  auto const seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  constexpr int count = 10'000'000;
  for (int i = 0; i < count; ++i) {
    expect_the_same_product(random(), random());
    if (HasFatalFailure()) return;
  }
  std::cout << "exhaustive: random products: " << count << " cases, seed " << seed << '\n';
}

}  // namespace
