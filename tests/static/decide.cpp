// SPDX-License-Identifier: MIT
#include <oncemore/counting.hpp>
#include <oncemore/decide.hpp>

#include <stdint.h>

#include "given.hpp"
#include "rule.hpp"

using namespace oncemore;
using namespace given;

namespace {

constexpr Policy defaults;

constexpr Attempt sent(Method method, Outcome outcome) noexcept {
  return with(Attempt{}, &Attempt::method, method, &Attempt::outcome, outcome);
}
constexpr Attempt get(Outcome outcome) noexcept { return sent(Method::get, outcome); }
constexpr Attempt post(Outcome outcome) noexcept { return sent(Method::post, outcome); }

constexpr Decision ask(Attempt const& attempt, Policy const& policy = defaults,
                       uint64_t random = lowest_draw) noexcept {
  return decide(policy, attempt, random);
}
constexpr Reason why(Attempt const& attempt, Policy const& policy = defaults) noexcept {
  return ask(attempt, policy).reason;
}

constexpr bool retries(Attempt const& attempt, Policy const& policy = defaults) noexcept {
  Decision const decision = ask(attempt, policy);
  Reason const worth =
      attempt.outcome.is_failure() ? Reason::retryable_failure : Reason::retryable_status;
  return decision.retry() && decision.reason == worth;
}
/// Whether it stops for this reason, and for one of the first eight rules: with nothing to wait
/// for.
constexpr bool stops(Attempt const& attempt, Reason reason,
                     Policy const& policy = defaults) noexcept {
  return ask(attempt, policy) == Decision{0_ms, Verdict::stop, reason, {}};
}
constexpr bool is(Decision const& decision, Verdict verdict, Reason reason, Milliseconds delay,
                  uint32_t notes = 0) noexcept {
  return decision == Decision{delay, verdict, reason, Notes::from_bits(notes)};
}

template <class Field>
constexpr Policy policy_with(Field Policy::*field, typename Just<Field>::type const& value) {
  return with(defaults, field, value);
}
template <class Field>
constexpr Policy server_wait_with(Field ServerWait::*field,
                                  typename Just<Field>::type const& value) {
  return with(defaults, &Policy::server_wait, with(ServerWait{}, field, value));
}

constexpr Policy never = policy_with(&Policy::unrepeatable, Unrepeatable::never);
constexpr Policy always = policy_with(&Policy::unrepeatable, Unrepeatable::always);
constexpr Policy any_hop = policy_with(&Policy::redirect_proof, RedirectProof::any_hop);
constexpr Policy ignoring = server_wait_with(&ServerWait::mode, ServerWaitMode::ignore);
constexpr Policy clamping = server_wait_with(&ServerWait::over_cap, OverCap::clamp);
constexpr Policy invalid = policy_with(&Policy::max_attempts, 0);
constexpr Policy strict_user = policy_with(&Policy::unprocessed, StatusSet(413, 421, 425));

constexpr Attempt number(uint32_t n, Attempt const& attempt) noexcept {
  return with(attempt, &Attempt::number, n);
}
constexpr Attempt declared(Attempt const& attempt, Repeatable repeatable = Repeatable::yes) {
  return with(attempt, &Attempt::repeatable, repeatable);
}
constexpr Attempt known(Evidence evidence, Attempt const& attempt) noexcept {
  return with(attempt, &Attempt::evidence, evidence);
}
constexpr Attempt consumed(Attempt const& attempt) noexcept {
  return with(attempt, &Attempt::body, Body::consumed);
}
constexpr Attempt denied(Attempt const& attempt) noexcept {
  return with(attempt, &Attempt::budget, BudgetAnswer::denied);
}
constexpr Attempt told(ServerSays says, Attempt const& attempt) noexcept {
  return with(attempt, &Attempt::server_says, says);
}
constexpr Attempt asked(Milliseconds wait, Attempt const& attempt) noexcept {
  return with(attempt, &Attempt::retry_after, RetryAfter(wait));
}
constexpr Attempt garbled(Attempt const& attempt) noexcept {
  return with(attempt, &Attempt::retry_after, RetryAfter::malformed());
}
constexpr Attempt by(Trail trail, Attempt const& attempt) noexcept {
  return with(attempt, &Attempt::redirects, trail);
}
constexpr Attempt after(Milliseconds elapsed, Attempt const& attempt) noexcept {
  return with(attempt, &Attempt::elapsed, elapsed);
}

constexpr Trail by_303 = Trail().followed(303, "POST", "GET");
constexpr Trail by_302_to_get = Trail().followed(302, "POST", "GET");
constexpr Trail by_302_kept = Trail().followed(302, "POST", "POST");
constexpr Trail by_307 = Trail().followed(307, "POST", "POST");
constexpr Trail by_308 = Trail().followed(308, "POST", "POST");

constexpr uint32_t applied = 1;
constexpr uint32_t malformed = 2;
constexpr uint32_t clamped = 4;
constexpr uint32_t new_connection = 8;
constexpr uint32_t not_early_data = 16;

}  // namespace

// --- 1: invalid_attempt ---

RULES(an_attempt_that_nobody_filled_in_never_retries) {
  RULE(stops(Attempt{}, Reason::invalid_attempt));
  RULE(stops(Attempt{}, Reason::invalid_attempt, always));
}

