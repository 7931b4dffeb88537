// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

#include <oncemore/failure.hpp>
#include <oncemore/integer.hpp>
#include <oncemore/status.hpp>

namespace oncemore { inline namespace v1 {

/// How an attempt ended: with a response's status or with a failure. Made from either, so that
/// `.outcome = response.status` and `.outcome = Failure::timeout` read as they should.
class Outcome {
 public:
  constexpr Outcome() noexcept = default;

  /// A status of any integer type, never narrowed; see Status.
  template <class T, detail::only_if<detail::is_integer<T> || detail::is_same<T, Status>> = 0>
  constexpr Outcome(T status) noexcept : status_(Status(status)) {}

  constexpr Outcome(Failure failure) noexcept : failure_(failure) {}

  /// For borders that hold both numbers; exactly one of them must be set.
  constexpr Outcome(int32_t status, Failure failure) noexcept
      : status_(status), failure_(failure) {}

  [[nodiscard]] constexpr int32_t status() const noexcept { return status_; }
  [[nodiscard]] constexpr Failure failure() const noexcept { return failure_; }
  [[nodiscard]] constexpr bool is_failure() const noexcept { return failure_ != Failure::none; }

  /// Whether an attempt can have ended so: a known failure or a final status, and not both.
  [[nodiscard]] constexpr bool possible() const noexcept {
    return is_failure() ? status_ == 0 && failure_ <= Failure::cancelled : is_final(status_);
  }

  [[nodiscard]] friend constexpr bool operator==(Outcome a, Outcome b) noexcept {
    return a.status_ == b.status_ && a.failure_ == b.failure_;
  }
  [[nodiscard]] friend constexpr bool operator!=(Outcome a, Outcome b) noexcept {
    return !(a == b);
  }

 private:
  int32_t status_ = 0;
  Failure failure_ = Failure::none;
};

}}  // namespace oncemore::v1
