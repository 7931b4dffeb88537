// SPDX-License-Identifier: MIT
#include "cases.hpp"

using namespace oncemore;
using namespace generators;
using namespace cases;

namespace {

/// Whether the server asked for a wait, and the policy makes anything of it.
bool is_asked(Case const& it) {
  return it.attempt.retry_after.is_wait() && it.policy.server_wait.mode != ServerWaitMode::ignore;
}

}  // namespace

PROPERTY(Decide, a_valid_policy_and_a_possible_attempt_are_never_called_otherwise) {
  Case const it;
  RC_CLASSIFY(it.decision.retry(), "retry");
  RC_ASSERT(validate(it.policy) == PolicyError::none);
  RC_ASSERT(possible(it.attempt));
  RC_ASSERT(it.decision.reason != Reason::invalid_attempt);
  RC_ASSERT(it.decision.reason != Reason::invalid_policy);
}

// --- what holds of every retry ---

PROPERTY(Decide, a_retry_never_comes_earlier_than_the_server_asked) {
  Retry const it;
  if (!is_asked(it)) return;
  Milliseconds const asked = it.attempt.retry_after.wait();
  if (asked > it.policy.server_wait.cap) {
    RC_ASSERT(it.policy.server_wait.over_cap == OverCap::clamp);
    RC_ASSERT(it.decision.delay >= it.policy.server_wait.cap);
    RC_ASSERT(it.decision.notes.has(Note::server_wait_clamped));
  } else {
    RC_ASSERT(it.decision.delay >= asked);
  }
}

PROPERTY(Decide, a_retry_without_a_server_wait_has_the_own_delay) {
  Retry it;
  it.attempt.retry_after = RetryAfter();
  it.attempt.hold = Milliseconds();
  if (it.attempt.outcome == Outcome(413)) it.attempt.outcome = 503;
  Decision const decision = decide(it.policy, it.attempt, it.random);
  DelayRange const range =
      delay_range(it.policy.backoff, it.attempt.number, it.attempt.previous_delay);
  RC_PRE(decision.retry());
  RC_ASSERT(decision.delay >= range.low);
  RC_ASSERT(decision.delay <= range.high);
}

PROPERTY(Decide, a_retry_never_reaches_the_deadline) {
  Retry it;
  it.policy.deadline = *ordinary_duration().as("deadline");
  Decision const decision = decide(it.policy, it.attempt, it.random);
  RC_CLASSIFY(decision.retry(), "in time");
  Milliseconds const then = it.attempt.elapsed + decision.delay + it.policy.min_attempt_time;
  RC_ASSERT(decision.retry() == (then < it.policy.deadline));
}

PROPERTY(Decide, a_retry_is_never_one_too_many) {
  Retry const it;
  RC_ASSERT(it.attempt.number < it.policy.max_attempts);
}

PROPERTY(Decide, a_retry_is_never_of_a_success_or_a_redirect) {
  Retry const it;
  int32_t const status = it.attempt.outcome.status();
  bool const told = is_2xx(status) && it.attempt.server_says == ServerSays::retry;
  RC_ASSERT(it.attempt.outcome.is_failure() || status >= 400 || told);
}
