// SPDX-License-Identifier: MIT
//
// What is not done twice.

#include "cases.hpp"

using namespace oncemore;
using namespace generators;
using namespace cases;

namespace {

bool may_have_been_processed(Attempt const& attempt) {
  if (attempt.redirects.accepted() || attempt.redirects.doubtful()) return true;
  switch (attempt.evidence) {
    case Evidence::never_sent:
    case Evidence::not_processed: return false;
    case Evidence::by_outcome: break;
    default: return true;
  }
  switch (attempt.outcome.failure()) {
    case Failure::name_resolution:
    case Failure::connect:
    case Failure::tls_handshake:
    case Failure::not_sent:
    case Failure::tls_certificate:
    case Failure::rejected: return false;
    default: break;
  }
  switch (attempt.outcome.status()) {
    case 413:
    case 421:
    case 425:
    case 429:
    case 503: return false;
    default: return true;
  }
}

}  // namespace

// With nothing configured, and nothing else against it. The question is put here once more, and not
// to the core.
PROPERTY(Decide, what_may_have_been_processed_is_not_done_twice) {
  Attempt const any = *possible_attempt().as("attempt");
  Attempt attempt;
  attempt.method = any.method;
  attempt.outcome = any.outcome;
  attempt.evidence = any.evidence;
  attempt.redirects = any.redirects;
  if (is_idempotent(any.method)) attempt.repeatable = Repeatable::no;
  bool const is_open = may_have_been_processed(attempt);
  Decision const decision = decide(Policy{}, attempt, 0);
  RC_CLASSIFY(decision.retry(), "retry");
  RC_ASSERT(!is_open || !decision.retry());
}

PROPERTY(Decide, what_was_accepted_is_sent_again_only_always) {
  Retry it;
  it.attempt.redirects = it.attempt.redirects.followed(303, "POST", "GET");
  bool const once_only =
      !is_idempotent(it.attempt.method) || it.attempt.repeatable == Repeatable::no;
  Decision const decision = decide(it.policy, it.attempt, it.random);
  if (!once_only || it.policy.unrepeatable == Unrepeatable::always) return;
  RC_ASSERT(decision.reason == Reason::accepted);
}

PROPERTY(Decide, what_is_consumed_is_not_sent_again) {
  Retry it;
  it.attempt.body = Body::consumed;
  Decision const decision = decide(it.policy, it.attempt, it.random);
  bool const untouched = it.attempt.outcome.is_failure() && !it.attempt.redirects.moved() &&
                         evidence_of(it.attempt.outcome.failure()) == Evidence::never_sent;
  RC_CLASSIFY(decision.retry(), "never taken");
  RC_ASSERT(untouched || decision.reason == Reason::body_consumed);
}
