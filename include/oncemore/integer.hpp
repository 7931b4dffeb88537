// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

/// Integers that neither wrap nor round by surprise. Every sum and product of the library goes
/// through here, so that the same bits give the same millisecond on every machine.
namespace oncemore { inline namespace v1 { namespace detail {

template <bool condition> struct OnlyIf {};
template <> struct OnlyIf<true> { using type = int; };
/// Takes an overload away unless `condition` holds.
template <bool condition> using only_if = typename OnlyIf<condition>::type;

template <class T, class Other> inline constexpr bool is_same = false;
template <class T> inline constexpr bool is_same<T, T> = true;
template <class T, class... Others> inline constexpr bool is_one_of = (is_same<T, Others> || ...);

// A type is asked by name, not by behaviour: bool and the character types count nothing.
template <class T>
inline constexpr bool is_integer =
    is_one_of<T, signed char, unsigned char, short, unsigned short, int, unsigned, long,
              unsigned long, long long, unsigned long long>;

template <class T> [[nodiscard]] constexpr T smaller(T a, T b) noexcept { return b < a ? b : a; }

template <class T> [[nodiscard]] constexpr T larger(T a, T b) noexcept { return a < b ? b : a; }

/// `value` brought into [low, high]; where low is above high, high wins.
template <class T> [[nodiscard]] constexpr T brought_into(T low, T high, T value) noexcept {
  return smaller(larger(value, low), high);
}

/// A magnitude and its sign: what an integer of any type is.
struct Signed {
  uint64_t magnitude = 0;
  bool negative = false;
};

template <class Integer> [[nodiscard]] constexpr Signed signed_of(Integer value) noexcept {
  if (value < Integer{0}) return {uint64_t{0} - static_cast<uint64_t>(value), true};
  return {static_cast<uint64_t>(value), false};
}

/// The nearest value that `Integer` holds.
template <class Integer> [[nodiscard]] constexpr Integer saturated(Signed value) noexcept {
  constexpr bool has_sign = static_cast<Integer>(-1) < Integer{1};
  constexpr unsigned bits = sizeof(Integer) * 8 - (has_sign ? 1 : 0);
  constexpr uint64_t largest = ~uint64_t{0} >> (64 - bits);
  if (!value.negative) return static_cast<Integer>(smaller(value.magnitude, largest));
  if constexpr (!has_sign) return 0;
  if (value.magnitude > largest) return static_cast<Integer>(-static_cast<Integer>(largest) - 1);
  return static_cast<Integer>(-static_cast<Integer>(value.magnitude));
}

/// The upper 64 bits of the exact 128-bit product, from four 32-bit ones.
[[nodiscard]] constexpr uint64_t multiply_high_by_halves(uint64_t a, uint64_t b) noexcept {
  constexpr uint64_t low_half = 0xffffffff;
  uint64_t const low = (a & low_half) * (b & low_half);
  uint64_t const middle = (a >> 32) * (b & low_half) + (low >> 32);
  uint64_t const other = (a & low_half) * (b >> 32) + (middle & low_half);
  return (a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32);
}

/// The same with the compiler's own 128 bits where they are one instruction. WebAssembly has none,
/// and would call a library for it.
[[nodiscard]] constexpr uint64_t multiply_high(uint64_t a, uint64_t b) noexcept {
#if defined(__SIZEOF_INT128__) && !defined(__wasm__)
  __extension__ using Product = unsigned __int128;
  return static_cast<uint64_t>(static_cast<Product>(a) * b >> 64);
#else
  return multiply_high_by_halves(a, b);
#endif
}

[[nodiscard]] constexpr uint64_t saturating_add(uint64_t a, uint64_t b) noexcept {
  return a + b < a ? ~uint64_t{0} : a + b;
}

[[nodiscard]] constexpr uint64_t saturating_multiply(uint64_t a, uint64_t b) noexcept {
  return multiply_high(a, b) != 0 ? ~uint64_t{0} : a * b;
}

/// `value` x `numerator` / `denominator`, rounded down, the product exact before it is divided.
/// With value = q x denominator + r the answer is q x numerator + r x numerator / denominator, and
/// the last product fits as long as numerator x denominator does: the caller sees to that.
[[nodiscard]] constexpr uint64_t scaled(uint64_t value, uint64_t numerator,
                                        uint64_t denominator) noexcept {
  uint64_t const whole = saturating_multiply(value / denominator, numerator);
  return saturating_add(whole, value % denominator * numerator / denominator);
}

/// The same, rounded up.
[[nodiscard]] constexpr uint64_t scaled_up(uint64_t value, uint64_t numerator,
                                           uint64_t denominator) noexcept {
  uint64_t const whole = saturating_multiply(value / denominator, numerator);
  uint64_t const rest = value % denominator * numerator;
  return saturating_add(whole, rest / denominator + (rest % denominator != 0 ? 1 : 0));
}

[[nodiscard]] constexpr uint64_t greatest_common_divisor(uint64_t a, uint64_t b) noexcept {
  while (b != 0) {
    uint64_t const rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

}}}  // namespace oncemore::v1::detail
