// SPDX-License-Identifier: MIT
#include "generators.hpp"

using namespace oncemore;
using namespace generators;

namespace {

struct Case {
  Policy policy = *valid_policy().as("policy");
  Attempt attempt = *possible_attempt().as("attempt");
  uint64_t random = *random_bits().as("random");
  Decision decision = decide(policy, attempt, random);
};

bool is_repeatable(Attempt const& attempt) {
  if (attempt.repeatable == Repeatable::by_method) return is_idempotent(attempt.method);
  return attempt.repeatable == Repeatable::yes;
}

/// The wait that the server asked for, if anything is made of it.
bool is_asked(Case const& it) {
  return it.attempt.retry_after.is_wait() && it.policy.server_wait.mode != ServerWaitMode::ignore;
}

}  // namespace

RC_GTEST_PROP(Decide, the_generators_reach_both_verdicts, ()) {
  Case const it;
  RC_CLASSIFY(it.decision.retry(), "retry");
  RC_CLASSIFY(!it.decision.retry(), "stop");
  RC_ASSERT(validate(it.policy) == PolicyError::none);
  RC_ASSERT(possible(it.attempt));
  RC_ASSERT(it.decision.reason != Reason::invalid_attempt);
  RC_ASSERT(it.decision.reason != Reason::invalid_policy);
}

RC_GTEST_PROP(Decide, a_retry_never_comes_earlier_than_the_server_asked, ()) {
  Case const it;
  RC_PRE(it.decision.retry() && is_asked(it));
  Milliseconds const asked = it.attempt.retry_after.wait();
  if (asked > it.policy.server_wait.cap) {
    RC_ASSERT(it.policy.server_wait.over_cap == OverCap::clamp);
    RC_ASSERT(it.decision.delay >= it.policy.server_wait.cap);
    RC_ASSERT(it.decision.notes.has(Note::server_wait_clamped));
  } else {
    RC_ASSERT(it.decision.delay >= asked);
  }
}

RC_GTEST_PROP(Decide, a_stop_that_gives_up_tells_the_whole_wait, ()) {
  Case const it;
  RC_PRE(it.decision.reason == Reason::server_wait_too_long);
  RC_ASSERT(it.decision.delay >= it.attempt.retry_after.wait());
  RC_ASSERT(it.attempt.retry_after.wait() > it.policy.server_wait.cap);
}

RC_GTEST_PROP(Decide, a_retry_never_reaches_the_deadline, ()) {
  Case const it;
  RC_PRE(it.decision.retry() && it.policy.deadline != Milliseconds::largest());
  RC_ASSERT(it.attempt.elapsed + it.decision.delay + it.policy.min_attempt_time <
            it.policy.deadline);
}

RC_GTEST_PROP(Decide, a_retry_is_never_one_too_many, ()) {
  Case const it;
  RC_PRE(it.decision.retry());
  RC_ASSERT(it.attempt.number < it.policy.max_attempts);
}

RC_GTEST_PROP(Decide, a_delay_without_a_server_wait_is_the_own_one, ()) {
  Case const it;
  RC_PRE(it.decision.retry() && !is_asked(it));
  DelayRange const range =
      delay_range(it.policy.backoff, it.attempt.number, it.attempt.previous_delay);
  RC_ASSERT(it.decision.delay >= range.low);
  RC_ASSERT(it.decision.delay <= range.high);
}

// With nothing configured: what may have been processed and must not be twice is not sent again.
RC_GTEST_PROP(Decide, nothing_is_done_twice_by_default, ()) {
  Attempt const attempt = *possible_attempt().as("attempt");
  RC_PRE(!is_repeatable(attempt));
  Decision const decision = decide(Policy{}, attempt, *random_bits().as("random"));
  Evidence const known = evidence(Policy{}, attempt);
  if (known == Evidence::unknown || known == Evidence::processed) RC_ASSERT(!decision.retry());
  if (attempt.redirects.accepted() || attempt.redirects.doubtful()) RC_ASSERT(!decision.retry());
}

