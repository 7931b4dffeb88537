// SPDX-License-Identifier: MIT
#include <oncemore/counting.hpp>
#include <oncemore/policy.hpp>

#include <stdint.h>

#include "given.hpp"
#include "rule.hpp"

using namespace oncemore;
using namespace given;
using Error = PolicyError;

namespace {

template <class Field>
constexpr Error error_of(Field Policy::*field, typename Just<Field>::type const& value) {
  return validate(with(Policy{}, field, value));
}
template <class Field>
constexpr Error error_of(Field Backoff::*field, typename Just<Field>::type const& value) {
  return validate(with(Policy{}, &Policy::backoff, with(Backoff{}, field, value)));
}
template <class Field>
constexpr Error error_of(Field ServerWait::*field, typename Just<Field>::type const& value) {
  return validate(with(Policy{}, &Policy::server_wait, with(ServerWait{}, field, value)));
}

/// A policy in which every field is bad from number `first` on: validate() must name that one.
constexpr Policy with_faults_from(uint32_t first) noexcept {
  Policy policy;
  if (first <= 1) policy.max_attempts = 0;
  if (first <= 2) policy.unrepeatable = Unrepeatable{3};
  if (first <= 3) policy.redirect_proof = RedirectProof{2};
  if (first <= 4) policy.redirect_rewrite = RedirectRewrite{2};
  if (first <= 5) policy.failures = FailureSet(Failure::cancelled);
  if (first <= 6) policy.statuses = StatusSet(302);
  if (first <= 7) policy.unprocessed = StatusSet(1000);
  if (first <= 8) policy.deadline = below_zero;
  if (first <= 9) policy.min_attempt_time = below_zero;
  if (first <= 10) policy.backoff.initial = below_zero;
  if (first <= 11) policy.backoff.cap = below_zero;
  if (first <= 12) policy.backoff.floor = below_zero;
  if (first <= 13) policy.backoff.multiplier = thousandths(999);
  if (first <= 14) policy.backoff.jitter = Jitter{6};
  if (first <= 15) policy.backoff.spread = thousandths(1001);
  if (first <= 16) policy.backoff.spread_time = below_zero;
  if (first <= 17) policy.server_wait.mode = ServerWaitMode{3};
  if (first <= 18) policy.server_wait.over_cap = OverCap{2};
  if (first <= 19) policy.server_wait.cap = below_zero;
  if (first <= 20) policy.server_wait.spread = thousandths(1001);
  return policy;
}

constexpr bool the_first_fault_is_named() noexcept {
  for (uint32_t first = 1; first <= 20; ++first) {
    if (validate(with_faults_from(first)) != Error{first}) return false;
  }
  return validate(with_faults_from(21)) == Error::none;
}

constexpr bool every_error_has_a_message() noexcept {
  for (uint32_t i = 0; i <= 20; ++i) {
    char const* const sentence = message(Error{i});
    if (sentence == nullptr || same(sentence, "") || same(sentence, name(Error{i}))) return false;
    for (uint32_t j = 0; j < i; ++j) {
      if (same(sentence, message(Error{j}))) return false;
    }
  }
  return message(Error{21}) == nullptr && message(Error{UINT32_MAX}) == nullptr;
}

constexpr Policy extreme() noexcept {
  Policy policy;
  policy.max_attempts = 1;
  policy.max_redirects = UINT32_MAX;
  policy.failures = FailureSet();
  policy.statuses = StatusSet();
  policy.unprocessed = StatusSet();
  policy.deadline = 0_ms;
  policy.min_attempt_time = Milliseconds::largest();
  policy.backoff.initial = Milliseconds::largest();
  policy.backoff.cap = 0_ms;
  policy.backoff.multiplier = thousandths(UINT32_MAX);
  policy.backoff.spread = thousandths(1000);
  policy.backoff.spread_time = Milliseconds::largest();
  policy.server_wait.cap = Milliseconds::largest();
  policy.server_wait.spread = thousandths(1000);
  return policy;
}

}  // namespace

RULES(unrepeatable_names) {
  NAMED(Unrepeatable, never);
  NAMED(Unrepeatable, if_unprocessed);
  NAMED(Unrepeatable, always);
  constexpr Unrepeatable all[] = {Unrepeatable::never, Unrepeatable::if_unprocessed,
                                  Unrepeatable::always};
  RULE(are_all(all));
}

RULES(policy_defaults) {
  RULE(Policy{}.max_attempts == 4);
  RULE(Policy{}.unrepeatable == Unrepeatable::if_unprocessed);
  RULE(Policy{}.redirect_proof == RedirectProof::method_change);
  RULE(Policy{}.redirect_rewrite == RedirectRewrite::browser);
  RULE(Policy{}.max_redirects == 10);
  RULE(Policy{}.failures == default_failures);
  RULE(Policy{}.statuses == default_statuses);
  RULE(Policy{}.unprocessed == default_unprocessed);
  RULE(Policy{}.deadline == Milliseconds::largest());
  RULE(Policy{}.min_attempt_time == 0_ms);
  RULE(Policy{}.backoff.initial == 1_s && Policy{}.backoff.cap == 30_s);
  RULE(Policy{}.server_wait.cap == 30_s);
  RULE(unlimited == UINT32_MAX);
}

