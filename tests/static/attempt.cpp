// SPDX-License-Identifier: MIT
#include <oncemore/attempt.hpp>

#include <stdint.h>

#include "given.hpp"
#include "rule.hpp"

using namespace oncemore;
using namespace given;

namespace {

constexpr Attempt ended = with(Attempt{}, &Attempt::outcome, 503);

template <class Field>
constexpr bool possible_with(Field Attempt::*field, typename Just<Field>::type const& value) {
  return possible(with(ended, field, value));
}

}  // namespace

RULES(attempt_names) {
  NAMED(Repeatable, by_method);
  NAMED(Repeatable, yes);
  NAMED(Repeatable, no);
  NAMED(Body, replayable);
  NAMED(Body, consumed);
  NAMED(BudgetAnswer, granted);
  NAMED(BudgetAnswer, denied);
  NAMED(ServerSays, nothing);
  NAMED(ServerSays, retry);
  NAMED(ServerSays, do_not_retry);
  constexpr Repeatable repeatables[] = {Repeatable::by_method, Repeatable::yes, Repeatable::no};
  constexpr Body bodies[] = {Body::replayable, Body::consumed};
  constexpr BudgetAnswer budgets[] = {BudgetAnswer::granted, BudgetAnswer::denied};
  constexpr ServerSays sayings[] = {ServerSays::nothing, ServerSays::retry,
                                    ServerSays::do_not_retry};
  RULE(are_all(repeatables));
  RULE(are_all(bodies));
  RULE(are_all(budgets));
  RULE(are_all(sayings));
}

RULES(attempt_defaults) {
  RULE(Attempt{}.number == 1);
  RULE(Attempt{}.method == Method::unknown);
  RULE(Attempt{}.outcome == Outcome());
  RULE(Attempt{}.repeatable == Repeatable::by_method);
  RULE(Attempt{}.evidence == Evidence::by_outcome);
  RULE(Attempt{}.body == Body::replayable);
  RULE(Attempt{}.budget == BudgetAnswer::granted);
  RULE(Attempt{}.server_says == ServerSays::nothing);
  RULE(Attempt{}.elapsed == 0_ms);
  RULE(Attempt{}.previous_delay == 0_ms);
  RULE(Attempt{}.retry_after.is_absent());
  RULE(Attempt{}.redirects == Trail());
}

RULES(an_attempt_that_nobody_filled_in_is_impossible) {
  RULE(!possible(Attempt{}));
  RULE(possible(ended));
}

RULES(attempts_are_counted_from_1) {
  RULE(!possible_with(&Attempt::number, 0));
  RULE(possible_with(&Attempt::number, 1));
  RULE(possible_with(&Attempt::number, UINT32_MAX));
}

RULES(an_attempt_ends_with_exactly_one_outcome) {
  RULE(!possible_with(&Attempt::outcome, Outcome()));
  RULE(!possible_with(&Attempt::outcome, 99) && !possible_with(&Attempt::outcome, 1000));
  RULE(!possible_with(&Attempt::outcome, 100) && !possible_with(&Attempt::outcome, 199));
  RULE(possible_with(&Attempt::outcome, 101) && possible_with(&Attempt::outcome, 999));
  RULE(!possible_with(&Attempt::outcome, Outcome(503, Failure::timeout)));
  RULE(possible_with(&Attempt::outcome, Failure::cancelled));
  RULE(!possible_with(&Attempt::outcome, Failure{14}));
}

RULES(an_unknown_enumerator_is_impossible) {
  RULE(possible_with(&Attempt::method, Method::version_control));
  RULE(!possible_with(&Attempt::method, Method{41}));
  RULE(possible_with(&Attempt::repeatable, Repeatable::no));
  RULE(!possible_with(&Attempt::repeatable, Repeatable{3}));
  RULE(possible_with(&Attempt::evidence, Evidence::processed));
  RULE(!possible_with(&Attempt::evidence, Evidence{5}));
  RULE(possible_with(&Attempt::body, Body::consumed));
  RULE(!possible_with(&Attempt::body, Body{2}));
  RULE(possible_with(&Attempt::budget, BudgetAnswer::denied));
  RULE(!possible_with(&Attempt::budget, BudgetAnswer{2}));
  RULE(possible_with(&Attempt::server_says, ServerSays::do_not_retry));
  RULE(!possible_with(&Attempt::server_says, ServerSays{3}));
  RULE(!possible_with(&Attempt::server_says, ServerSays{UINT32_MAX}));
}

RULES(a_negative_duration_is_impossible) {
  RULE(!possible_with(&Attempt::elapsed, below_zero));
  RULE(possible_with(&Attempt::elapsed, Milliseconds::largest()));
  RULE(!possible_with(&Attempt::previous_delay, below_zero));
  RULE(possible_with(&Attempt::previous_delay, Milliseconds::largest()));
  RULE(!possible_with(&Attempt::retry_after, RetryAfter(below_zero)));
  RULE(possible_with(&Attempt::retry_after, RetryAfter(Milliseconds::largest())));
  RULE(possible_with(&Attempt::retry_after, RetryAfter::malformed()));
  RULE(!possible_with(&Attempt::retry_after, RetryAfter::from_raw(RetryAfter::Kind{3}, 0_ms)));
}

RULES(a_trail_has_no_other_flags) {
  RULE(possible_with(&Attempt::redirects, Trail::from_raw(UINT32_MAX, 7)));
  RULE(!possible_with(&Attempt::redirects, Trail::from_raw(0, 8)));
}
