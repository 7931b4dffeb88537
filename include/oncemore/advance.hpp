// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

#include <oncemore/attempt.hpp>
#include <oncemore/decision.hpp>
#include <oncemore/evidence.hpp>
#include <oncemore/integer.hpp>
#include <oncemore/outcome.hpp>
#include <oncemore/retry_after.hpp>
#include <oncemore/thousandths.hpp>
#include <oncemore/time.hpp>

namespace oncemore { inline namespace v1 {

/// Makes of the attempt that ended the one that begins, so that no loop counts by hand: the number
/// goes up, the delay is remembered, the trail begins anew and keeps its hops, and what was known
/// of the last answer is forgotten. What the request is stays: method, repeatable, body. A decision
/// that is no retry changes nothing.
///
/// `elapsed` grows by the delay, so that a loop that never measures still ends; one that measures
/// overwrites it. Who sleeps longer than the decision says writes it into the decision first.
/// `paid` is what a budget took for the retry.
constexpr void advance(Attempt& attempt, Decision const& decision, Thousandths paid = {}) noexcept {
  if (!decision.retry()) return;
  if (attempt.number != UINT32_MAX) ++attempt.number;
  attempt.outcome = Outcome();
  attempt.evidence = Evidence::by_outcome;
  attempt.budget = BudgetAnswer::granted;
  attempt.server_says = ServerSays::nothing;
  attempt.elapsed = detail::larger(attempt.elapsed, Milliseconds()) + decision.delay;
  attempt.previous_delay = decision.delay;
  attempt.retry_after = RetryAfter();
  attempt.redirects = attempt.redirects.sent_again();
  attempt.budget_paid = paid;
  attempt.hold = Milliseconds();
}

}}  // namespace oncemore::v1