RULES(the_default_policy_is_valid) {
  RULE(validate(Policy{}) == Error::none);
  RULE(validate(extreme()) == Error::none);
}

RULES(policy_errors_are_named_by_their_path) {
  RULE(same(name(Error::none), "none"));
  RULE(same(name(Error::max_attempts), "max_attempts"));
  RULE(same(name(Error::unrepeatable), "unrepeatable"));
  RULE(same(name(Error::redirect_proof), "redirect_proof"));
  RULE(same(name(Error::redirect_rewrite), "redirect_rewrite"));
  RULE(same(name(Error::failures), "failures"));
  RULE(same(name(Error::statuses), "statuses"));
  RULE(same(name(Error::unprocessed), "unprocessed"));
  RULE(same(name(Error::deadline), "deadline"));
  RULE(same(name(Error::min_attempt_time), "min_attempt_time"));
  RULE(same(name(Error::backoff_initial), "backoff.initial"));
  RULE(same(name(Error::backoff_cap), "backoff.cap"));
  RULE(same(name(Error::backoff_floor), "backoff.floor"));
  RULE(same(name(Error::backoff_multiplier), "backoff.multiplier"));
  RULE(same(name(Error::backoff_jitter), "backoff.jitter"));
  RULE(same(name(Error::backoff_spread), "backoff.spread"));
  RULE(same(name(Error::backoff_spread_time), "backoff.spread_time"));
  RULE(same(name(Error::server_wait_mode), "server_wait.mode"));
  RULE(same(name(Error::server_wait_over_cap), "server_wait.over_cap"));
  RULE(same(name(Error::server_wait_cap), "server_wait.cap"));
  RULE(same(name(Error::server_wait_spread), "server_wait.spread"));
  constexpr Error all[] = {Error::none,
                           Error::max_attempts,
                           Error::unrepeatable,
                           Error::redirect_proof,
                           Error::redirect_rewrite,
                           Error::failures,
                           Error::statuses,
                           Error::unprocessed,
                           Error::deadline,
                           Error::min_attempt_time,
                           Error::backoff_initial,
                           Error::backoff_cap,
                           Error::backoff_floor,
                           Error::backoff_multiplier,
                           Error::backoff_jitter,
                           Error::backoff_spread,
                           Error::backoff_spread_time,
                           Error::server_wait_mode,
                           Error::server_wait_over_cap,
                           Error::server_wait_cap,
                           Error::server_wait_spread};
  RULE(are_all(all));
  RULE(every_error_has_a_message());
}

RULES(max_attempts_is_at_least_1) {
  RULE(error_of(&Policy::max_attempts, 0) == Error::max_attempts);
  RULE(error_of(&Policy::max_attempts, 1) == Error::none);
  RULE(error_of(&Policy::max_attempts, unlimited) == Error::none);
}

RULES(no_number_of_redirects_is_invalid) {
  RULE(error_of(&Policy::max_redirects, 0) == Error::none);
  RULE(error_of(&Policy::max_redirects, UINT32_MAX) == Error::none);
}

RULES(policy_enumerators_are_known) {
  RULE(error_of(&Policy::unrepeatable, Unrepeatable::never) == Error::none);
  RULE(error_of(&Policy::unrepeatable, Unrepeatable::always) == Error::none);
  RULE(error_of(&Policy::unrepeatable, Unrepeatable{3}) == Error::unrepeatable);
  RULE(error_of(&Policy::redirect_proof, RedirectProof::any_hop) == Error::none);
  RULE(error_of(&Policy::redirect_proof, RedirectProof{2}) == Error::redirect_proof);
  RULE(error_of(&Policy::redirect_rewrite, RedirectRewrite::keep) == Error::none);
  RULE(error_of(&Policy::redirect_rewrite, RedirectRewrite{2}) == Error::redirect_rewrite);
  RULE(error_of(&Backoff::jitter, Jitter::decorrelated) == Error::none);
  RULE(error_of(&Backoff::jitter, Jitter{6}) == Error::backoff_jitter);
  RULE(error_of(&ServerWait::mode, ServerWaitMode::ignore) == Error::none);
  RULE(error_of(&ServerWait::mode, ServerWaitMode{3}) == Error::server_wait_mode);
  RULE(error_of(&ServerWait::over_cap, OverCap::clamp) == Error::none);
  RULE(error_of(&ServerWait::over_cap, OverCap{2}) == Error::server_wait_over_cap);
}

RULES(policy_failures_never_name_cancelled) {
  RULE(error_of(&Policy::failures, default_failures.with(Failure::cancelled)) == Error::failures);
  RULE(error_of(&Policy::failures, default_failures.without(Failure::cancelled)) == Error::none);
  RULE(error_of(&Policy::failures, default_failures.with(Failure::other)) == Error::none);
  RULE(error_of(&Policy::failures, FailureSet(Failure{14})) == Error::failures);
  RULE(error_of(&Policy::failures, FailureSet(Failure::none)) == Error::failures);
}

