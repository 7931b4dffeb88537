// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

#include <oncemore/integer.hpp>

namespace oncemore { inline namespace v1 {

/// A ratio or a part of a token: whole thousandths in 32 bits, 0 unless said otherwise. No bare
/// number fits, so that no one writes 1.5 or 2 where 1500 or 2000 thousandths are meant: times(2),
/// thousandths(1500).
class Thousandths {
 public:
  constexpr Thousandths() noexcept = default;

  [[nodiscard]] constexpr uint32_t count() const noexcept { return count_; }
  /// `count` thousandths, for borders that hold the number; see also thousandths().
  [[nodiscard]] static constexpr Thousandths from_count(uint32_t count) noexcept {
    Thousandths made;
    made.count_ = count;
    return made;
  }

  [[nodiscard]] friend constexpr bool operator==(Thousandths a, Thousandths b) noexcept {
    return a.count_ == b.count_;
  }
  [[nodiscard]] friend constexpr bool operator!=(Thousandths a, Thousandths b) noexcept {
    return a.count_ != b.count_;
  }
  [[nodiscard]] friend constexpr bool operator<(Thousandths a, Thousandths b) noexcept {
    return a.count_ < b.count_;
  }
  [[nodiscard]] friend constexpr bool operator>(Thousandths a, Thousandths b) noexcept {
    return b < a;
  }

 private:
  uint32_t count_ = 0;
};

/// So many thousandths, of any integer type; a negative number counts as 0, too large a one as
/// 2^32-1.
template <class Integer, detail::only_if<detail::is_integer<Integer>> = 0>
[[nodiscard]] constexpr Thousandths thousandths(Integer count) noexcept {
  return Thousandths::from_count(detail::saturated<uint32_t>(detail::signed_of(count)));
}

/// So many times one: times(2) is 2000 thousandths. Counts a negative and too large a number as
/// thousandths() does.
template <class Integer, detail::only_if<detail::is_integer<Integer>> = 0>
[[nodiscard]] constexpr Thousandths times(Integer whole) noexcept {
  detail::Signed const value = detail::signed_of(whole);
  uint64_t const count = detail::saturating_multiply(value.magnitude, 1000);
  return Thousandths::from_count(detail::saturated<uint32_t>({count, value.negative}));
}

}}  // namespace oncemore::v1
