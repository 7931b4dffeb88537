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

/// Takes away what stops a case, one obstacle after the other, until it is a retry.
struct Retry : Case {
  Retry() {
    while (!decision.retry()) {
      mend();
      Decision const next = decide(policy, attempt, random);
      RC_ASSERT(next.reason != decision.reason || next.retry());
      decision = next;
    }
  }

 private:
  void mend() {
    switch (decision.reason) {
      case Reason::cancelled:
      case Reason::final_failure: attempt.outcome = Failure::timeout; break;
      case Reason::success:
      case Reason::redirect:
      case Reason::final_status:
        attempt.outcome = 503;
        policy.statuses = policy.statuses.with(503);
        break;
      case Reason::server_refused: attempt.server_says = ServerSays::nothing; break;
      case Reason::accepted:
        attempt.redirects = attempt.redirects.sent_again();
        attempt.evidence = Evidence::by_outcome;
        break;
      case Reason::unsafe_method: policy.unsafe_methods = UnsafeMethods::always; break;
      case Reason::maybe_processed: attempt.repeatable = Repeatable::yes; break;
      case Reason::body_consumed: attempt.body = Body::replayable; break;
      case Reason::attempts_exhausted:
        attempt.number = 1;
        policy.max_attempts = 2;
        break;
      case Reason::budget_exhausted: attempt.budget = Budget::granted; break;
      case Reason::server_wait_too_long: policy.server_wait.cap = attempt.retry_after.wait(); break;
      default: policy.deadline = Milliseconds::largest(); break;
    }
  }
};

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

/// Whether the server asked for a wait, and the policy makes anything of it.
bool is_asked(Case const& it) {
  return it.attempt.retry_after.is_wait() && it.policy.server_wait.mode != ServerWaitMode::ignore;
}

}  // namespace

RC_GTEST_PROP(Decide, a_valid_policy_and_a_possible_attempt_are_never_called_otherwise, ()) {
  Case const it;
  RC_CLASSIFY(it.decision.retry(), "retry");
  RC_ASSERT(validate(it.policy) == PolicyError::none);
  RC_ASSERT(possible(it.attempt));
  RC_ASSERT(it.decision.reason != Reason::invalid_attempt);
  RC_ASSERT(it.decision.reason != Reason::invalid_policy);
}

// --- what holds of every retry ---