RULES(the_first_send_is_attempt_1) {
  RULE(stops(number(0, get(503)), Reason::invalid_attempt));
  RULE(retries(get(503)));
}

RULES(a_status_that_no_server_can_have_sent_is_impossible) {
  RULE(stops(get(0), Reason::invalid_attempt));
  RULE(stops(get(99), Reason::invalid_attempt));
  RULE(stops(get(1000), Reason::invalid_attempt));
  RULE(stops(get(INT32_MIN), Reason::invalid_attempt));
  RULE(stops(get(INT32_MAX), Reason::invalid_attempt));
  RULE(stops(get(66039), Reason::invalid_attempt));
  RULE(stops(get(int64_t{4294967799}), Reason::invalid_attempt));
}

RULES(an_interim_status_is_impossible) {
  RULE(stops(get(100), Reason::invalid_attempt));
  RULE(stops(get(102), Reason::invalid_attempt));
  RULE(stops(get(103), Reason::invalid_attempt));
  RULE(stops(get(199), Reason::invalid_attempt));
}

RULES(two_outcomes_or_none_are_impossible) {
  RULE(stops(get(Outcome(503, Failure::timeout)), Reason::invalid_attempt));
  RULE(stops(get(Outcome(200, Failure::cancelled)), Reason::invalid_attempt));
  RULE(stops(get(Failure::none), Reason::invalid_attempt));
  RULE(stops(get(Failure{14}), Reason::invalid_attempt));
}

RULES(a_negative_duration_of_an_attempt_is_impossible) {
  RULE(stops(after(below_zero, get(503)), Reason::invalid_attempt));
  RULE(stops(asked(below_zero, get(503)), Reason::invalid_attempt));
  RULE(stops(with(get(503), &Attempt::previous_delay, below_zero), Reason::invalid_attempt));
  // Rule 1 looks at the attempt alone.
  RULE(stops(asked(below_zero, get(503)), Reason::invalid_attempt, ignoring));
}

// --- 2: cancelled ---

RULES(what_the_caller_ended_is_over) {
  RULE(stops(get(Failure::cancelled), Reason::cancelled));
  RULE(stops(get(Failure::cancelled), Reason::cancelled, always));
  RULE(stops(declared(post(Failure::cancelled)), Reason::cancelled));
  RULE(stops(known(Evidence::never_sent, get(Failure::cancelled)), Reason::cancelled));
}

// --- 3: success, redirect ---

RULES(success_is_not_repeated) {
  RULE(stops(get(200), Reason::success) && stops(get(204), Reason::success));
  RULE(stops(get(299), Reason::success));
  RULE(stops(get(304), Reason::success));
  RULE(stops(get(101), Reason::success));
  RULE(retries(told(ServerSays::retry, get(200))));
  RULE(stops(told(ServerSays::retry, post(200)), Reason::maybe_processed));
  RULE(retries(known(Evidence::not_processed, told(ServerSays::retry, post(200)))));
  RULE(stops(told(ServerSays::retry, get(304)), Reason::success));
  RULE(stops(told(ServerSays::retry, get(101)), Reason::success));
  RULE(stops(asked(5_s, get(202)), Reason::success));
}

RULES(a_302_must_not_cost_a_second_request) {
  RULE(stops(get(302), Reason::redirect));
  RULE(stops(post(302), Reason::redirect));
  RULE(stops(get(300), Reason::redirect) && stops(get(303), Reason::redirect));
  RULE(stops(get(305), Reason::redirect) && stops(get(307), Reason::redirect));
  RULE(stops(get(399), Reason::redirect));
  RULE(stops(declared(post(302)), Reason::redirect, always));
  RULE(stops(told(ServerSays::retry, get(302)), Reason::redirect));
  RULE(stops(asked(5_s, get(302)), Reason::redirect));
}

// --- 4: invalid_policy ---

RULES(an_invalid_policy_never_retries) {
  RULE(stops(get(503), Reason::invalid_policy, invalid));
  RULE(stops(get(Failure::connect), Reason::invalid_policy, invalid));
  RULE(stops(get(503), Reason::invalid_policy,
             policy_with(&Policy::statuses, default_statuses.with(302))));
  RULE(stops(get(503), Reason::invalid_policy,
             policy_with(&Policy::failures, FailureSet(Failure::cancelled))));
}

// --- 5: server_refused ---

RULES(the_server_may_refuse) {
  RULE(stops(told(ServerSays::do_not_retry, get(503)), Reason::server_refused));
  RULE(stops(told(ServerSays::do_not_retry, get(Failure::timeout)), Reason::server_refused));
}

// --- 6: status_not_retried, failure_not_retried ---

RULES(a_status_outside_the_set_is_final) {
  RULE(stops(get(400), Reason::status_not_retried) && stops(get(401), Reason::status_not_retried));
  RULE(stops(get(403), Reason::status_not_retried) && stops(get(404), Reason::status_not_retried));
  RULE(stops(get(409), Reason::status_not_retried) && stops(get(499), Reason::status_not_retried));
  RULE(stops(get(501), Reason::status_not_retried) && stops(get(511), Reason::status_not_retried));
  RULE(stops(get(503), Reason::status_not_retried,
             policy_with(&Policy::statuses, default_statuses.without(503))));
}

