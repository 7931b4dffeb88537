// SPDX-License-Identifier: MIT
#include <oncemore/integer.hpp>

#include <stdint.h>

#include "rule.hpp"

using namespace oncemore::detail;

namespace {

constexpr uint64_t most = UINT64_MAX;

constexpr bool is_signed_of(Signed value, uint64_t magnitude, bool negative) noexcept {
  return value.magnitude == magnitude && value.negative == negative;
}

enum Unscoped { five = 5 };

}  // namespace

RULES(integers_are_counted_by_name) {
  RULE(is_integer<int> && is_integer<unsigned> && is_integer<long> && is_integer<unsigned long>);
  RULE(is_integer<short> && is_integer<unsigned short> && is_integer<long long>);
  RULE(is_integer<signed char> && is_integer<unsigned char> && is_integer<unsigned long long>);
  RULE(is_integer<int8_t> && is_integer<uint8_t> && is_integer<int64_t> && is_integer<uint64_t>);
}

RULES(truths_characters_and_fractions_count_nothing) {
  RULE(!is_integer<bool> && !is_integer<char> && !is_integer<wchar_t>);
  RULE(!is_integer<char16_t> && !is_integer<char32_t>);
  RULE(!is_integer<float> && !is_integer<double> && !is_integer<Unscoped>);
  RULE(!is_integer<int const>);
}

RULES(brought_into_a_range) {
  RULE(smaller(1, 2) == 1 && smaller(2, 1) == 1);
  RULE(larger(1, 2) == 2 && larger(2, 1) == 2);
  RULE(brought_into(3, 7, 2) == 3);
  RULE(brought_into(3, 7, 3) == 3);
  RULE(brought_into(3, 7, 5) == 5);
  RULE(brought_into(3, 7, 8) == 7);
  // A range that is the wrong way round: the upper end wins.
  RULE(brought_into(7, 3, 5) == 3);
  RULE(brought_into(7, 3, 9) == 3);
  RULE(brought_into(7, 3, 1) == 3);
}

RULES(a_sign_and_a_magnitude) {
  RULE(is_signed_of(Signed{}, 0, false));
  RULE(is_signed_of(signed_of(0), 0, false));
  RULE(is_signed_of(signed_of(7), 7, false));
  RULE(is_signed_of(signed_of(-7), 7, true));
  RULE(is_signed_of(signed_of(INT64_MAX), most >> 1, false));
  // The one whose magnitude its own type does not hold.
  RULE(is_signed_of(signed_of(INT64_MIN), uint64_t{1} << 63, true));
  RULE(is_signed_of(signed_of(static_cast<int8_t>(-128)), 128, true));
  RULE(is_signed_of(signed_of(INT32_MIN), uint64_t{1} << 31, true));
  RULE(is_signed_of(signed_of(most), most, false));
}

RULES(the_nearest_value_that_a_type_holds) {
  RULE(saturated<int8_t>({127, false}) == 127);
  RULE(saturated<int8_t>({128, false}) == 127);
  RULE(saturated<int8_t>({128, true}) == -128);
  RULE(saturated<int8_t>({129, true}) == -128);
  RULE(saturated<int8_t>({5, true}) == -5);
  RULE(saturated<uint8_t>({255, false}) == 255);
  RULE(saturated<uint8_t>({256, false}) == 255);
  RULE(saturated<uint8_t>({1, true}) == 0);
  RULE(saturated<int16_t>({most, false}) == INT16_MAX);
  RULE(saturated<int16_t>({most, true}) == INT16_MIN);
  RULE(saturated<int32_t>({uint64_t{1} << 31, false}) == INT32_MAX);
  RULE(saturated<int32_t>({uint64_t{1} << 31, true}) == INT32_MIN);
  RULE(saturated<uint32_t>({uint64_t{1} << 32, false}) == UINT32_MAX);
  RULE(saturated<int64_t>({most, false}) == INT64_MAX);
  RULE(saturated<int64_t>({most, true}) == INT64_MIN);
  RULE(saturated<int64_t>({uint64_t{1} << 63, true}) == INT64_MIN);
  RULE(saturated<int64_t>({most >> 1, true}) == -INT64_MAX);
  RULE(saturated<uint64_t>({most, false}) == most);
  RULE(saturated<int64_t>({0, true}) == 0);
}

