// SPDX-License-Identifier: MIT
#define ONCEMORE_RULES_AT_RUN_TIME
#include "../static/integer.cpp"

#include <limits>

#include "values.hpp"

namespace {

__extension__ using Wide = unsigned __int128;

/// Bits of every magnitude, not only large ones.
uint64_t any_magnitude(values::Bits& bits) {
  uint64_t const length = bits() % 65;
  return length == 0 ? 0 : bits() >> (64 - length);
}

template <class Integer> void expect_saturation() {
  using Limits = std::numeric_limits<Integer>;
  values::Bits bits(1);
  for (int i = 0; i < 2000; ++i) {
    Signed const value{any_magnitude(bits), (bits() & 1) != 0};
    __extension__ using SignedWide = __int128;
    SignedWide wide = value.magnitude;
    if (value.negative) wide = -wide;
    if (wide < SignedWide{Limits::min()}) wide = Limits::min();
    if (wide > SignedWide{Limits::max()}) wide = Limits::max();
    EXPECT_EQ(saturated<Integer>(value), static_cast<Integer>(wide)) << value.magnitude;
  }
  for (Integer const edge : {Limits::min(), Limits::max(), Integer{0}, Integer{1}}) {
    EXPECT_EQ(saturated<Integer>(signed_of(edge)), edge);
  }
}

}  // namespace

TEST(Integer, ProductsAreThoseOfTheMachine) {
  values::Bits bits(2);
  for (int i = 0; i < 100000; ++i) {
    uint64_t const a = any_magnitude(bits);
    uint64_t const b = any_magnitude(bits);
    Wide const product = Wide{a} * b;
    ASSERT_EQ(multiply_high(a, b), static_cast<uint64_t>(product >> 64)) << a << " x " << b;
    ASSERT_EQ(multiply_high_by_halves(a, b), static_cast<uint64_t>(product >> 64));
    uint64_t const expected = product >> 64 != 0 ? UINT64_MAX : a * b;
    ASSERT_EQ(saturating_multiply(a, b), expected) << a << " x " << b;
  }
}

TEST(Integer, ScalingIsExactWithinItsBounds) {
  values::Bits bits(3);
  for (int i = 0; i < 100000; ++i) {
    uint64_t const value = any_magnitude(bits);
    uint64_t const numerator = any_magnitude(bits) >> 32;
    uint64_t const denominator = (any_magnitude(bits) >> 32) + 1;
    Wide const product = Wide{value} * numerator;
    Wide const down = product / denominator;
    Wide const up = down + (product % denominator != 0 ? 1 : 0);
    Wide const most_wide = UINT64_MAX;
    ASSERT_EQ(scaled(value, numerator, denominator),
              static_cast<uint64_t>(down < most_wide ? down : most_wide))
        << value << " x " << numerator << " / " << denominator;
    ASSERT_EQ(scaled_up(value, numerator, denominator),
              static_cast<uint64_t>(up < most_wide ? up : most_wide))
        << value << " x " << numerator << " / " << denominator;
  }
}

TEST(Integer, EveryTypeSaturates) {
  expect_saturation<signed char>();
  expect_saturation<unsigned char>();
  expect_saturation<short>();
  expect_saturation<unsigned short>();
  expect_saturation<int>();
  expect_saturation<unsigned>();
  expect_saturation<long>();
  expect_saturation<unsigned long>();
  expect_saturation<long long>();
  expect_saturation<unsigned long long>();
}
