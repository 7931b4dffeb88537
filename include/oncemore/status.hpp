// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

namespace oncemore { inline namespace v1 {

// A status is an int32 as received and is never narrowed: 65736 is not 200.

/// Whether a response with this status can end an attempt: 100 and 102-199 are interim
/// (RFC 9110 15.2), and below 100 or above 999 no server can have sent it.
[[nodiscard]] constexpr bool is_final(int32_t status) noexcept {
  return status == 101 || (status >= 200 && status <= 999);
}

/// Whether the request has what it asked for: 2xx, 304 (the copy at hand is good), and 101 (the
/// protocol was switched).
[[nodiscard]] constexpr bool is_success(int32_t status) noexcept {
  return status == 101 || status == 304 || (status >= 200 && status <= 299);
}

/// Whether it is a 3xx that asks the client to go elsewhere: every 3xx but 304.
[[nodiscard]] constexpr bool is_redirection(int32_t status) noexcept {
  return status >= 300 && status <= 399 && status != 304;
}

/// Whether the IANA HTTP Status Code Registry assigns a status of 500 or above; 509 and 512 and
/// those behind it are vendors' own.
[[nodiscard]] constexpr bool is_assigned_server_error(int32_t status) noexcept {
  return status >= 500 && status <= 511 && status != 509;
}

/// A set of statuses: one member for each of 400-599, and one for all of 600-999, which no
/// standard defines. Naming any other status makes the set invalid for good, and validate() says
/// so. All zero is the empty set.
class StatusSet {
 public:
  constexpr StatusSet() noexcept = default;
  template <class... Statuses> constexpr StatusSet(int32_t first, Statuses... others) noexcept {
    change(first, true);
    (change(others, true), ...);
  }

  [[nodiscard]] constexpr StatusSet with(int32_t status) const noexcept {
    StatusSet set = *this;
    set.change(status, true);
    return set;
  }
  [[nodiscard]] constexpr StatusSet without(int32_t status) const noexcept {
    StatusSet set = *this;
    set.change(status, false);
    return set;
  }
  [[nodiscard]] constexpr bool contains(int32_t status) const noexcept {
    uint32_t const place = place_of(status);
    return place != invalid_mark && (words_[place / 64] >> place % 64 & 1) != 0;
  }
  [[nodiscard]] constexpr bool valid() const noexcept {
    return words_[3] >> (last_place % 64 + 1) == 0;
  }

  /// The set as four numbers and back, for borders such as the C ABI; what the bits mean is
  /// private.
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

  [[nodiscard]] static constexpr uint32_t place_of(int32_t status) noexcept {
    if (status < 400 || status > 999) return invalid_mark;
    return status < 600 ? static_cast<uint32_t>(status - 400) : last_place;
  }

  constexpr void change(int32_t status, bool in) noexcept {
    uint32_t const place = place_of(status);
    uint64_t const bit = uint64_t{1} << place % 64;
    uint64_t& word = words_[place / 64];
    word = in || place == invalid_mark ? word | bit : word & ~bit;
  }

  uint64_t words_[4] = {0, 0, 0, 0};
};

namespace detail {
[[nodiscard]] constexpr StatusSet make_default_statuses() noexcept {
  StatusSet set{408, 413, 421, 425, 429, 500, 502, 503, 504};
  for (int32_t status = 500; status <= 600; ++status) {
    if (!is_assigned_server_error(status)) set = set.with(status);
  }
  return set;
}
}  // namespace detail

/// The statuses that a policy retries unless told otherwise: 408 413 421 425 429 500 502 503 504,
/// and every one above 499 that the IANA registry does not assign, since a status that a client
/// does not know is treated as the 500 of its class (RFC 9110 15).
inline constexpr StatusSet default_statuses = detail::make_default_statuses();

/// The statuses that say that the request was not processed: 421 (RFC 9110 15.5.20) and 425
/// (RFC 8470 5.2) guarantee it, 413 means it, 429 and 503 are the common convention of services.
/// A strict user takes these two out.
inline constexpr StatusSet default_unprocessed{413, 421, 425, 429, 503};

}}  // namespace oncemore::v1
