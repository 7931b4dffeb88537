// SPDX-License-Identifier: MIT
#pragma once

#include <stddef.h>
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

/// The one rule that decided. The number is the reason's identity; in which order they are asked
/// is said by row().
enum class Reason : uint16_t {
  invalid_attempt = 0,      ///< the attempt cannot have happened
  cancelled = 1,            ///< the caller ended it
  success = 2,              ///< the request has what it asked for: 2xx, 304 or 101
  redirect = 3,             ///< a 3xx that nobody followed
  invalid_policy = 4,       ///< the policy has a bad field, which validate names
  server_refused = 5,       ///< the server said not to retry
  status_not_retried = 6,   ///< the policy does not retry this status
  failure_not_retried = 7,  ///< the policy does not retry this failure
  accepted = 8,             ///< a redirect, or the caller, proves that the request was accepted
  not_repeatable = 9,    ///< the request is not repeatable, and the policy never repeats such a one
  maybe_processed = 10,  ///< the request is not repeatable, and it may have been processed
  body_consumed = 11,    ///< the body cannot be produced again
  attempts_exhausted = 12,    ///< that was the last attempt allowed
  budget_exhausted = 13,      ///< the retry budget denied it
  server_wait_too_long = 14,  ///< the server asked for a longer wait than the policy allows
  deadline = 15,              ///< the next attempt would come too late
  retryable_status = 16,      ///< the status is worth a retry
  retryable_failure = 17,     ///< the failure is worth a retry
  not_a_redirect = 18,        ///< follow: there is nothing to follow
  no_location = 19,           ///< follow: the response does not say where to
  redirect_limit = 20,        ///< follow: the call has followed as many hops as it may
  follow = 21,                ///< follow: go on
};

namespace detail {
inline constexpr Text verdict_names[] = {"stop", "retry", "follow"};
}  // namespace detail

/// The enumerator's own name; null for a number that names none.
[[nodiscard]] constexpr char const* name(Verdict verdict) noexcept {
  return detail::name_in(detail::verdict_names, verdict);
}

/// What is known of a reason.
struct ReasonRow {
  char const* name;
  uint32_t rule;        ///< of decide(), from 1; 0 if only follow() gives it
  Verdict verdict;      ///< what it stands for
  bool carries_delay;   ///< whether a decision for it has a delay; 0 of every other
  char const* message;  ///< an English sentence, without a full stop
};

namespace detail {
// clang-format off
/// In the order of Reason. name | rule | verdict | carries a delay | sentence
inline constexpr ReasonRow reason_rows[] = {
    {"invalid_attempt", 1, Verdict::stop, false, "the attempt cannot have happened"},
    {"cancelled", 2, Verdict::stop, false, "the caller ended it"},
    {"success", 3, Verdict::stop, false, "the request has what it asked for: 2xx, 304 or 101"},
    {"redirect", 3, Verdict::stop, false, "a 3xx that nobody followed"},
    {"invalid_policy", 4, Verdict::stop, false, "the policy has a bad field, which validate names"},
    {"server_refused", 5, Verdict::stop, false, "the server said not to retry"},
    {"status_not_retried", 6, Verdict::stop, false, "the policy does not retry this status"},
    {"failure_not_retried", 6, Verdict::stop, false, "the policy does not retry this failure"},
    {"accepted", 7, Verdict::stop, false,
     "a redirect, or the caller, proves that the request was accepted"},
    {"not_repeatable", 7, Verdict::stop, false,
     "the request is not repeatable, and the policy never repeats such a one"},
    {"maybe_processed", 7, Verdict::stop, false,
     "the request is not repeatable, and it may have been processed"},
    {"body_consumed", 8, Verdict::stop, false, "the body cannot be produced again"},
    {"attempts_exhausted", 9, Verdict::stop, true, "that was the last attempt allowed"},
    {"budget_exhausted", 10, Verdict::stop, true, "the retry budget denied it"},
    {"server_wait_too_long", 11, Verdict::stop, true,
     "the server asked for a longer wait than the policy allows"},
    {"deadline", 12, Verdict::stop, true, "the next attempt would come too late"},
    {"retryable_status", 13, Verdict::retry, true, "the status is worth a retry"},
    {"retryable_failure", 13, Verdict::retry, true, "the failure is worth a retry"},
    {"not_a_redirect", 0, Verdict::stop, false, "follow: there is nothing to follow"},
    {"no_location", 0, Verdict::stop, false, "follow: the response does not say where to"},
    {"redirect_limit", 0, Verdict::stop, false,
     "follow: the call has followed as many hops as it may"},
    {"follow", 0, Verdict::follow, true, "follow: go on"},
};
// clang-format on
inline constexpr size_t reason_count = sizeof(reason_rows) / sizeof(reason_rows[0]);

/// Whether the decision came after rule 8, so that it knows of a wait.
[[nodiscard]] constexpr bool carries_delay(Reason reason) noexcept {
  size_t const index = static_cast<size_t>(reason);
  return index < reason_count && reason_rows[index].carries_delay;
}
}  // namespace detail

/// What is known of a reason; null for a number that names none.
[[nodiscard]] constexpr ReasonRow const* row(Reason reason) noexcept {
  size_t const index = static_cast<size_t>(reason);
  return index < detail::reason_count ? &detail::reason_rows[index] : nullptr;
}

/// The enumerator's own name; null for a number that names none.
[[nodiscard]] constexpr char const* name(Reason reason) noexcept {
  ReasonRow const* const known = row(reason);
  return known != nullptr ? known->name : nullptr;
}

/// An English sentence, without a full stop, that says why; null for a number that names no reason.
[[nodiscard]] constexpr char const* message(Reason reason) noexcept {
  ReasonRow const* const known = row(reason);
  return known != nullptr ? known->message : nullptr;
}

/// The verdict that a reason stands for; stop for a number that names none.
[[nodiscard]] constexpr Verdict verdict_of(Reason reason) noexcept {
  ReasonRow const* const known = row(reason);
  return known != nullptr ? known->verdict : Verdict::stop;
}

/// What the caller should know besides the delay.
enum class Note : uint32_t {
  server_wait_applied = 1,    ///< the delay is the one that the server asked for
  server_wait_malformed = 2,  ///< there was a Retry-After that nobody understands
  server_wait_clamped = 4,    ///< the server asked for more and will be hit early
  new_connection = 8,         ///< send it on another connection (408, 421)
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
