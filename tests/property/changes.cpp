// SPDX-License-Identifier: MIT
//
// What a change of one thing can and cannot do; of one setting, see permissive.cpp.

#include "cases.hpp"
#include "support/picked.hpp"

using namespace oncemore;
using namespace generators;
using namespace cases;

PROPERTY(Decide, one_more_hop_makes_no_retry_of_a_stop) {
  Case it;
  if (it.decision.retry()) return;
  int32_t const status = one_of({301, 302, 303, 307, 308});
  char const* const method = one_of({"POST", "GET"});
  it.attempt.redirects = it.attempt.redirects.followed(status, "POST", method);
  RC_ASSERT(!decide(it.policy, it.attempt, it.random).retry());
}

PROPERTY(Decide, a_declaration_makes_no_stop_of_a_retry) {
  Retry it;
  it.attempt.repeatable = Repeatable::yes;
  RC_ASSERT(decide(it.policy, it.attempt, it.random) == it.decision);
}

PROPERTY(Decide, a_refusal_stops_every_retry) {
  Retry it;
  RC_PRE(!is_success(it.attempt.outcome.status()));  // rule 3 is asked before
  it.attempt.server_says = ServerSays::do_not_retry;
  RC_ASSERT(decide(it.policy, it.attempt, it.random).reason == Reason::server_refused);
}

PROPERTY(Decide, a_wait_too_long_is_told_whole) {
  Retry it;
  it.policy.server_wait.mode = one_of({ServerWaitMode::at_least, ServerWaitMode::instead});
  it.policy.server_wait.over_cap = OverCap::give_up;
  Milliseconds const asked(it.policy.server_wait.cap.count() + 1);
  RC_PRE(asked > it.policy.server_wait.cap);
  it.attempt.retry_after = RetryAfter(asked);
  Decision const decision = decide(it.policy, it.attempt, it.random);
  RC_ASSERT(decision.reason == Reason::server_wait_too_long);
  RC_ASSERT(decision.delay >= asked);
}

PROPERTY(Decide, a_malformed_field_changes_nothing_but_its_note) {
  Case it;
  it.attempt.retry_after = RetryAfter();
  Decision expected = decide(it.policy, it.attempt, it.random);
  it.attempt.retry_after = RetryAfter::malformed();
  bool const noted = expected.reason >= Reason::attempts_exhausted &&
                     it.policy.server_wait.mode != ServerWaitMode::ignore;
  expected.notes = expected.notes.with(Note::server_wait_malformed, noted);
  RC_ASSERT(decide(it.policy, it.attempt, it.random) == expected);
}

PROPERTY(Decide, without_a_deadline_the_dice_decide_only_when) {
  Case it;
  it.policy.deadline = Milliseconds::largest();
  Reason const reason = decide(it.policy, it.attempt, it.random).reason;
  RC_ASSERT(decide(it.policy, it.attempt, *random_bits().as("other bits")).reason == reason);
}
