// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

#include <oncemore/integer.hpp>
#include <oncemore/text.hpp>
#include <oncemore/time.hpp>

namespace oncemore { inline namespace v1 {

/// What a Retry-After field says: nothing (the field is absent), nothing that can be understood, or
/// a wait. A wait of 0 is a wait: the server asked to come back at once.
class RetryAfter {
 public:
  enum class Kind : uint32_t { absent = 0, malformed = 1, wait = 2 };

  /// Absent.
  constexpr RetryAfter() noexcept = default;

  /// A wait, however the server put it: in Retry-After, or in a vendor's field of milliseconds.
  /// A negative one is a mistake of the caller's that decide() answers with `invalid_attempt`.
  constexpr explicit RetryAfter(Milliseconds wait) noexcept : wait_(wait), kind_(Kind::wait) {}

  /// A wait until an instant, for a vendor's field that names one; 0 if it is past.
  constexpr RetryAfter(Instant until, Instant now) noexcept
      : RetryAfter(detail::larger(Milliseconds(), until - now)) {}

  [[nodiscard]] static constexpr RetryAfter malformed() noexcept {
    return from_raw(Kind::malformed, Milliseconds());
  }
  /// For borders that hold both numbers.
  [[nodiscard]] static constexpr RetryAfter from_raw(Kind kind, Milliseconds wait) noexcept {
    RetryAfter retry_after;
    retry_after.kind_ = kind;
    retry_after.wait_ = wait;
    return retry_after;
  }

  [[nodiscard]] constexpr Kind kind() const noexcept { return kind_; }
  [[nodiscard]] constexpr bool is_absent() const noexcept { return kind_ == Kind::absent; }
  [[nodiscard]] constexpr bool is_malformed() const noexcept { return kind_ == Kind::malformed; }
  [[nodiscard]] constexpr bool is_wait() const noexcept { return kind_ == Kind::wait; }
  /// The wait, 0 if there is none.
  [[nodiscard]] constexpr Milliseconds wait() const noexcept { return wait_; }

  /// Whether there can be such a field: a known kind, and no negative wait.
  [[nodiscard]] constexpr bool possible() const noexcept {
    return kind_ <= Kind::wait && (kind_ != Kind::wait || wait_ >= Milliseconds());
  }

  [[nodiscard]] friend constexpr bool operator==(RetryAfter a, RetryAfter b) noexcept {
    return a.kind_ == b.kind_ && a.wait_ == b.wait_;
  }
  [[nodiscard]] friend constexpr bool operator!=(RetryAfter a, RetryAfter b) noexcept {
    return !(a == b);
  }

 private:
  Milliseconds wait_{};
  Kind kind_ = Kind::absent;
};

namespace detail {
inline constexpr Text retry_after_kind_names[] = {"absent", "malformed", "wait"};
}  // namespace detail

/// The enumerator's own name; null for a number that names none.
[[nodiscard]] constexpr char const* name(RetryAfter::Kind kind) noexcept {
  return detail::name_in(detail::retry_after_kind_names, kind);
}

/// One field out of several lines: a wait beats a malformed one, a malformed one beats an absent
/// one, the longer of two waits wins. No server asked for less than one of its lines says.
[[nodiscard]] constexpr RetryAfter combined(RetryAfter a, RetryAfter b) noexcept {
  if (a.kind() != b.kind()) return a.kind() > b.kind() ? a : b;
  return a.wait() >= b.wait() ? a : b;
}

}}  // namespace oncemore::v1
