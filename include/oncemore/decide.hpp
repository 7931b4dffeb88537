// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

#include <oncemore/attempt.hpp>
#include <oncemore/backoff.hpp>
#include <oncemore/deadline.hpp>
#include <oncemore/decision.hpp>
#include <oncemore/evidence.hpp>
#include <oncemore/failure.hpp>
#include <oncemore/integer.hpp>
#include <oncemore/method.hpp>
#include <oncemore/outcome.hpp>
#include <oncemore/policy.hpp>
#include <oncemore/redirect.hpp>
#include <oncemore/server_wait.hpp>
#include <oncemore/status.hpp>
#include <oncemore/time.hpp>

namespace oncemore { inline namespace v1 {

/// What is known about whether the request of this attempt was processed. The last answer speaks of
/// the last hop only, so a doubtful trail leaves it unknown, whatever the last answer or the
/// attempt's field says; then the field, if it is set; then the outcome.
[[nodiscard]] constexpr Evidence evidence(Policy const& policy, Attempt const& attempt) noexcept {
  if (attempt.redirects.doubtful()) return Evidence::unknown;
  if (attempt.evidence != Evidence::by_outcome) return attempt.evidence;
  return evidence_of(attempt.outcome, policy.unprocessed);
}

namespace detail {

/// Whether the request has what it asked for. Of a 2xx the caller may know better: its body can
/// report a throttled query.
[[nodiscard]] constexpr bool has_succeeded(Attempt const& attempt) noexcept {
  Status const status = attempt.outcome.status();
  return is_success(status) && !(is_2xx(status) && attempt.server_says == ServerSays::retry);
}

/// Whether the policy, or the server, holds that this outcome is worth another attempt.
[[nodiscard]] constexpr bool is_worth_a_retry(Policy const& policy,
                                              Attempt const& attempt) noexcept {
  if (attempt.outcome.is_failure()) return policy.failures.contains(attempt.outcome.failure());
  // Whatever the server cannot ask for again, a 1xx or a 3xx, has been answered before.
  if (attempt.server_says == ServerSays::retry) return true;
  int32_t const status = attempt.outcome.status();
  if (!policy.statuses.contains(status)) return false;
  // 413 is for good unless the server says when to come back (RFC 9110 15.5.14).
  bool const says_when =
      attempt.retry_after.is_wait() && policy.server_wait.mode != ServerWaitMode::ignore;
  return status != 413 || says_when;
}

/// Whether the server is known to have accepted a request that must not be accepted twice. No
/// declaration lifts that: an idempotency key is a promise about repeats, not about redirects.
[[nodiscard]] constexpr bool is_accepted(Policy const& policy, Attempt const& attempt) noexcept {
  bool const once_only = !is_idempotent(attempt.method) || attempt.repeatable == Repeatable::no;
  bool const proof = proves_acceptance(policy.redirect_proof, attempt.redirects) ||
                     attempt.evidence == Evidence::processed;
  return once_only && proof && policy.unrepeatable != Unrepeatable::always;
}

[[nodiscard]] constexpr bool is_repeatable(Attempt const& attempt) noexcept {
  return attempt.repeatable == Repeatable::yes ||
         (attempt.repeatable == Repeatable::by_method && is_idempotent(attempt.method));
}

/// Whether the request has a body to send: it can be produced again, or it was never touched. Only
/// a failure before the first byte leaves it untouched; a proxy that answers has taken it.
[[nodiscard]] constexpr bool has_its_body(Attempt const& attempt) noexcept {
  if (attempt.body == Body::replayable) return true;
  bool const contradicted =
      attempt.evidence != Evidence::by_outcome && attempt.evidence != Evidence::never_sent;
  return attempt.outcome.is_failure() && !contradicted && !attempt.redirects.moved() &&
         evidence_of(attempt.outcome.failure()) == Evidence::never_sent;
}

/// Rules 1 to 8: may this request be sent again at all? Answers with the reason to stop, or with
/// the reason to retry.
[[nodiscard]] constexpr Reason whether(Policy const& policy, Attempt const& attempt) noexcept {
  Outcome const outcome = attempt.outcome;
  if (!possible(attempt)) return Reason::invalid_attempt;
  if (outcome.failure() == Failure::cancelled) return Reason::cancelled;
  if (has_succeeded(attempt)) return Reason::success;
  if (is_redirection(outcome.status())) return Reason::redirect;
  if (validate(policy) != PolicyError::none) return Reason::invalid_policy;
  if (attempt.server_says == ServerSays::do_not_retry) return Reason::server_refused;
  if (!is_worth_a_retry(policy, attempt)) {
    return outcome.is_failure() ? Reason::failure_not_retried : Reason::status_not_retried;
  }
  if (is_accepted(policy, attempt)) return Reason::accepted;
  if (!is_repeatable(attempt) && policy.unrepeatable != Unrepeatable::always) {
    if (policy.unrepeatable == Unrepeatable::never) return Reason::not_repeatable;
    Evidence const known = evidence(policy, attempt);
    bool const unprocessed = known == Evidence::never_sent || known == Evidence::not_processed;
    if (!unprocessed) return Reason::maybe_processed;
  }
  if (!has_its_body(attempt)) return Reason::body_consumed;
  return outcome.is_failure() ? Reason::retryable_failure : Reason::retryable_status;
}

/// Rules 9 to 12: is there still an attempt, a token, a wait and time for it? `worth` is the reason
/// to retry if so.
[[nodiscard]] constexpr Reason within_limits(Policy const& policy, Attempt const& attempt,
                                             JoinedDelay const& wait, Reason worth) noexcept {
  if (attempt.number >= policy.max_attempts) return Reason::attempts_exhausted;
  if (attempt.budget == BudgetAnswer::denied) return Reason::budget_exhausted;
  if (wait.too_long) return Reason::server_wait_too_long;
  if (is_too_late(policy, attempt.elapsed, wait.delay)) return Reason::deadline;
  return worth;
}

}  // namespace detail

/// Should this request be sent once more, and when? Pure and total: the same three values give the
/// same decision everywhere, and every value whatever gives one.
///
/// `random` is 64 uniform bits from a generator, never a scaled floating-point number. A decision
/// to retry carries the delay; for a stop see Decision::delay.
[[nodiscard]] constexpr Decision decide(Policy const& policy, Attempt const& attempt,
                                        uint64_t random) noexcept {
  Reason const worth = detail::whether(policy, attempt);
  if (verdict_of(worth) == Verdict::stop) return {Milliseconds(), Verdict::stop, worth, {}};

  Milliseconds const own =
      own_delay(policy.backoff, attempt.number, attempt.previous_delay, random);
  JoinedDelay const wait = joined(policy.server_wait, attempt.retry_after, own,
                                  policy.backoff.floor, attempt.hold, random);
  Reason const reason = detail::within_limits(policy, attempt, wait, worth);

  int32_t const status = attempt.outcome.status();
  bool const elsewhere = status == 408 || status == 421;
  Notes const notes =
      wait.notes.with(Note::new_connection, elsewhere).with(Note::not_early_data, status == 425);
  return {wait.delay, verdict_of(reason), reason, notes};
}

/// A scaled floating-point number is refused: 0.75 has no random bits, it would always be 0.
template <class Scaled, detail::only_if<detail::is_one_of<Scaled, float, double, long double>> = 0>
Decision decide(Policy const& policy, Attempt const& attempt, Scaled random) = delete;

}}  // namespace oncemore::v1