RC_GTEST_PROP(Decide, a_retry_never_comes_earlier_than_the_server_asked, ()) {
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

RC_GTEST_PROP(Decide, a_retry_without_a_server_wait_has_the_own_delay, ()) {
  Retry it;
  it.attempt.retry_after = RetryAfter();
  if (it.attempt.outcome == Outcome(413)) it.attempt.outcome = 503;
  Decision const decision = decide(it.policy, it.attempt, it.random);
  DelayRange const range =
      delay_range(it.policy.backoff, it.attempt.number, it.attempt.previous_delay);
  RC_PRE(decision.retry());
  RC_ASSERT(decision.delay >= range.low);
  RC_ASSERT(decision.delay <= range.high);
}

RC_GTEST_PROP(Decide, a_retry_never_reaches_the_deadline, ()) {
  Retry it;
  it.policy.deadline = *ordinary_duration().as("deadline");
  Decision const decision = decide(it.policy, it.attempt, it.random);
  RC_CLASSIFY(decision.retry(), "in time");
  Milliseconds const then = it.attempt.elapsed + decision.delay + it.policy.min_attempt_time;
  RC_ASSERT(decision.retry() == (then < it.policy.deadline));
}

RC_GTEST_PROP(Decide, a_retry_is_never_one_too_many, ()) {
  Retry const it;
  RC_ASSERT(it.attempt.number < it.policy.max_attempts);
}

RC_GTEST_PROP(Decide, a_retry_is_never_of_a_success_or_a_redirect, ()) {
  Retry const it;
  RC_ASSERT(it.attempt.outcome.is_failure() || it.attempt.outcome.status() >= 400);
}

// --- what is not done twice ---

// With nothing configured, and nothing else against it. The question is put here once more, and not
// to the core.
RC_GTEST_PROP(Decide, what_may_have_been_processed_is_not_done_twice, ()) {
  Attempt attempt;
  attempt.method = *gen::element(Method::post, Method::patch, Method::unknown).as("method");
  attempt.outcome = *outcome().as("outcome");
  attempt.evidence = *mostly(Evidence::by_outcome, enumerator<Evidence>()).as("evidence");
  attempt.redirects = *trail().as("redirects");
  bool const is_open = may_have_been_processed(attempt);
  Decision const decision = decide(Policy{}, attempt, 0);
  RC_CLASSIFY(decision.retry(), "retry");
  RC_ASSERT(!is_open || !decision.retry());
}

RC_GTEST_PROP(Decide, what_was_accepted_is_sent_again_only_always, ()) {
  Retry it;
  it.attempt.redirects = it.attempt.redirects.followed(303, "POST", "GET");
  bool const once_only =
      !is_idempotent(it.attempt.method) || it.attempt.repeatable == Repeatable::no;
  Decision const decision = decide(it.policy, it.attempt, it.random);
  if (!once_only || it.policy.unsafe_methods == UnsafeMethods::always) return;
  RC_ASSERT(decision.reason == Reason::accepted);
}

RC_GTEST_PROP(Decide, what_is_consumed_is_not_sent_again, ()) {
  Retry it;
  it.attempt.body = Body::consumed;
  Decision const decision = decide(it.policy, it.attempt, it.random);
  bool const untouched = it.attempt.outcome.is_failure() && !it.attempt.redirects.moved() &&
                         evidence_of(it.attempt.outcome.failure()) == Evidence::never_sent;
  RC_CLASSIFY(decision.retry(), "never taken");
  RC_ASSERT(untouched || decision.reason == Reason::body_consumed);
}

// --- what a change of one thing can and cannot do ---

RC_GTEST_PROP(Decide, one_more_hop_makes_no_retry_of_a_stop, ()) {
  Case it;
  if (it.decision.retry()) return;
  int32_t const status = *gen::element(301, 302, 303, 307, 308).as("status");
  char const* const method = *gen::element("POST", "GET").as("method after it");
  it.attempt.redirects = it.attempt.redirects.followed(status, "POST", method);
  RC_ASSERT(!decide(it.policy, it.attempt, it.random).retry());
}

RC_GTEST_PROP(Decide, more_attempts_make_no_stop_of_a_retry, ()) {
  Retry it;
  it.policy.max_attempts = unlimited;
  RC_ASSERT(decide(it.policy, it.attempt, it.random) == it.decision);
}

RC_GTEST_PROP(Decide, no_deadline_makes_no_stop_of_a_retry, ()) {
  Retry it;
  it.policy.deadline = Milliseconds::largest();
  RC_ASSERT(decide(it.policy, it.attempt, it.random) == it.decision);
}

RC_GTEST_PROP(Decide, a_declaration_makes_no_stop_of_a_retry, ()) {
  Retry it;
  it.attempt.repeatable = Repeatable::yes;
  RC_ASSERT(decide(it.policy, it.attempt, it.random) == it.decision);
}

RC_GTEST_PROP(Decide, a_refusal_stops_every_retry, ()) {
  Retry it;
  it.attempt.server_says = ServerSays::do_not_retry;
  RC_ASSERT(decide(it.policy, it.attempt, it.random).reason == Reason::server_refused);
}

RC_GTEST_PROP(Decide, a_wait_too_long_is_told_whole, ()) {
  Retry it;
  it.policy.server_wait.mode = *gen::element(ServerWaitMode::at_least, ServerWaitMode::instead);
  it.policy.server_wait.over_cap = OverCap::give_up;
  Milliseconds const asked(it.policy.server_wait.cap.count() + 1);
  RC_PRE(asked > it.policy.server_wait.cap);
  it.attempt.retry_after = RetryAfter(asked);
  Decision const decision = decide(it.policy, it.attempt, it.random);
  RC_ASSERT(decision.reason == Reason::server_wait_too_long);
  RC_ASSERT(decision.delay >= asked);
}

RC_GTEST_PROP(Decide, a_malformed_field_changes_nothing_but_its_note, ()) {
  Case it;
  it.attempt.retry_after = RetryAfter();
  Decision expected = decide(it.policy, it.attempt, it.random);
  it.attempt.retry_after = RetryAfter::malformed();
  bool const noted = expected.reason >= Reason::attempts_exhausted &&
                     it.policy.server_wait.mode != ServerWaitMode::ignore;
  expected.notes = expected.notes.with(Note::server_wait_malformed, noted);
  RC_ASSERT(decide(it.policy, it.attempt, it.random) == expected);
}

RC_GTEST_PROP(Decide, without_a_deadline_the_dice_decide_only_when, ()) {
  Case it;
  it.policy.deadline = Milliseconds::largest();
  Reason const reason = decide(it.policy, it.attempt, it.random).reason;
  RC_ASSERT(decide(it.policy, it.attempt, *random_bits().as("other bits")).reason == reason);
}

// --- the line for the log ---

RC_GTEST_PROP(Describe, a_line_fits_and_is_cut_at_its_end, ()) {
  Policy const policy = *valid_policy().as("policy");
  Attempt const attempt = *possible_attempt().as("attempt");
  Decision const decision = decide(policy, attempt, *random_bits().as("random"));
  char whole[describe_max];
  size_t const length = describe(policy, attempt, decision, whole);
  RC_ASSERT(length < describe_max);
  RC_ASSERT(std::string(whole).size() == length);
  size_t const size = *gen::inRange<size_t>(1, describe_max).as("size");
  std::vector<char> cut(size);
  RC_ASSERT(describe(policy, attempt, decision, cut.data(), size) == length);
  RC_ASSERT(std::string(cut.data()) == std::string(whole).substr(0, size - 1));
}

RC_GTEST_PROP(Describe, a_line_says_the_reason_of_a_stop_and_the_delay_of_a_retry, ()) {
  Policy const policy = *valid_policy().as("policy");
  Attempt const attempt = *possible_attempt().as("attempt");
  Decision const decision = decide(policy, attempt, *random_bits().as("random"));
  char line[describe_max];
  size_t const length = describe(policy, attempt, decision, line);
  std::string const told(line, length);
  std::string const expected = decision.retry()
                                   ? ", retry in " + std::to_string(decision.delay.count()) + " ms"
                                   : std::string(", stop: ") + name(decision.reason);
  RC_ASSERT(told.find(expected) != std::string::npos);
  RC_ASSERT(told.find("attempt " + std::to_string(attempt.number) + " of ") == 0U);
}
