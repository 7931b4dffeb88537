// SPDX-License-Identifier: MIT
#pragma once

#include <stddef.h>

#include <oncemore/integer.hpp>

namespace oncemore { inline namespace v1 {
namespace detail {

/// An object of type T for expressions that are only looked at, never run.
template <class T> T const& any() noexcept;

// The two shapes that a Text takes besides plain characters: a view and an optional.
template <class T>
using ViewShape = decltype(static_cast<char const*>(any<T>().data()) + any<T>().size());
template <class T> using OptionalShape = decltype(any<T>().has_value() ? &*any<T>() : nullptr);

// Of the two kinds of views and containers only a container has a capacity.
template <class T, class = void> inline constexpr bool owns_octets = false;
template <class T>
inline constexpr bool owns_octets<T, decltype(static_cast<void>(any<T>().capacity()))> = true;

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

  /// Anything with data() and size(), signed or not: std::string, std::string_view,
  /// std::vector<char>. A view of nothing is absent; what owns its octets is there, even if an
  /// empty one has nowhere to point to.
  template <class View, detail::ViewShape<View>* = nullptr>
  constexpr Text(View const& view) noexcept
      : Text(view.data() == nullptr && detail::owns_octets<View> ? "" : view.data(),
             static_cast<size_t>(view.size())) {}

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

/// The name of an enumerator in the table of its type; null past the end.
template <size_t count, class Enumeration>
[[nodiscard]] constexpr char const* name_in(Text const (&names)[count],
                                            Enumeration enumerator) noexcept {
  size_t const index = static_cast<size_t>(enumerator);
  return index < count ? names[index].data() : nullptr;
}

}  // namespace detail
}}  // namespace oncemore::v1