RULES(a_status_in_the_set_is_worth_a_retry) {
  RULE(retries(get(408)) && retries(get(421)) && retries(get(425)) && retries(get(429)));
  RULE(retries(get(500)) && retries(get(502)) && retries(get(503)) && retries(get(504)));
  RULE(retries(get(509)) && retries(get(520)) && retries(get(599)));
  RULE(retries(get(600)) && retries(get(999)));
  RULE(retries(get(409), policy_with(&Policy::statuses, default_statuses.with(409))));
}

RULES(a_failure_outside_the_set_is_final) {
  RULE(stops(get(Failure::tls_certificate), Reason::failure_not_retried));
  RULE(stops(get(Failure::redirect_limit), Reason::failure_not_retried));
  RULE(stops(get(Failure::other), Reason::failure_not_retried));
  RULE(stops(get(Failure::timeout), Reason::failure_not_retried,
             policy_with(&Policy::failures, default_failures.without(Failure::timeout))));
}

RULES(a_failure_in_the_set_is_worth_a_retry) {
  RULE(retries(get(Failure::name_resolution)) && retries(get(Failure::connect)));
  RULE(retries(get(Failure::tls_handshake)) && retries(get(Failure::not_sent)));
  RULE(retries(get(Failure::rejected)) && retries(get(Failure::send)));
  RULE(retries(get(Failure::timeout)) && retries(get(Failure::connection_lost)));
  RULE(retries(get(Failure::bad_response)));
  RULE(retries(get(Failure::other),
               policy_with(&Policy::failures, default_failures.with(Failure::other))));
}

// RFC 9110 15.5.14: Retry-After is what marks a 413 as temporary.
RULES(a_413_is_final_unless_the_server_says_when_to_come_back) {
  RULE(stops(get(413), Reason::status_not_retried));
  RULE(stops(garbled(get(413)), Reason::status_not_retried));
  RULE(retries(asked(2_s, get(413))));
  RULE(retries(asked(0_ms, get(413))));
  RULE(stops(asked(2_s, get(413)), Reason::status_not_retried, ignoring));
  RULE(retries(told(ServerSays::retry, get(413))));
  constexpr Policy without_413 = policy_with(&Policy::statuses, default_statuses.without(413));
  RULE(stops(asked(2_s, get(413)), Reason::status_not_retried, without_413));
  RULE(retries(told(ServerSays::retry, get(413)), without_413));
  RULE(retries(told(ServerSays::retry, get(413)), ignoring));
}

RULES(the_server_may_make_a_status_worth_a_retry) {
  RULE(retries(told(ServerSays::retry, get(400))));
  RULE(retries(told(ServerSays::retry, get(404))));
  RULE(retries(told(ServerSays::retry, get(501))));
  RULE(retries(told(ServerSays::retry, get(503)), policy_with(&Policy::statuses, StatusSet())));
}

RULES(the_server_overrides_nothing_else) {
  RULE(stops(told(ServerSays::retry, get(Failure::other)), Reason::failure_not_retried));
  RULE(stops(told(ServerSays::retry, post(404)), Reason::maybe_processed));
  RULE(why(told(ServerSays::retry, number(4, get(404)))) == Reason::attempts_exhausted);
  RULE(stops(told(ServerSays::retry, consumed(get(404))), Reason::body_consumed));
}

// --- 7: accepted, not_repeatable, maybe_processed ---

RULES(an_idempotent_request_is_repeatable) {
  RULE(retries(get(500)) && retries(sent(Method::head, 500)));
  RULE(retries(sent(Method::put, 500)) && retries(sent(Method::delete_, 500)));
  RULE(retries(sent(Method::options, 500)) && retries(sent(Method::trace, 500)));
  RULE(retries(sent(Method::query, 500)) && retries(sent(Method::propfind, 500)));
}

RULES(another_is_repeated_only_if_it_was_not_processed) {
  RULE(stops(post(500), Reason::maybe_processed));
  RULE(stops(sent(Method::patch, 500), Reason::maybe_processed));
  RULE(stops(sent(Method::lock, 500), Reason::maybe_processed));
  RULE(stops(sent(Method::connect, 500), Reason::maybe_processed));
  RULE(stops(sent(Method::unknown, 500), Reason::maybe_processed));
  RULE(retries(post(429)) && retries(post(421)) && retries(post(425)));
  RULE(retries(asked(1_s, post(413))));
  RULE(stops(post(408), Reason::maybe_processed));
}

RULES(another_is_repeated_after_a_failure_that_kept_it_from_the_server) {
  RULE(retries(post(Failure::name_resolution)) && retries(post(Failure::connect)));
  RULE(retries(post(Failure::tls_handshake)) && retries(post(Failure::not_sent)));
  RULE(retries(post(Failure::rejected)));
  RULE(stops(post(Failure::send), Reason::maybe_processed));
  RULE(stops(post(Failure::timeout), Reason::maybe_processed));
  RULE(stops(post(Failure::connection_lost), Reason::maybe_processed));
  RULE(stops(post(Failure::bad_response), Reason::maybe_processed));
}

RULES(the_caller_may_declare_a_request_repeatable) {
  RULE(retries(declared(post(500))));
  RULE(retries(declared(post(Failure::timeout))));
  RULE(retries(declared(sent(Method::unknown, 504))));
}

