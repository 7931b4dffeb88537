// SPDX-License-Identifier: MIT
#include "property/cases.hpp"
#include "limits.hpp"
#include "picked.hpp"

namespace cases {

using namespace generators;
using namespace oncemore;

namespace {

/// Makes of it what no attempt can be.
void spoil(Attempt& attempt) {
  switch (below(9)) {
    case 0: attempt.number = 0; break;
    case 1: attempt.outcome = one_of({100, 99, 103, 199, 1000, -200, 65736}); break;
    case 2: attempt.outcome = Outcome(); break;
    case 3: attempt.outcome = Outcome(503, Failure::timeout); break;
    case 4: attempt.method = static_cast<Method>(UINT16_MAX); break;
    case 5: attempt.elapsed = Milliseconds(-1); break;
    case 6: attempt.previous_delay = Milliseconds(-1); break;
    case 7: attempt.retry_after = RetryAfter(Milliseconds(-1)); break;
    default: attempt.redirects = Trail::from_raw(1, 8); break;
  }
}

void make_once_only(Attempt& attempt) {
  if (is_idempotent(attempt.method) || once_in(2)) attempt.repeatable = Repeatable::no;
}

void put_proof(Policy& policy, Attempt& attempt) {
  make_once_only(attempt);
  if (policy.unrepeatable == Unrepeatable::always) policy.unrepeatable = Unrepeatable::never;
  if (once_in(2)) {
    attempt.evidence = Evidence::processed;
  } else {
    attempt.redirects = attempt.redirects.followed(303, "POST", "GET");
  }
}

void put_unsafe(Unrepeatable setting, Policy& policy, Attempt& attempt) {
  policy.unrepeatable = setting;
  attempt.repeatable = Repeatable::no;
  attempt.evidence = Evidence::unknown;
}

/// What lets this reason decide, given that no earlier one does.
void put(Reason wanted, Case& it) {
  Attempt& attempt = it.attempt;
  Policy& policy = it.policy;
  switch (wanted) {
    case Reason::invalid_attempt: spoil(attempt); break;
    case Reason::cancelled: attempt.outcome = Failure::cancelled; break;
    case Reason::success: attempt.outcome = one_of({200, 101, 204, 299, 304}); break;
    case Reason::redirect: attempt.outcome = one_of({302, 300, 301, 303, 307, 399}); break;
    case Reason::invalid_policy: policy = *invalid_policy(); break;
    case Reason::server_refused: attempt.server_says = ServerSays::do_not_retry; break;
    case Reason::status_not_retried:
      attempt.outcome = one_of({404, 413, 500});
      policy.statuses = policy.statuses.without(attempt.outcome.status());
      attempt.server_says = ServerSays::nothing;
      break;
    case Reason::failure_not_retried:
      attempt.outcome = one_of({Failure::timeout, Failure::connect, Failure::other});
      policy.failures = policy.failures.without(attempt.outcome.failure());
      break;
    case Reason::accepted: put_proof(policy, attempt); break;
    case Reason::not_repeatable: put_unsafe(Unrepeatable::never, policy, attempt); break;
    case Reason::maybe_processed: put_unsafe(Unrepeatable::if_unprocessed, policy, attempt); break;
    case Reason::body_consumed:
      attempt.body = Body::consumed;
      if (attempt.outcome.is_failure()) attempt.evidence = Evidence::not_processed;
      break;
    case Reason::attempts_exhausted: policy.max_attempts = attempt.number; break;
    case Reason::budget_exhausted: attempt.budget = BudgetAnswer::denied; break;
    case Reason::server_wait_too_long:
      attempt.retry_after = make_too_long(policy.server_wait);
      break;
    case Reason::deadline:
      policy.deadline = deadline_before(policy, attempt.elapsed, it.decision.delay);
      break;
    case Reason::retryable_status:
      attempt.outcome = one_of({503, 408, 421, 425, 429, 599});
      policy.statuses = policy.statuses.with(attempt.outcome.status());
      break;
    case Reason::retryable_failure:
      attempt.outcome = one_of({Failure::timeout, Failure::connect, Failure::rejected});
      policy.failures = policy.failures.with(attempt.outcome.failure());
      break;
    default: RC_FAIL("decide() knows no such reason");
  }
}

/// Takes away what let this reason decide.
void take_away(Reason reason, Case& it) {
  Attempt& attempt = it.attempt;
  switch (reason) {
    case Reason::cancelled:
    case Reason::failure_not_retried: put(Reason::retryable_failure, it); break;
    case Reason::success:
    case Reason::redirect:
    case Reason::status_not_retried: put(Reason::retryable_status, it); break;
    case Reason::server_refused: attempt.server_says = ServerSays::nothing; break;
    case Reason::accepted:
      attempt.redirects = attempt.redirects.sent_again();
      attempt.evidence = Evidence::by_outcome;
      break;
    case Reason::not_repeatable: it.policy.unrepeatable = Unrepeatable::always; break;
    case Reason::maybe_processed: attempt.repeatable = Repeatable::yes; break;
    case Reason::body_consumed: attempt.body = Body::replayable; break;
    case Reason::attempts_exhausted:
      attempt.number = 1;
      it.policy.max_attempts = 2;
      break;
    case Reason::budget_exhausted: attempt.budget = BudgetAnswer::granted; break;
    case Reason::server_wait_too_long:
      it.policy.server_wait.cap = attempt.retry_after.wait();
      break;
    case Reason::deadline: it.policy.deadline = Milliseconds::largest(); break;
    case Reason::retryable_status: put(Reason::retryable_failure, it); break;
    default: RC_FAIL("a case is valid until it is spoilt");
  }
}

}  // namespace

void bring_to(Reason wanted, Case& it) {
  // The enumerators are in the order of the rules, so this ends; should it not, it is an error.
  for (int steps = 0; it.reason() != wanted; ++steps) {
    RC_ASSERT(steps < 40);
    if (it.reason() < wanted) {
      take_away(it.reason(), it);
    } else {
      put(wanted, it);
    }
    it.decide_again();
  }
}

Retry::Retry() {
  bring_to(attempt.outcome.is_failure() ? Reason::retryable_failure : Reason::retryable_status,
           *this);
}

}  // namespace cases
