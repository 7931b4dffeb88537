// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

#include <oncemore/text.hpp>
#include <oncemore/time.hpp>

namespace oncemore { inline namespace v1 {

/// What to do.
enum class Verdict : uint16_t {
  stop = 0,    ///< hand the response or the error to the caller
  retry = 1,   ///< wait, then send the request once more
  follow = 2,  ///< wait, then send the redirected request; only follow() says so
};

/// The one rule that decided. The first seventeen stand in the order in which decide() asks.
enum class Reason : uint16_t {
  invalid_attempt = 0,        ///< the attempt cannot have happened
  cancelled = 1,              ///< the caller ended it
  success = 2,                ///< 2xx, 304, or 101
  redirect = 3,               ///< a 3xx that nobody followed
  invalid_policy = 4,         ///< the policy has a bad field; validate() names it
  server_refused = 5,         ///< the server said: do not retry
  status_not_retried = 6,     ///< the policy does not retry this status
  failure_not_retried = 7,    ///< the policy does not retry this failure
  accepted = 8,               ///< a redirect, or the caller, proves that it was accepted
  not_repeatable = 9,         ///< not repeatable, and the policy never repeats such a request
  maybe_processed = 10,       ///< not repeatable, and it may have been processed
  body_consumed = 11,         ///< the body cannot be produced again
  attempts_exhausted = 12,    ///< that was the last attempt allowed
  budget_exhausted = 13,      ///< the caller's retry budget denied it
  server_wait_too_long = 14,  ///< the server asked for a longer wait than the policy allows
  deadline = 15,              ///< the next attempt would come too late
  retryable_status = 16,      ///< retry: the status is worth it
  retryable_failure = 17,     ///< retry: the failure is worth it
  not_a_redirect = 18,        ///< follow(): nothing to follow
  no_location = 19,           ///< follow(): the response does not say where to
  redirect_limit = 20,        ///< follow(): the call has followed as many hops as it may
  follow = 21,                ///< follow(): go on
};

namespace detail {
inline constexpr Text verdict_names[] = {"stop", "retry", "follow"};
// clang-format off
inline constexpr Text reason_names[] = {
    "invalid_attempt", "cancelled", "success", "redirect", "invalid_policy", "server_refused",
    "status_not_retried", "failure_not_retried", "accepted", "not_repeatable", "maybe_processed",
    "body_consumed", "attempts_exhausted", "budget_exhausted", "server_wait_too_long", "deadline",
    "retryable_status", "retryable_failure", "not_a_redirect", "no_location", "redirect_limit", "follow"};
// clang-format on
}  // namespace detail

/// The enumerator's own name; null for a number that names none.
[[nodiscard]] constexpr char const* name(Verdict verdict) noexcept {
  return detail::name_in(detail::verdict_names, verdict);
}
[[nodiscard]] constexpr char const* name(Reason reason) noexcept {
  return detail::name_in(detail::reason_names, reason);
}

/// The verdict that a reason stands for.
[[nodiscard]] constexpr Verdict verdict_of(Reason reason) noexcept {
  switch (reason) {
    case Reason::retryable_status:
    case Reason::retryable_failure: return Verdict::retry;
    case Reason::follow: return Verdict::follow;
    default: return Verdict::stop;
  }
}

/// What the caller should know besides the delay.
enum class Note : uint32_t {
  server_wait_applied = 1,    ///< the delay is the one that the server asked for
  server_wait_malformed = 2,  ///< there was a Retry-After that nobody understands
  server_wait_clamped = 4,    ///< the server asked for more and will be hit early
  new_connection = 8,         ///< send it on another connection (408, 421, `rejected`)
  not_early_data = 16,        ///< do not send it in TLS early data (425; RFC 8470 5.2)
};

/// The enumerator's own name; null for a number that names none.
[[nodiscard]] constexpr char const* name(Note note) noexcept {
  switch (note) {
    case Note::server_wait_applied: return "server_wait_applied";
    case Note::server_wait_malformed: return "server_wait_malformed";
    case Note::server_wait_clamped: return "server_wait_clamped";
    case Note::new_connection: return "new_connection";
    case Note::not_early_data: return "not_early_data";
  }
  return nullptr;
}

/// The notes that are set.
class Notes {
 public:
  constexpr Notes() noexcept = default;

  [[nodiscard]] constexpr bool has(Note note) const noexcept {
    return (bits_ & static_cast<uint32_t>(note)) != 0;
  }
  /// With `note` set if `set` holds; unchanged otherwise.
  [[nodiscard]] constexpr Notes with(Note note, bool set = true) const noexcept {
    return from_bits(set ? bits_ | static_cast<uint32_t>(note) : bits_);
  }

  /// The notes as a number, each bit the value of its enumerator, and back.
  [[nodiscard]] constexpr uint32_t bits() const noexcept { return bits_; }
  [[nodiscard]] static constexpr Notes from_bits(uint32_t bits) noexcept {
    Notes notes;
    notes.bits_ = bits;
    return notes;
  }

  [[nodiscard]] friend constexpr bool operator==(Notes a, Notes b) noexcept {
    return a.bits_ == b.bits_;
  }
  [[nodiscard]] friend constexpr bool operator!=(Notes a, Notes b) noexcept { return !(a == b); }

 private:
  uint32_t bits_ = 0;
};

/// The answer of decide(). A decision that nobody filled in is a stop.
struct Decision {
  /// How long to wait before the next attempt. Where a function deduces the type, name it:
  /// `std::this_thread::sleep_for(std::chrono::milliseconds(decision.delay))`.
  ///
  /// Of a stop for `attempts_exhausted`, `budget_exhausted`, `server_wait_too_long` or `deadline`
  /// it is the wait that a retry would have had, so that the work can be queued again; of every
  /// other stop 0.
  Milliseconds delay{};
  Verdict verdict = Verdict::stop;
  Reason reason = Reason::invalid_attempt;
  Notes notes{};  ///< none before rule 9, `attempts_exhausted`

  [[nodiscard]] constexpr bool retry() const noexcept { return verdict == Verdict::retry; }

  [[nodiscard]] friend constexpr bool operator==(Decision a, Decision b) noexcept {
    return a.delay == b.delay && a.verdict == b.verdict && a.reason == b.reason &&
           a.notes == b.notes;
  }
  [[nodiscard]] friend constexpr bool operator!=(Decision a, Decision b) noexcept {
    return !(a == b);
  }
};
static_assert(sizeof(Decision) == 16, "oncemore: a decision fits in two registers");

}}  // namespace oncemore::v1