RULES(the_caller_may_know_better_than_the_method) {
  RULE(stops(declared(get(500), Repeatable::no), Reason::maybe_processed));
  RULE(retries(declared(get(429), Repeatable::no)));
  RULE(retries(declared(get(Failure::connect), Repeatable::no)));
}

// 429 and 503 are the convention of services; RFCs promise nothing of them.
RULES(a_strict_user_takes_429_and_503_out) {
  RULE(stops(post(503), Reason::maybe_processed, strict_user));
  RULE(stops(post(429), Reason::maybe_processed, strict_user));
  RULE(retries(post(421), strict_user));
  RULE(retries(get(503), strict_user));
}

// RFC 9110 9.2.2 wants this of a proxy.
RULES(never_repeats_no_unsafe_request_at_all) {
  RULE(stops(post(503), Reason::not_repeatable, never));
  RULE(stops(post(Failure::connect), Reason::not_repeatable, never));
  RULE(stops(known(Evidence::never_sent, post(500)), Reason::not_repeatable, never));
  RULE(stops(declared(get(503), Repeatable::no), Reason::not_repeatable, never));
  RULE(retries(get(500), never));
  RULE(retries(declared(post(500)), never));
}

RULES(always_repeats_whatever_was_processed) {
  RULE(retries(post(500), always));
  RULE(retries(post(Failure::timeout), always));
  RULE(retries(declared(get(500), Repeatable::no), always));
  RULE(retries(by(by_303, post(503)), always));
  RULE(retries(by(by_302_kept, post(503)), always));
  RULE(retries(known(Evidence::processed, post(503)), always));
}

// Proxy-Status said connection_refused, or a state check answered.
RULES(evidence_of_the_callers_own_replaces_the_outcomes) {
  RULE(retries(known(Evidence::never_sent, post(502))));
  RULE(retries(known(Evidence::not_processed, post(Failure::timeout))));
  RULE(stops(known(Evidence::unknown, post(503)), Reason::maybe_processed));
  RULE(stops(known(Evidence::unknown, post(Failure::connect)), Reason::maybe_processed));
}

RULES(a_processed_request_is_accepted) {
  RULE(stops(known(Evidence::processed, post(503)), Reason::accepted));
  RULE(stops(known(Evidence::processed, post(Failure::connect)), Reason::accepted));
  RULE(stops(known(Evidence::processed, declared(post(503))), Reason::accepted));
  RULE(stops(known(Evidence::processed, declared(get(503), Repeatable::no)), Reason::accepted));
  RULE(retries(known(Evidence::processed, get(503))));
}

RULES(an_accepted_request_is_not_sent_again) {
  RULE(stops(by(by_303, post(503)), Reason::accepted));
  RULE(stops(by(by_302_to_get, post(503)), Reason::accepted));
  RULE(stops(by(by_303, post(Failure::connect)), Reason::accepted));
  RULE(stops(by(by_303, sent(Method::patch, 429)), Reason::accepted));
  RULE(stops(by(by_303, sent(Method::unknown, 503)), Reason::accepted));
  RULE(stops(by(by_303, declared(get(503), Repeatable::no)), Reason::accepted));
}

// A key is a promise about repeats, not about redirects.
RULES(a_declaration_does_not_lift_acceptance) {
  RULE(stops(by(by_303, declared(post(503))), Reason::accepted));
  RULE(stops(by(by_302_to_get, declared(post(503))), Reason::accepted));
  RULE(stops(by(by_303, known(Evidence::never_sent, post(503))), Reason::accepted));
  RULE(stops(by(by_303, post(503)), Reason::accepted, never));
}

RULES(an_idempotent_request_may_be_accepted_twice) {
  RULE(retries(by(by_303, get(503))));
  RULE(retries(by(by_303, sent(Method::put, 503))));
  RULE(retries(by(by_307, get(503)), any_hop));
}

RULES(a_307_or_308_is_no_proof_by_default) {
  RULE(retries(by(by_307, post(429))));
  RULE(retries(by(by_308, post(429))));
  RULE(stops(by(by_307, post(500)), Reason::maybe_processed));
  RULE(stops(by(by_307, post(503)), Reason::accepted, any_hop));
  RULE(stops(by(by_308, post(503)), Reason::accepted, any_hop));
  RULE(stops(by(by_302_kept, post(503)), Reason::accepted, any_hop));
}

// The 503 speaks of the last hop; what became of the POST at the first one is open.
RULES(a_doubtful_trail_leaves_the_evidence_unknown) {
  RULE(stops(by(by_302_kept, post(503)), Reason::maybe_processed));
  RULE(stops(by(by_302_kept, post(Failure::connect)), Reason::maybe_processed));
  RULE(stops(by(by_302_kept, known(Evidence::never_sent, post(503))), Reason::maybe_processed));
  RULE(stops(by(by_302_kept, known(Evidence::processed, post(503))), Reason::accepted));
  RULE(retries(by(by_302_kept, get(503))));
  RULE(retries(by(by_302_kept, declared(post(503)))));
  RULE(stops(by(by_302_kept, post(503)), Reason::not_repeatable, never));
}

