// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

#include <oncemore/integer.hpp>

namespace oncemore { inline namespace v1 {

/// A status as received, an int32, of any integer type and never narrowed: 65736 is not 200. What
/// an int32 cannot hold becomes its nearest value, which is no status either: 2^32+503 is not 503.
class Status {
 public:
  constexpr Status() noexcept = default;
  template <class Integer, detail::only_if<detail::is_integer<Integer>> = 0>
  constexpr Status(Integer status) noexcept {
    if constexpr (detail::is_same<Integer, int32_t>) {
      value_ = status;
    } else {
      value_ = detail::saturated<int32_t>(detail::signed_of(status));
    }
  }
  /// Another library's enumerator that is a number, HTTP_STATUS_OK, counts as the number.
  template <class Enumeration, detail::only_if<__is_enum(Enumeration)> = 0,
            class Number = decltype(+Enumeration())>
  constexpr Status(Enumeration status) noexcept : Status(static_cast<Number>(status)) {}
  constexpr operator int32_t() const noexcept { return value_; }

 private:
  int32_t value_ = 0;
};

/// Whether a response with this status can end an attempt: 100 and 102-199 are interim
/// (RFC 9110 15.2), and below 100 or above 999 no server can have sent it.
[[nodiscard]] constexpr bool is_final(Status status) noexcept {
  return status == 101 || (status >= 200 && status <= 999);
}

/// Whether it is of the class of success (RFC 9110 15.3).
[[nodiscard]] constexpr bool is_2xx(Status status) noexcept {
  return status >= 200 && status <= 299;
}

/// Whether the request has what it asked for: 2xx, 304 (the copy at hand is good), 101 (switched).
[[nodiscard]] constexpr bool is_success(Status status) noexcept {
  return status == 101 || status == 304 || is_2xx(status);
}

/// Whether it is a 3xx that asks the client to go elsewhere: every 3xx but 304.
[[nodiscard]] constexpr bool is_redirection(Status status) noexcept {
  return status >= 300 && status <= 399 && status != 304;
}

/// Whether the IANA registry assigns a status above 499; 509, 512 and the rest are vendors' own.
[[nodiscard]] constexpr bool is_assigned_server_error(Status status) noexcept {
  return status >= 500 && status <= 511 && status != 509;
}

/// A set of statuses: one member for each of 400-599, and one for all of 600-999, which no
/// standard defines. Naming any other status makes the set invalid for good, and validate() says
/// so. All zero is the empty set.
class StatusSet {
 public:
  constexpr StatusSet() noexcept = default;
  template <class... Statuses> constexpr StatusSet(Status first, Statuses... others) noexcept {
    change(first, true);
    (change(others, true), ...);
  }

  [[nodiscard]] constexpr StatusSet with(Status status) const noexcept {
    return StatusSet(*this).change(status, true);
  }
  [[nodiscard]] constexpr StatusSet without(Status status) const noexcept {
    return StatusSet(*this).change(status, false);
  }
  [[nodiscard]] constexpr bool contains(Status status) const noexcept {
    uint32_t const place = place_of(status);
    return place != invalid_mark && (words_[place / 64] >> place % 64 & 1) != 0;
  }
  [[nodiscard]] constexpr bool valid() const noexcept {
    return words_[3] >> (last_place % 64 + 1) == 0;
  }

  /// The set as four numbers and back, for borders; what their bits mean is private.
  [[nodiscard]] constexpr uint64_t word(uint32_t index) const noexcept { return words_[index & 3]; }
  [[nodiscard]] static constexpr StatusSet from_words(uint64_t const (&words)[4]) noexcept {
    StatusSet set;
    for (uint32_t i = 0; i < 4; ++i) set.words_[i] = words[i];
    return set;
  }

  [[nodiscard]] friend constexpr bool operator==(StatusSet const& a, StatusSet const& b) noexcept {
    return a.words_[0] == b.words_[0] && a.words_[1] == b.words_[1] && a.words_[2] == b.words_[2] &&
           a.words_[3] == b.words_[3];
  }
  [[nodiscard]] friend constexpr bool operator!=(StatusSet const& a, StatusSet const& b) noexcept {
    return !(a == b);
  }

 private:
  static constexpr uint32_t last_place = 200;    // of 600-999; 400-599 have 0-199
  static constexpr uint32_t invalid_mark = 255;  // remembers that another status was named

  [[nodiscard]] static constexpr uint32_t place_of(Status status) noexcept {
    if (status < 400 || status > 999) return invalid_mark;
    return status < 600 ? static_cast<uint32_t>(status - 400) : last_place;
  }

  constexpr StatusSet& change(Status status, bool in) noexcept {
    uint32_t const place = place_of(status);
    uint64_t const bit = uint64_t{1} << place % 64;
    uint64_t& word = words_[place / 64];
    word = in || place == invalid_mark ? word | bit : word & ~bit;
    return *this;
  }

  uint64_t words_[4] = {0, 0, 0, 0};
};

/// What a policy retries unless told otherwise: 408 413 421 425 429 500 502 503 504, and all above
/// 499 that are not assigned: an unknown status is the 500 of its class (RFC 9110 15).
inline constexpr StatusSet default_statuses = []() noexcept {
  StatusSet set{408, 413, 421, 425, 429, 500, 502, 503, 504};
  for (int32_t status = 500; status <= 600; ++status) {
    if (!is_assigned_server_error(status)) set = set.with(status);
  }
  return set;
}();

/// What says that the request was not processed: 421 (RFC 9110 15.5.20) and 425 (RFC 8470 5.2) by
/// guarantee, 413 and 429 by meaning. 503 is not in it: routers, CDNs and meshes also answer 503
/// for a backend that is still at work. Who knows the servers adds it.
inline constexpr StatusSet default_unprocessed{413, 421, 425, 429};

}}  // namespace oncemore::v1
