// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

#include <oncemore/text.hpp>

namespace oncemore { inline namespace v1 {

/// How an attempt ended without a usable response. A status line that was read is no failure but
/// that status, even if the body broke off; only a 2xx whose body broke off is `connection_lost`.
enum class Failure : uint32_t {
  none = 0,             ///< not a failure: the outcome is a status
  name_resolution = 1,  ///< the host name could not be resolved
  connect = 2,          ///< no connection; a proxy that opened no tunnel is this, too
  tls_handshake = 3,    ///< the handshake failed before a byte of the request left
  not_sent = 4,         ///< a pool or queue time-out; a connection found dead before writing
  tls_certificate = 5,  ///< the server's certificate was refused
  rejected = 6,         ///< REFUSED_STREAM or above GOAWAY's last stream (RFC 9113 8.7);
                        ///< H3_REQUEST_REJECTED or at or above GOAWAY's id (RFC 9114 5.2)
  send = 7,             ///< the connection broke while the request was written
  timeout = 8,          ///< no response in time
  connection_lost = 9,  ///< reset or closed before a complete response; also a TLS alert after the
                        ///< request was written
  bad_response = 10,    ///< not HTTP, or not decodable
  redirect_limit = 11,  ///< too many hops, or a loop
  other = 12,           ///< an error the client cannot name, a bad URL: no licence to repeat
  cancelled = 13,       ///< by the caller, or because its context ended
};

namespace detail {
// clang-format off
inline constexpr Text failure_names[] = {
    "none", "name_resolution", "connect", "tls_handshake", "not_sent", "tls_certificate",
    "rejected", "send", "timeout", "connection_lost", "bad_response", "redirect_limit", "other",
    "cancelled"};
// clang-format on
}  // namespace detail

/// The enumerator's own name, `timeout`; null for a number that names none.
[[nodiscard]] constexpr char const* name(Failure failure) noexcept {
  return detail::name_in(detail::failure_names, failure);
}

/// A set of failures. Naming what is no failure makes the set invalid for good, and so does having
/// `cancelled` in it: what the caller ended is never sent again. All zero is the empty set.
class FailureSet {
 public:
  constexpr FailureSet() noexcept = default;
  template <class... Failures> constexpr FailureSet(Failure first, Failures... others) noexcept {
    *this = with(first);
    ((*this = with(others)), ...);
  }

  [[nodiscard]] constexpr FailureSet with(Failure failure) const noexcept {
    return from_bits(bits_ | member(failure));
  }
  [[nodiscard]] constexpr FailureSet without(Failure failure) const noexcept {
    uint32_t const named = member(failure);
    return from_bits(named == invalid_mark ? bits_ | named : bits_ & ~named);
  }
  [[nodiscard]] constexpr bool contains(Failure failure) const noexcept {
    uint32_t const asked = member(failure);
    return asked != invalid_mark && (bits_ & asked) != 0;
  }
  [[nodiscard]] constexpr bool valid() const noexcept {
    // All from name_resolution to the one before cancelled.
    uint32_t const may_be_in = member(Failure::cancelled) - member(Failure::name_resolution);
    return (bits_ & ~may_be_in) == 0;
  }

  /// The set as a number and back, for borders such as the C ABI; what the bits mean is private.
  [[nodiscard]] constexpr uint32_t bits() const noexcept { return bits_; }
  [[nodiscard]] static constexpr FailureSet from_bits(uint32_t bits) noexcept {
    FailureSet set;
    set.bits_ = bits;
    return set;
  }

  [[nodiscard]] friend constexpr bool operator==(FailureSet a, FailureSet b) noexcept {
    return a.bits_ == b.bits_;
  }
  [[nodiscard]] friend constexpr bool operator!=(FailureSet a, FailureSet b) noexcept {
    return !(a == b);
  }

 private:
  // The place of Failure::none, which no set can hold, remembers that something else was named.
  static constexpr uint32_t invalid_mark = 1;

  [[nodiscard]] static constexpr uint32_t member(Failure failure) noexcept {
    return failure <= Failure::cancelled ? uint32_t{1} << static_cast<uint32_t>(failure)
                                         : invalid_mark;
  }

  uint32_t bits_ = 0;
};

/// The failures that a policy retries unless told otherwise: those that say nothing against a
/// second try. Whether a request may be repeated after them is the evidence's affair.
inline constexpr FailureSet default_failures{
    Failure::name_resolution, Failure::connect,         Failure::tls_handshake,
    Failure::not_sent,        Failure::rejected,        Failure::send,
    Failure::timeout,         Failure::connection_lost, Failure::bad_response};

}}  // namespace oncemore::v1