RULES(the_next_attempt_begins_without_proof) {
  RULE(retries(by(by_303.sent_again(), post(429))));
  RULE(retries(by(by_302_kept.sent_again(), post(429))));
}

RULES(evidence_of_an_attempt) {
  RULE(evidence(defaults, post(429)) == Evidence::not_processed);
  RULE(evidence(strict_user, post(503)) == Evidence::unknown);
  RULE(evidence(defaults, post(200)) == Evidence::processed);
  RULE(evidence(defaults, post(Failure::connect)) == Evidence::never_sent);
  RULE(evidence(defaults, known(Evidence::processed, post(503))) == Evidence::processed);
  RULE(evidence(defaults, by(by_302_kept, post(503))) == Evidence::unknown);
  RULE(evidence(defaults, by(by_302_kept, known(Evidence::never_sent, post(503)))) ==
       Evidence::unknown);
  RULE(evidence(defaults, by(by_307, post(429))) == Evidence::not_processed);
  RULE(evidence(defaults, by(by_303, post(429))) == Evidence::not_processed);
}

// --- 8: body_consumed ---

RULES(a_body_that_is_gone_cannot_be_sent_again) {
  RULE(stops(consumed(sent(Method::put, 503)), Reason::body_consumed));
  RULE(stops(consumed(sent(Method::put, Failure::timeout)), Reason::body_consumed));
  RULE(stops(consumed(post(429)), Reason::body_consumed));
  RULE(stops(consumed(post(503)), Reason::body_consumed, always));
  RULE(stops(consumed(declared(post(500))), Reason::body_consumed));
  // HTTP/2 may reject a stream after much of the body was taken.
  RULE(stops(consumed(post(Failure::rejected)), Reason::body_consumed));
}

RULES(a_body_that_nobody_touched_is_not_gone) {
  RULE(retries(consumed(post(Failure::connect))));
  RULE(retries(consumed(post(Failure::name_resolution))));
  RULE(retries(consumed(post(Failure::tls_handshake))));
  RULE(retries(consumed(post(Failure::not_sent))));
  RULE(retries(known(Evidence::never_sent, consumed(post(Failure::connect)))));
}

RULES(unless_something_says_otherwise) {
  // The caller knows better than the failure.
  RULE(stops(known(Evidence::unknown, consumed(sent(Method::put, Failure::connect))),
             Reason::body_consumed));
  RULE(stops(known(Evidence::not_processed, consumed(post(Failure::connect))),
             Reason::body_consumed));
  RULE(stops(known(Evidence::processed, consumed(sent(Method::put, Failure::connect))),
             Reason::body_consumed));
  // The first hop took the body.
  RULE(stops(by(by_307, consumed(post(Failure::connect))), Reason::body_consumed));
  RULE(retries(by(by_307.sent_again(), consumed(post(Failure::connect)))));
  // A proxy that answers has taken the body, whatever it says of the next hop.
  RULE(stops(known(Evidence::never_sent, consumed(post(502))), Reason::body_consumed));
  // The failure's own evidence is asked, not the caller's alone.
  RULE(stops(known(Evidence::never_sent, consumed(post(Failure::timeout))), Reason::body_consumed));
}

// --- 9: attempts_exhausted ---

RULES(four_attempts_by_default) {
  RULE(retries(number(1, get(503))) && retries(number(3, get(503))));
  RULE(why(number(4, get(503))) == Reason::attempts_exhausted);
  RULE(why(number(5, get(503))) == Reason::attempts_exhausted);
  RULE(why(number(UINT32_MAX, get(503))) == Reason::attempts_exhausted);
}

RULES(one_attempt_is_no_retry) {
  RULE(why(get(503), policy_with(&Policy::max_attempts, 1)) == Reason::attempts_exhausted);
  RULE(retries(get(503), policy_with(&Policy::max_attempts, 2)));
}

RULES(unlimited_attempts_end_with_the_number) {
  constexpr Policy endless = policy_with(&Policy::max_attempts, unlimited);
  RULE(retries(number(1000, get(503)), endless));
  RULE(retries(number(UINT32_MAX - 1, get(503)), endless));
  RULE(why(number(UINT32_MAX, get(503)), endless) == Reason::attempts_exhausted);
}

// --- 10: budget_exhausted ---

RULES(the_callers_budget_may_deny) {
  RULE(why(denied(get(503))) == Reason::budget_exhausted);
  RULE(why(denied(get(Failure::connect))) == Reason::budget_exhausted);
}

// --- 11: server_wait_too_long ---

RULES(a_wait_beyond_the_cap_means_to_give_up) {
  RULE(retries(asked(30_s, get(503))));
  RULE(is(ask(asked(30001_ms, get(503))), Verdict::stop, Reason::server_wait_too_long, 30001_ms,
          applied));
  RULE(retries(asked(120_s, get(503)), clamping));
  RULE(retries(asked(120_s, get(503)), ignoring));
  RULE(retries(asked(120_s, get(503)), server_wait_with(&ServerWait::cap, 120_s)));
}

// --- 12: deadline ---