// A 302 must not cost a second request, so no policy can ask for one.
RULES(policy_statuses_name_nothing_outside_400_to_999) {
  RULE(error_of(&Policy::statuses, default_statuses.with(302)) == Error::statuses);
  RULE(error_of(&Policy::statuses, default_statuses.without(302)) == Error::statuses);
  RULE(error_of(&Policy::statuses, StatusSet(400, 999)) == Error::none);
  RULE(error_of(&Policy::statuses, StatusSet(399)) == Error::statuses);
  RULE(error_of(&Policy::statuses, StatusSet(1000)) == Error::statuses);
  RULE(error_of(&Policy::unprocessed, StatusSet(303)) == Error::unprocessed);
  RULE(error_of(&Policy::unprocessed, StatusSet(500)) == Error::none);
}

RULES(policy_durations_are_not_negative) {
  RULE(error_of(&Policy::deadline, below_zero) == Error::deadline);
  RULE(error_of(&Policy::deadline, 0_ms) == Error::none);
  RULE(error_of(&Policy::min_attempt_time, below_zero) == Error::min_attempt_time);
  RULE(error_of(&Backoff::initial, below_zero) == Error::backoff_initial);
  RULE(error_of(&Backoff::cap, below_zero) == Error::backoff_cap);
  RULE(error_of(&Backoff::floor, below_zero) == Error::backoff_floor);
  RULE(error_of(&Backoff::spread_time, below_zero) == Error::backoff_spread_time);
  RULE(error_of(&ServerWait::cap, below_zero) == Error::server_wait_cap);
  RULE(error_of(&Backoff::initial, 0_ms) == Error::none);
  RULE(error_of(&Backoff::cap, 0_ms) == Error::none);
  RULE(error_of(&ServerWait::cap, 0_ms) == Error::none);
}

RULES(the_floor_is_not_above_the_cap) {
  RULE(error_of(&Backoff::floor, 30_s) == Error::none);
  RULE(error_of(&Backoff::floor, 30001_ms) == Error::backoff_floor);
  // An initial above the cap is cut, and no mistake.
  RULE(error_of(&Backoff::initial, 60_s) == Error::none);
  // Both above the largest duration count as it.
  constexpr Backoff both = with(Backoff{}, &Backoff::cap, Milliseconds(INT64_MAX - 1),
                                &Backoff::floor, Milliseconds(INT64_MAX));
  RULE(error_of(&Policy::backoff, both) == Error::none);
}

RULES(policy_ratios_are_in_range) {
  RULE(error_of(&Backoff::multiplier, thousandths(999)) == Error::backoff_multiplier);
  RULE(error_of(&Backoff::multiplier, thousandths(0)) == Error::backoff_multiplier);
  RULE(error_of(&Backoff::multiplier, thousandths(1000)) == Error::none);
  RULE(error_of(&Backoff::multiplier, thousandths(UINT32_MAX)) == Error::none);
  RULE(error_of(&Backoff::spread, thousandths(1000)) == Error::none);
  RULE(error_of(&Backoff::spread, thousandths(1001)) == Error::backoff_spread);
  RULE(error_of(&ServerWait::spread, thousandths(1000)) == Error::none);
  RULE(error_of(&ServerWait::spread, thousandths(1001)) == Error::server_wait_spread);
}

// A default backoff does not use spread, and a policy that ignores the server uses no cap.
RULES(what_is_not_used_is_looked_at_all_the_same) {
  RULE(Backoff{}.jitter != Jitter::proportional && Backoff{}.jitter != Jitter::additive);
  RULE(error_of(&Backoff::spread, thousandths(1001)) == Error::backoff_spread);
  RULE(error_of(&Backoff::spread_time, below_zero) == Error::backoff_spread_time);
  constexpr ServerWait ignoring =
      with(ServerWait{}, &ServerWait::mode, ServerWaitMode::ignore, &ServerWait::cap, below_zero);
  RULE(error_of(&Policy::server_wait, ignoring) == Error::server_wait_cap);
}

RULES(the_first_bad_field_is_named) { RULE(the_first_fault_is_named()); }

#if __cplusplus >= 202002L
// Every member has an initialiser, so that naming some of them is free of warnings.
RULES(a_policy_is_written_with_designated_initialisers) {
  constexpr Policy policy{.max_attempts = 2, .backoff = {.initial = 200_ms, .cap = 5_s}};
  RULE(validate(policy) == Error::none);
  RULE(policy.max_attempts == 2 && policy.backoff.cap == 5_s);
  RULE(policy.max_redirects == 10 && policy.backoff.multiplier == times(2));
}
#endif

RULES(validating_never_throws) {
  RULE(noexcept(validate(Policy{}))&& noexcept(message(Error::none)));
}