RULES(the_upper_half_of_a_product) {
  RULE(multiply_high(0, most) == 0);
  RULE(multiply_high(1, most) == 0);
  RULE(multiply_high(2, most) == 1);
  RULE(multiply_high(most, 2) == 1);
  RULE(multiply_high(most, most) == most - 1);
  RULE(multiply_high(uint64_t{1} << 32, uint64_t{1} << 32) == 1);
  RULE(multiply_high(uint64_t{1} << 63, 3) == 1);
  RULE(multiply_high(0xffffffff, 0xffffffff) == 0);
  // 0x123456789abcdef0 x 0xfedcba9876543210 = 0x121fa00ad77d7422 236d88fe5618cf00.
  RULE(multiply_high(0x123456789abcdef0, 0xfedcba9876543210) == 0x121fa00ad77d7422);
  // Both carries out of the middle products.
  RULE(multiply_high(0x00000001ffffffff, 0xffffffffffffffff) == 0x00000001fffffffe);
}

// What a compiler without 128 bits of its own is given.
RULES(the_upper_half_of_a_product_by_halves) {
  RULE(multiply_high_by_halves(0, most) == 0);
  RULE(multiply_high_by_halves(most, most) == most - 1);
  RULE(multiply_high_by_halves(uint64_t{1} << 32, uint64_t{1} << 32) == 1);
  RULE(multiply_high_by_halves(0xffffffff, 0xffffffff) == 0);
  RULE(multiply_high_by_halves(0x123456789abcdef0, 0xfedcba9876543210) == 0x121fa00ad77d7422);
  RULE(multiply_high_by_halves(0xfedcba9876543210, 0x123456789abcdef0) == 0x121fa00ad77d7422);
  RULE(multiply_high_by_halves(0x00000001ffffffff, most) == 0x00000001fffffffe);
  RULE(multiply_high_by_halves(most, 0x00000001ffffffff) == 0x00000001fffffffe);
  // Halves of 0, next to which a carry would be seen.
  RULE(multiply_high_by_halves(0xffffffff00000000, 0xffffffff) == 0xfffffffe);
  RULE(multiply_high_by_halves(0xffffffff, 0xffffffff00000000) == 0xfffffffe);
}

RULES(sums_and_products_saturate) {
  RULE(saturating_add(2, 3) == 5);
  RULE(saturating_add(most - 1, 1) == most);
  RULE(saturating_add(most, 1) == most);
  RULE(saturating_add(most, most) == most);
  RULE(saturating_multiply(3, 7) == 21);
  RULE(saturating_multiply(most, 0) == 0);
  RULE(saturating_multiply(most, 1) == most);
  RULE(saturating_multiply(uint64_t{1} << 32, (uint64_t{1} << 32) - 1) == most - 0xffffffff);
  RULE(saturating_multiply(uint64_t{1} << 32, uint64_t{1} << 32) == most);
}

RULES(a_product_is_exact_before_it_is_divided) {
  RULE(scaled(7, 1500, 1000) == 10);
  RULE(scaled_up(7, 1500, 1000) == 11);
  RULE(scaled(8, 1500, 1000) == 12);
  RULE(scaled_up(8, 1500, 1000) == 12);
  RULE(scaled(0, 1500, 1000) == 0);
  RULE(scaled_up(0, 1500, 1000) == 0);
  RULE(scaled_up(1, 1, 1000000) == 1);
  // 2^63 x 3 needs 65 bits; the answer needs 63.
  RULE(scaled(uint64_t{1} << 63, 3, 6) == uint64_t{1} << 62);
  RULE(scaled(most, 1000, 1000) == most);
  RULE(scaled_up(most, 999, 1000) == most - most / 1000);
  RULE(scaled(most, 1001, 1000) == most);
  RULE(scaled_up(most, 2, 1) == most);
}

RULES(the_greatest_common_divisor) {
  RULE(greatest_common_divisor(12, 18) == 6);
  RULE(greatest_common_divisor(18, 12) == 6);
  RULE(greatest_common_divisor(7, 1) == 1);
  RULE(greatest_common_divisor(5, 0) == 5);
  RULE(greatest_common_divisor(1000, 1000000000) == 1000);
}