RULES(no_retry_that_would_come_too_late) {
  constexpr Policy ten = policy_with(&Policy::deadline, 10_s);
  // The delay is 500 ms: attempt 1, lowest draw.
  RULE(retries(after(9499_ms, get(503)), ten));
  RULE(is(ask(after(9500_ms, get(503)), ten), Verdict::stop, Reason::deadline, 500_ms));
  RULE(why(after(11_s, get(503)), ten) == Reason::deadline);
  RULE(why(asked(10_s, get(503)), ten) == Reason::deadline);
  RULE(retries(asked(9999_ms, get(503)), ten));
}

RULES(time_must_be_left_for_the_attempt_itself) {
  constexpr Policy policy =
      with(policy_with(&Policy::deadline, 10_s), &Policy::min_attempt_time, 2_s);
  RULE(retries(after(7499_ms, get(503)), policy));
  RULE(why(after(7500_ms, get(503)), policy) == Reason::deadline);
}

RULES(a_deadline_of_0_stops_every_retry) {
  constexpr Policy at_once = policy_with(&Policy::deadline, 0_ms);
  RULE(why(get(503), at_once) == Reason::deadline);
  constexpr Backoff no_delay = with(Backoff{}, &Backoff::initial, 0_ms);
  RULE(why(get(503), with(at_once, &Policy::backoff, no_delay)) == Reason::deadline);
}

RULES(the_largest_deadline_is_none) {
  RULE(retries(after(Milliseconds::largest(), get(503))));
  RULE(retries(after(Milliseconds::largest(), get(503)),
               policy_with(&Policy::deadline, Milliseconds(INT64_MAX))));
  RULE(retries(after(Milliseconds::largest(), get(503)),
               policy_with(&Policy::min_attempt_time, Milliseconds::largest())));
  constexpr Milliseconds almost(Milliseconds::largest().count() - 1);
  RULE(why(after(Milliseconds::largest(), get(503)), policy_with(&Policy::deadline, almost)) ==
       Reason::deadline);
}

// --- 13: retry ---

RULES(a_retry_says_when) {
  RULE(is(ask(get(503)), Verdict::retry, Reason::retryable_status, 500_ms));
  RULE(is(ask(get(503), defaults, highest_draw), Verdict::retry, Reason::retryable_status, 1_s));
  RULE(is(ask(number(2, get(503))), Verdict::retry, Reason::retryable_status, 1_s));
  RULE(is(ask(number(3, get(503)), defaults, highest_draw), Verdict::retry,
          Reason::retryable_status, 4_s));
  RULE(is(ask(get(Failure::timeout)), Verdict::retry, Reason::retryable_failure, 500_ms));
}

RULES(a_retry_waits_at_least_as_long_as_the_server_asked) {
  RULE(is(ask(asked(2_s, get(503))), Verdict::retry, Reason::retryable_status, 2_s, applied));
  RULE(is(ask(asked(600_ms, get(503)), defaults, highest_draw), Verdict::retry,
          Reason::retryable_status, 1_s));
  RULE(is(ask(asked(0_ms, get(503))), Verdict::retry, Reason::retryable_status, 500_ms));
  RULE(is(ask(asked(500_ms, get(503))), Verdict::retry, Reason::retryable_status, 500_ms, applied));
  // A server wait counts for whatever is about to be retried.
  RULE(is(ask(asked(2_s, get(500))), Verdict::retry, Reason::retryable_status, 2_s, applied));
  RULE(is(ask(asked(2_s, get(Failure::connection_lost))), Verdict::retry, Reason::retryable_failure,
          2_s, applied));
}

RULES(modes_of_the_server_wait) {
  constexpr Policy instead = server_wait_with(&ServerWait::mode, ServerWaitMode::instead);
  RULE(is(ask(asked(100_ms, get(503)), instead), Verdict::retry, Reason::retryable_status, 100_ms,
          applied));
  RULE(is(ask(asked(2_s, get(503)), ignoring), Verdict::retry, Reason::retryable_status, 500_ms));
  RULE(is(ask(asked(120_s, get(503)), clamping), Verdict::retry, Reason::retryable_status, 30_s,
          applied + clamped));
  constexpr Backoff floored = with(Backoff{}, &Backoff::floor, 300_ms);
  RULE(is(ask(asked(100_ms, get(503)), with(instead, &Policy::backoff, floored)), Verdict::retry,
          Reason::retryable_status, 300_ms));
}

RULES(one_random_number_serves_both_draws) {
  constexpr Policy spreading = server_wait_with(&ServerWait::spread, thousandths(500));
  RULE(ask(asked(2_s, get(503)), spreading, lowest_draw).delay == 2_s);
  RULE(ask(asked(2_s, get(503)), spreading, middle_spread).delay == 2500_ms);
  RULE(ask(asked(2_s, get(503)), spreading, highest_spread).delay == 3_s);
  RULE(ask(asked(600_ms, get(503)), spreading, highest_draw).delay == 1_s);
}

RULES(decorrelated_goes_by_the_previous_delay) {
  constexpr Policy policy =
      policy_with(&Policy::backoff, with(Backoff{}, &Backoff::jitter, Jitter::decorrelated));
  constexpr Attempt second = with(number(2, get(503)), &Attempt::previous_delay, 2_s);
  RULE(ask(second, policy, highest_draw).delay == 6_s);
  RULE(ask(number(1, second), policy, highest_draw).delay == 3_s);
}

// --- the wait of a stop ---