RC_GTEST_PROP(Decide, an_accepted_request_is_sent_again_only_always, ()) {
  Case const it;
  RC_PRE(it.decision.retry());
  bool const once_only =
      !is_idempotent(it.attempt.method) || it.attempt.repeatable == Repeatable::no;
  RC_PRE(once_only && it.attempt.redirects.accepted());
  RC_ASSERT(it.policy.unsafe_methods == UnsafeMethods::always);
}

RC_GTEST_PROP(Decide, a_success_or_a_redirect_is_never_sent_again, ()) {
  Case const it;
  RC_PRE(!it.attempt.outcome.is_failure());
  RC_ASSERT(!it.decision.retry() || it.attempt.outcome.status() >= 400);
}

RC_GTEST_PROP(Decide, what_is_consumed_is_not_sent_again, ()) {
  Case const it;
  RC_PRE(it.decision.retry() && it.attempt.body == Body::consumed);
  RC_ASSERT(it.attempt.outcome.is_failure());
  RC_ASSERT(evidence_of(it.attempt.outcome.failure()) == Evidence::never_sent);
  RC_ASSERT(!it.attempt.redirects.moved());
}

// --- what a change of one thing can and cannot do ---

RC_GTEST_PROP(Decide, one_more_hop_makes_no_retry_of_a_stop, ()) {
  Case const it;
  RC_PRE(!it.decision.retry());
  Attempt moved = it.attempt;
  int32_t const status = *gen::element(301, 302, 303, 307, 308).as("status");
  moved.redirects = moved.redirects.followed(status, "POST", *gen::element("POST", "GET"));
  RC_ASSERT(!decide(it.policy, moved, it.random).retry());
}

RC_GTEST_PROP(Decide, more_attempts_make_no_stop_of_a_retry, ()) {
  Case const it;
  RC_PRE(it.decision.retry());
  Policy more = it.policy;
  more.max_attempts = unlimited;
  RC_ASSERT(decide(more, it.attempt, it.random) == it.decision);
}

RC_GTEST_PROP(Decide, no_deadline_makes_no_stop_of_a_retry, ()) {
  Case const it;
  RC_PRE(it.decision.retry());
  Policy patient = it.policy;
  patient.deadline = Milliseconds::largest();
  RC_ASSERT(decide(patient, it.attempt, it.random) == it.decision);
}

RC_GTEST_PROP(Decide, a_declaration_makes_no_stop_of_a_retry, ()) {
  Case const it;
  RC_PRE(it.decision.retry());
  Attempt declared = it.attempt;
  declared.repeatable = Repeatable::yes;
  // Declared, a request that the caller had said no of may still not have been accepted twice.
  RC_ASSERT(decide(it.policy, declared, it.random) == it.decision);
}

RC_GTEST_PROP(Decide, a_refusal_always_stops, ()) {
  Case const it;
  Attempt refused = it.attempt;
  refused.server_says = ServerSays::do_not_retry;
  RC_ASSERT(!decide(it.policy, refused, it.random).retry());
}

RC_GTEST_PROP(Decide, a_malformed_field_changes_nothing_but_its_note, ()) {
  Case const it;
  RC_PRE(it.attempt.retry_after.is_malformed());
  Attempt without = it.attempt;
  without.retry_after = RetryAfter();
  Decision expected = decide(it.policy, without, it.random);
  bool const noted = it.decision.reason >= Reason::attempts_exhausted &&
                     it.policy.server_wait.mode != ServerWaitMode::ignore;
  expected.notes = expected.notes.with(Note::server_wait_malformed, noted);
  RC_ASSERT(it.decision == expected);
}

RC_GTEST_PROP(Decide, the_verdict_does_not_depend_on_the_dice_without_a_deadline, ()) {
  Case const it;
  RC_PRE(it.policy.deadline == Milliseconds::largest());
  Decision const other = decide(it.policy, it.attempt, *random_bits().as("other random"));
  RC_ASSERT(other.reason == it.decision.reason);
}
