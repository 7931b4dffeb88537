// SPDX-License-Identifier: MIT
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <oncemore/text.hpp>

namespace oncemore { inline namespace v1 {

/// How much of what servers really send is understood.
enum class Grammar : uint32_t {
  lenient = 0,  ///< also what is no HTTP-date to the letter but can mean only one thing
  strict = 1,   ///< RFC 9110 to the letter
};

namespace detail {
inline constexpr Text grammar_names[] = {"lenient", "strict"};
}  // namespace detail

/// The enumerator's own name; null for a number that names none.
[[nodiscard]] constexpr char const* name(Grammar grammar) noexcept {
  return detail::name_in(detail::grammar_names, grammar);
}

namespace detail {

[[nodiscard]] constexpr bool is_digit(int c) noexcept { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_blank(int c) noexcept { return c == ' ' || c == '\t'; }
[[nodiscard]] constexpr bool is_letter(int c) noexcept {
  return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}
[[nodiscard]] constexpr char lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

/// Whether two texts are the same but for the case of ASCII letters.
[[nodiscard]] constexpr bool equal_in_any_case(Text a, Text b) noexcept {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (lower(a[i]) != lower(b[i])) return false;
  }
  return true;
}

/// A field value without what may surround it: SP and HTAB (RFC 9110 5.5); CR and LF, which some
/// clients leave at the end, if the grammar is lenient.
[[nodiscard]] constexpr Text trimmed(Text field, Grammar grammar) noexcept {
  auto const around = [grammar](char c) {
    return is_blank(c) || (grammar == Grammar::lenient && (c == '\r' || c == '\n'));
  };
  size_t from = 0;
  size_t to = field.size();
  while (from < to && around(field[from])) ++from;
  while (to > from && around(field[to - 1])) --to;
  return {field.data() + from, to - from};
}

/// Reads a text from left to right; every step says whether it found what it was asked for.
class Scanner {
 public:
  constexpr explicit Scanner(Text text) noexcept
      : at_(text.data()), end_(text.data() + text.size()) {}

  [[nodiscard]] constexpr bool at_end() const noexcept { return at_ == end_; }

  /// The next octet, or -1 at the end.
  [[nodiscard]] constexpr int peek() const noexcept {
    return at_end() ? -1 : static_cast<unsigned char>(*at_);
  }

  [[nodiscard]] constexpr bool take(char wanted) noexcept {
    if (at_end() || *at_ != wanted) return false;
    ++at_;
    return true;
  }

  /// Passes over SP and HTAB; true if there was at least one.
  constexpr bool blanks() noexcept {
    char const* const start = at_;
    while (!at_end() && is_blank(*at_)) ++at_;
    return at_ != start;
  }

  /// Reads a run of `fewest` to `most` digits, at most nine; a longer run is not one.
  [[nodiscard]] constexpr bool digits(size_t fewest, size_t most, uint32_t& value) noexcept {
    size_t count = 0;
    uint32_t read = 0;
    for (; count <= most && !at_end() && is_digit(*at_); ++at_, ++count) {
      read = read * 10 + static_cast<uint32_t>(*at_ - '0');
    }
    value = read;
    return count >= fewest && count <= most;
  }

  /// Reads a run of letters, possibly none.
  [[nodiscard]] constexpr Text letters() noexcept {
    char const* const start = at_;
    while (!at_end() && is_letter(*at_)) ++at_;
    return {start, static_cast<size_t>(at_ - start)};
  }

  /// Passes over one octet; there must be one.
  constexpr void skip() noexcept { ++at_; }

 private:
  char const* at_;
  char const* end_;
};

}  // namespace detail
}}  // namespace oncemore::v1
