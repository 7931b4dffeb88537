// SPDX-License-Identifier: MIT
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <oncemore/integer.hpp>

namespace oncemore { inline namespace v1 {
namespace detail {

/// An object of type T for expressions that are only looked at, never run.
template <class T> T const& any() noexcept;

// The two shapes that a Text takes besides plain characters: a view and an optional.
template <class T>
using ViewShape = decltype(static_cast<char const*>(any<T>().data()) + any<T>().size());
template <class T> using OptionalShape = decltype(any<T>().has_value() ? &*any<T>() : nullptr);

[[nodiscard]] constexpr size_t length_to_nul(char const* octets, size_t room) noexcept {
  size_t size = 0;
  while (size < room && octets[size] != '\0') ++size;
  return size;
}

}  // namespace detail

/// A borrowed run of octets, or nothing at all: a method, a field value, a field that is absent.
/// Absent and empty differ: a field without a value is empty, a response without the field has it
/// absent. A null pointer is absent whatever the size. The octets are not copied and not kept.
class Text {
 public:
  constexpr Text() noexcept = default;
  constexpr Text(decltype(nullptr)) noexcept {}
  constexpr Text(char const* octets, size_t size) noexcept
      : octets_(octets), size_(octets != nullptr ? size : 0) {}

  /// An array of characters, up to its first NUL.
  template <size_t room>
  constexpr Text(char const (&array)[room]) noexcept
      : Text(array, detail::length_to_nul(array, room)) {}

  /// A pointer to characters that end with a NUL.
  template <class Pointer, detail::only_if<detail::is_one_of<Pointer, char const*, char*>> = 0>
  constexpr Text(Pointer const& octets) noexcept
      : Text(octets, octets != nullptr ? detail::length_to_nul(octets, ~size_t{0}) : 0) {}

  /// Anything with data() and size(): std::string, std::string_view, std::vector<char>.
  template <class View, detail::ViewShape<View>* = nullptr>
  constexpr Text(View const& view) noexcept : Text(view.data(), view.size()) {}

  /// An optional of any of these; nothing in it is absent.
  template <class Optional, detail::OptionalShape<Optional>* = nullptr>
  constexpr Text(Optional const& optional) noexcept {
    if (optional.has_value()) *this = Text(*optional);
  }

  [[nodiscard]] constexpr bool absent() const noexcept { return octets_ == nullptr; }
  [[nodiscard]] constexpr char const* data() const noexcept { return octets_; }
  [[nodiscard]] constexpr size_t size() const noexcept { return size_; }
  [[nodiscard]] constexpr char operator[](size_t index) const noexcept { return octets_[index]; }

  /// The same octets; an absent text equals an empty one.
  [[nodiscard]] friend constexpr bool operator==(Text a, Text b) noexcept {
    if (a.size_ != b.size_) return false;
    for (size_t i = 0; i < a.size_; ++i) {
      if (a.octets_[i] != b.octets_[i]) return false;
    }
    return true;
  }
  [[nodiscard]] friend constexpr bool operator!=(Text a, Text b) noexcept { return !(a == b); }

 private:
  char const* octets_ = nullptr;
  size_t size_ = 0;
};

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

/// The name of an enumerator in the table of its type; null past the end.
template <size_t count, class Enumeration>
[[nodiscard]] constexpr char const* name_in(Text const (&names)[count],
                                            Enumeration enumerator) noexcept {
  size_t const index = static_cast<size_t>(enumerator);
  return index < count ? names[index].data() : nullptr;
}

}  // namespace detail

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
