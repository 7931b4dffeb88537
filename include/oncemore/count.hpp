// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

#include <oncemore/integer.hpp>

namespace oncemore { inline namespace v1 {

/// As a number of attempts: never run out of them.
inline constexpr uint32_t unlimited = UINT32_MAX;

/// A number of attempts, retries or hops, of any integer type. A negative one counts as 0, which
/// allows nothing, and never as a large one; what 32 bits cannot hold counts as 2^32-1. A floating
/// one is refused.
class Count {
 public:
  constexpr Count() noexcept = default;
  template <class Integer, detail::only_if<detail::is_integer<Integer>> = 0>
  constexpr Count(Integer count) noexcept
      : value_(detail::saturated<uint32_t>(detail::signed_of(count))) {}
  constexpr operator uint32_t() const noexcept { return value_; }

 private:
  uint32_t value_ = 0;
};

/// The attempts that so many retries make: one more, since the first send is no retry. Saturates:
/// 2^32-2 and 2^32-1 retries are unlimited.
[[nodiscard]] constexpr uint32_t attempts_from_retries(Count retries) noexcept {
  return retries == unlimited ? unlimited : retries + 1;
}

/// The retries among so many attempts: one less, and 0 of 0. Unlimited stays unlimited.
[[nodiscard]] constexpr uint32_t retries_from_attempts(Count attempts) noexcept {
  return attempts == 0 || attempts == unlimited ? uint32_t{attempts} : attempts - 1;
}

}}  // namespace oncemore::v1
