// SPDX-License-Identifier: MIT
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <oncemore/integer.hpp>
#include <oncemore/time.hpp>

#include "../unmixed.hpp"

// Words for the rules: C++17 has no designated initialisers, so with() sets the fields that a rule
// is about and leaves every other one at its default.
namespace given {

using oncemore::Milliseconds;

// clang-format off
[[nodiscard]] constexpr Milliseconds operator""_ms(unsigned long long n) { return Milliseconds(n); }
[[nodiscard]] constexpr Milliseconds operator""_s(unsigned long long n) {
  return Milliseconds(n * 1000);
}
// clang-format on

inline constexpr Milliseconds below_zero{-1};
// Random bits for an own delay at the low end of its range, in the middle and at the high end; and
// for a server's wait, whose bits are mixed once more.
inline constexpr uint64_t lowest_draw = 0;
inline constexpr uint64_t middle_draw = unmixed(uint64_t{1} << 63);
inline constexpr uint64_t highest_draw = unmixed(UINT64_MAX);
inline constexpr uint64_t middle_spread = unmixed(middle_draw);
inline constexpr uint64_t highest_spread = unmixed(highest_draw);

// A type that is not deduced, so that a literal becomes the field's type.
template <class T> struct Just { using type = T; };

/// What a field is assigned: a literal is as good as the field's own type, if that is an integer.
template <class Field, class Value> [[nodiscard]] constexpr Field as(Value const& value) noexcept {
  if constexpr (oncemore::detail::is_integer<Field> && oncemore::detail::is_integer<Value>) {
    return static_cast<Field>(value);
  } else {
    return value;
  }
}

template <class Struct> [[nodiscard]] constexpr Struct with(Struct const& object) noexcept {
  return object;
}

/// with(Attempt{}, &Attempt::number, 2, &Attempt::elapsed, 3_s)
template <class Struct, class Field, class Value, class... More>
[[nodiscard]] constexpr Struct with(Struct object, Field Struct::*field, Value const& value,
                                    More const&... more) noexcept {
  object.*field = as<Field>(value);
  return with(object, more...);
}

/// Whether two names are the same; null is the name of nothing.
[[nodiscard]] constexpr bool same(char const* a, char const* b) noexcept {
  if (a == nullptr || b == nullptr) return a == b;
  while (*a != '\0' && *a == *b) {
    ++a;
    ++b;
  }
  return *a == *b;
}

/// Whether the enumerators have the values 0, 1, 2 ... and there are no others with a name.
template <class Enumeration, size_t count>
[[nodiscard]] constexpr bool are_all(Enumeration const (&enumerators)[count]) noexcept {
  for (size_t i = 0; i < count; ++i) {
    if (static_cast<size_t>(enumerators[i]) != i || name(enumerators[i]) == nullptr) return false;
  }
  return name(static_cast<Enumeration>(count)) == nullptr &&
         name(static_cast<Enumeration>(UINT16_MAX)) == nullptr;
}

}  // namespace given

/// That an enumerator is called by its own name.
#define NAMED(Type, enumerator) RULE(given::same(name(Type::enumerator), #enumerator))