RULES(a_stop_by_the_last_four_rules_carries_the_wait) {
  RULE(is(ask(number(4, get(503))), Verdict::stop, Reason::attempts_exhausted, 4_s));
  RULE(is(ask(denied(get(503))), Verdict::stop, Reason::budget_exhausted, 500_ms));
  RULE(
      is(ask(asked(120_s, get(503))), Verdict::stop, Reason::server_wait_too_long, 120_s, applied));
  RULE(is(ask(asked(2_s, get(503)), policy_with(&Policy::deadline, 1_s)), Verdict::stop,
          Reason::deadline, 2_s, applied));
}

RULES(that_wait_is_not_capped) {
  RULE(is(ask(asked(120_s, number(4, get(503)))), Verdict::stop, Reason::attempts_exhausted, 120_s,
          applied));
  RULE(is(ask(asked(120_s, denied(get(503)))), Verdict::stop, Reason::budget_exhausted, 120_s,
          applied));
  RULE(is(ask(asked(120_s, number(4, get(503))), clamping), Verdict::stop,
          Reason::attempts_exhausted, 30_s, applied + clamped));
  constexpr Policy spreading = server_wait_with(&ServerWait::spread, thousandths(500));
  RULE(is(ask(asked(120_s, get(503)), spreading, highest_spread), Verdict::stop,
          Reason::server_wait_too_long, 180_s, applied));
}

// --- notes ---

RULES(send_it_on_another_connection) {
  RULE(ask(get(408)).notes.bits() == new_connection);
  RULE(ask(get(421)).notes.bits() == new_connection);
  RULE(ask(get(Failure::rejected)).notes.bits() == 0);
  RULE(ask(get(Failure::connection_lost)).notes.bits() == 0);
  RULE(ask(get(503)).notes.bits() == 0);
}

// RFC 8470 5.2.
RULES(do_not_send_it_in_early_data) {
  RULE(ask(get(425)).notes.bits() == not_early_data);
  RULE(ask(asked(2_s, get(425))).notes.bits() == not_early_data + applied);
}

RULES(a_malformed_field_is_noted_and_does_not_count) {
  RULE(is(ask(garbled(get(503))), Verdict::retry, Reason::retryable_status, 500_ms, malformed));
  RULE(is(ask(garbled(get(503)), ignoring), Verdict::retry, Reason::retryable_status, 500_ms));
}

RULES(notes_are_set_from_rule_9_on) {
  RULE(ask(asked(5_s, number(4, get(408)))).notes.bits() == applied + new_connection);
  RULE(ask(garbled(number(4, get(421)))).notes.bits() == malformed + new_connection);
  RULE(ask(denied(get(425))).notes.bits() == not_early_data);
  RULE(stops(consumed(get(421)), Reason::body_consumed));
  RULE(stops(post(408), Reason::maybe_processed));
  RULE(stops(garbled(consumed(get(425))), Reason::body_consumed));
}

// --- the order: the earlier rule wins ---

RULES(order_1_invalid_attempt_before_everything) {
  RULE(why(number(0, get(Failure::cancelled))) == Reason::invalid_attempt);
  RULE(why(number(0, get(200))) == Reason::invalid_attempt);
  RULE(why(number(0, get(302))) == Reason::invalid_attempt);
  RULE(why(number(0, get(503)), invalid) == Reason::invalid_attempt);
}

RULES(order_2_cancelled_before_the_policy) {
  RULE(why(get(Failure::cancelled), invalid) == Reason::cancelled);
  RULE(why(told(ServerSays::do_not_retry, get(Failure::cancelled))) == Reason::cancelled);
}

RULES(order_3_success_and_redirect_before_the_policy) {
  RULE(why(get(200), invalid) == Reason::success);
  RULE(why(get(302), invalid) == Reason::redirect);
  RULE(why(told(ServerSays::do_not_retry, get(200))) == Reason::success);
  RULE(why(told(ServerSays::do_not_retry, get(302))) == Reason::redirect);
  RULE(why(by(by_303, post(200))) == Reason::success);
  RULE(why(by(by_303, post(302))) == Reason::redirect);
}

RULES(order_4_the_policy_before_the_server) {
  RULE(why(told(ServerSays::do_not_retry, get(503)), invalid) == Reason::invalid_policy);
  RULE(why(get(404), invalid) == Reason::invalid_policy);
}

RULES(order_5_the_server_before_the_sets) {
  RULE(why(told(ServerSays::do_not_retry, get(404))) == Reason::server_refused);
  RULE(why(told(ServerSays::do_not_retry, get(Failure::other))) == Reason::server_refused);
  RULE(why(told(ServerSays::do_not_retry, by(by_303, post(503)))) == Reason::server_refused);
}

RULES(order_6_the_sets_before_acceptance) {
  RULE(why(by(by_303, post(404))) == Reason::status_not_retried);
  RULE(why(by(by_303, post(Failure::other))) == Reason::failure_not_retried);
  RULE(why(post(404), never) == Reason::status_not_retried);
  RULE(why(post(Failure::other)) == Reason::failure_not_retried);
}

RULES(order_7_acceptance_before_what_is_unsafe_and_that_before_the_body) {
  RULE(why(by(by_303, post(500)), never) == Reason::accepted);
  RULE(why(by(by_303, post(500))) == Reason::accepted);
  RULE(why(by(by_303, consumed(post(503)))) == Reason::accepted);
  RULE(why(consumed(post(500)), never) == Reason::not_repeatable);
  RULE(why(consumed(post(500))) == Reason::maybe_processed);
}

