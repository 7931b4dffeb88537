// SPDX-License-Identifier: MIT
#include <oncemore/advance.hpp>
#include <oncemore/backoff.hpp>

#include <stdint.h>

#include "given.hpp"
#include "rule.hpp"

using namespace oncemore;
using namespace given;

namespace {

constexpr Trail moved = Trail().followed(303, "POST", "GET");

/// An attempt of which everything is known.
constexpr Attempt ended = []() noexcept {
  Attempt attempt;
  attempt.number = 2;
  attempt.method = Method::post;
  attempt.outcome = 503;
  attempt.repeatable = Repeatable::yes;
  attempt.evidence = Evidence::not_processed;
  attempt.body = Body::consumed;
  attempt.budget = BudgetAnswer::denied;
  attempt.server_says = ServerSays::retry;
  attempt.elapsed = 10_s;
  attempt.previous_delay = 1_s;
  attempt.retry_after = RetryAfter(2_s);
  attempt.redirects = moved;
  attempt.budget_paid = times(1);
  attempt.hold = 3_s;
  return attempt;
}();

constexpr Decision retry_in(Milliseconds delay) noexcept {
  return {delay, Verdict::retry, Reason::retryable_status, {}};
}

constexpr Attempt next(Attempt attempt, Decision const& decision, Thousandths paid = {}) noexcept {
  advance(attempt, decision, paid);
  return attempt;
}

constexpr bool equal(Attempt const& a, Attempt const& b) noexcept {
  return a.number == b.number && a.method == b.method && a.outcome == b.outcome &&
         a.repeatable == b.repeatable && a.evidence == b.evidence && a.body == b.body &&
         a.budget == b.budget && a.server_says == b.server_says && a.elapsed == b.elapsed &&
         a.previous_delay == b.previous_delay && a.retry_after == b.retry_after &&
         a.redirects == b.redirects && a.budget_paid == b.budget_paid && a.hold == b.hold;
}

}  // namespace

RULES(the_request_stays_and_what_was_answered_is_forgotten) {
  constexpr Attempt begun = next(ended, retry_in(4_s));
  RULE(begun.method == Method::post && begun.repeatable == Repeatable::yes);
  RULE(begun.body == Body::consumed);
  RULE(begun.outcome == Outcome() && begun.evidence == Evidence::by_outcome);
  RULE(begun.budget == BudgetAnswer::granted && begun.server_says == ServerSays::nothing);
  RULE(begun.retry_after.is_absent() && begun.hold == 0_ms);
}

RULES(number_delay_and_time_go_on) {
  constexpr Attempt begun = next(ended, retry_in(4_s), thousandths(500));
  RULE(begun.number == 3 && begun.previous_delay == 4_s && begun.elapsed == 14_s);
  RULE(begun.budget_paid == thousandths(500));
  RULE(next(ended, retry_in(4_s)).budget_paid == Thousandths());
}

RULES(the_trail_begins_anew_and_keeps_its_hops) {
  RULE(next(ended, retry_in(4_s)).redirects == Trail::from_raw(1, 0));
}

RULES(what_is_no_retry_changes_nothing) {
  RULE(equal(next(ended, {4_s, Verdict::stop, Reason::deadline, {}}, times(1)), ended));
  RULE(equal(next(ended, {4_s, Verdict::follow, Reason::follow, {}}, times(1)), ended));
  RULE(!equal(next(ended, retry_in(4_s)), ended));
}

RULES(numbers_and_times_saturate) {
  constexpr Attempt last = with(ended, &Attempt::number, UINT32_MAX);
  RULE(next(last, retry_in(4_s)).number == UINT32_MAX);
  RULE(next(ended, retry_in(Milliseconds::largest())).elapsed == Milliseconds::largest());
}

RULES(a_negative_elapsed_counts_as_0) {
  RULE(next(with(ended, &Attempt::elapsed, Milliseconds(-5)), retry_in(4_s)).elapsed == 4_s);
}

// A loop that forgets the delay before would never back off with this jitter.
RULES(a_loop_backs_off_with_decorrelated_jitter) {
  constexpr Backoff backoff = with(Backoff{}, &Backoff::jitter, Jitter::decorrelated);
  constexpr Attempt second = next(with(ended, &Attempt::number, 1U), retry_in(3_s));
  RULE(delay_range(backoff, second.number, second.previous_delay).high == 9_s);
}