RULES(order_8_the_body_before_the_number_of_attempts) {
  RULE(why(number(4, consumed(get(503)))) == Reason::body_consumed);
}

RULES(order_9_the_number_of_attempts_before_the_budget) {
  RULE(why(number(4, denied(get(503)))) == Reason::attempts_exhausted);
}

RULES(order_10_the_budget_before_the_servers_wait) {
  RULE(why(asked(120_s, denied(get(503)))) == Reason::budget_exhausted);
}

RULES(order_11_the_servers_wait_before_the_deadline) {
  RULE(why(asked(120_s, get(503)), policy_with(&Policy::deadline, 1_s)) ==
       Reason::server_wait_too_long);
}

RULES(order_12_the_deadline_before_the_retry) {
  RULE(why(get(503), policy_with(&Policy::deadline, 1_ms)) == Reason::deadline);
}

// --- the stories ---

// "A 302 must not cost a second request"; 400 and 404 stop, 500 and 503 are retried.
RULES(story_of_eighteen_requests) {
  RULE(stops(get(302), Reason::redirect));
  RULE(stops(get(400), Reason::status_not_retried) && stops(get(404), Reason::status_not_retried));
  RULE(stops(get(499), Reason::status_not_retried));
  RULE(retries(get(500)) && retries(get(503)) && retries(get(Failure::connection_lost)));
}

// server: 503, 503 with Retry-After: 2, 200. The search is a POST that is declared repeatable.
RULES(story_of_the_503_loop) {
  constexpr Attempt first = declared(post(503));
  RULE(is(ask(first, defaults, lowest_draw), Verdict::retry, Reason::retryable_status, 500_ms));
  RULE(is(ask(first, defaults, highest_draw), Verdict::retry, Reason::retryable_status, 1000_ms));
  constexpr Attempt second = asked(2_s, number(2, first));
  RULE(is(ask(second, defaults, lowest_draw), Verdict::retry, Reason::retryable_status, 2_s,
          applied));
  RULE(is(ask(second, defaults, highest_spread), Verdict::retry, Reason::retryable_status, 2200_ms,
          applied));
  RULE(stops(number(3, post(200)), Reason::success));
  RULE(stops(post(400), Reason::status_not_retried));
  RULE(is(ask(asked(120_s, first)), Verdict::stop, Reason::server_wait_too_long, 120_s, applied));
}

// The article's table, its search declared repeatable.
RULES(story_of_the_503_loop_table) {
  RULE(retries(declared(post(503))) && retries(declared(post(429))));
  RULE(retries(declared(post(502))) && retries(declared(post(504))));
  RULE(retries(declared(post(Failure::timeout))) && retries(declared(post(Failure::connect))));
  RULE(stops(declared(post(400)), Reason::status_not_retried));
  RULE(stops(declared(post(401)), Reason::status_not_retried));
  RULE(stops(declared(post(403)), Reason::status_not_retried));
  RULE(stops(declared(post(404)), Reason::status_not_retried));
  RULE(stops(declared(post(422)), Reason::status_not_retried));
  // "With care": retried when declared, not when it may create something twice.
  RULE(retries(declared(post(500))) && stops(post(500), Reason::maybe_processed));
}

// POST and PATCH after a 429 or a 503 and nothing else: the fix's setting. With nothing configured
// a 503 is no evidence.
RULES(story_of_one_fix_and_eight_sdks) {
  constexpr Policy convention = policy_with(&Policy::unprocessed, default_unprocessed.with(503));
  RULE(retries(post(429), convention) && retries(post(503), convention));
  RULE(retries(sent(Method::patch, 429)) && retries(sent(Method::patch, 503), convention));
  RULE(stops(post(504), Reason::maybe_processed, convention));
  RULE(retries(post(429)) && stops(post(503), Reason::maybe_processed));
  RULE(stops(post(500), Reason::maybe_processed) && stops(post(502), Reason::maybe_processed));
  RULE(stops(post(504), Reason::maybe_processed));
  RULE(stops(sent(Method::patch, 504), Reason::maybe_processed));
  RULE(stops(post(Failure::timeout), Reason::maybe_processed));
  RULE(stops(post(Failure::connection_lost), Reason::maybe_processed));
}

// A POST is answered 303, the GET it became gets a 503.
RULES(story_of_the_bug_nearly_shipped_twice) {
  // A loop outside the redirects would send the POST again.
  RULE(stops(by(by_303, post(503)), Reason::accepted));
  RULE(stops(by(by_303, declared(post(503))), Reason::accepted));
  // A loop inside them sends only the GET again.
  RULE(retries(get(503)));
  // The same without proof: a 302 that kept POST.
  RULE(stops(by(by_302_kept, post(503)), Reason::maybe_processed));
  // Back at the first address: a trail compares none.
  RULE(stops(by(by_303.followed(302, "GET", "GET"), post(503)), Reason::accepted));
}

RULES(decide_never_throws) {
  RULE(noexcept(decide(Policy{}, Attempt{}, 0)));
  RULE(noexcept(evidence(Policy{}, Attempt{})));
}
