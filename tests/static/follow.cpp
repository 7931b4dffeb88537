// SPDX-License-Identifier: MIT
#include <oncemore/follow.hpp>

#include <stdint.h>

#include "given.hpp"
#include "rule.hpp"

using namespace oncemore;
using namespace given;

namespace {

/// A redirect that says where to.
constexpr Hop redirected(int32_t status, Method method) noexcept {
  return with(Hop{}, &Hop::status, status, &Hop::method, method, &Hop::has_location, true);
}
constexpr Hop to_get = redirected(302, Method::get);
constexpr Hop post_303 = redirected(303, Method::post);

constexpr HopDecision ask(Hop const& hop, Policy const& policy = Policy{}, Trail trail = {}) {
  return follow(policy, trail, hop);
}

constexpr bool goes(HopDecision const& answer, NextMethod method, NextBody body,
                    Milliseconds wait = {}) noexcept {
  return answer.follows() && answer.reason == Reason::follow && answer.method == method &&
         answer.body == body && answer.delay == wait;
}
constexpr bool goes_on(HopDecision const& answer, Milliseconds wait = {}) noexcept {
  return goes(answer, NextMethod::keep, NextBody::keep, wait);
}
/// A stop keeps the method and drops nothing.
constexpr bool stops(HopDecision const& answer, Reason reason, Milliseconds wait = {}) noexcept {
  return answer == HopDecision{wait, Verdict::stop, reason, NextMethod::keep, NextBody::keep};
}

constexpr Trail hops(uint32_t count) noexcept { return Trail::from_raw(count, 0); }
constexpr Hop asking(Milliseconds wait) noexcept {
  return with(to_get, &Hop::retry_after, RetryAfter(wait));
}
constexpr Policy waits(ServerWait const& server_wait) noexcept {
  return with(Policy{}, &Policy::server_wait, server_wait);
}
constexpr Policy until(Milliseconds deadline) noexcept {
  return with(Policy{}, &Policy::deadline, deadline);
}

constexpr Policy keep = with(Policy{}, &Policy::redirect_rewrite, RedirectRewrite::keep);
constexpr Policy invalid = with(Policy{}, &Policy::max_attempts, 0);
constexpr Policy no_hops = with(Policy{}, &Policy::max_redirects, 0);

// A hop that every rule from a number on stops, and none before it.
constexpr Policy stopping =
    with(with(Policy{}, &Policy::max_redirects, 3), &Policy::deadline, 0_ms);
constexpr Hop stopped_from(uint32_t rule) noexcept {
  Hop hop = redirected(307, Method::post);
  hop.body = rule <= 6 ? Body::consumed : Body::replayable;
  hop.has_location = rule > 4;
  if (rule <= 3) hop.status = 304;
  if (rule <= 7) hop.retry_after = RetryAfter(120_s);
  if (rule <= 1) hop.elapsed = below_zero;
  return hop;
}
constexpr Trail trail_from(uint32_t rule) noexcept { return hops(rule <= 5 ? 3 : 2); }
constexpr Policy policy_from(uint32_t rule) noexcept {
  return rule <= 2 ? with(stopping, &Policy::max_attempts, 0) : stopping;
}
constexpr Reason first_of(uint32_t rule) noexcept {
  return follow(policy_from(rule), trail_from(rule), stopped_from(rule)).reason;
}

}  // namespace

RULES(follow_names) {
  NAMED(NextMethod, keep);
  NAMED(NextMethod, get);
  NAMED(NextBody, keep);
  NAMED(NextBody, drop);
  constexpr NextMethod methods[] = {NextMethod::keep, NextMethod::get};
  constexpr NextBody bodies[] = {NextBody::keep, NextBody::drop};
  RULE(are_all(methods));
  RULE(are_all(bodies));
}

RULES(hop_defaults) {
  RULE(Hop{}.status == 0 && Hop{}.method == Method::unknown && !Hop{}.has_location);
  RULE(Hop{}.body == Body::replayable && Hop{}.retry_after.is_absent() && Hop{}.elapsed == 0_ms);
  RULE(stops(ask(Hop{}), Reason::not_a_redirect));
}

constexpr Hop of_wide_status() noexcept {
  Hop hop;
  hop.status = (int64_t{1} << 32) + 303;
  hop.has_location = true;
  return hop;
}

RULES(a_hop_narrows_no_status) {
  RULE(of_wide_status().status == INT32_MAX);
  RULE(follow(Policy{}, Trail{}, of_wide_status()).reason == Reason::not_a_redirect);
}

RULES(an_answer_that_nobody_filled_in_is_a_stop) {
  RULE(stops(HopDecision{}, Reason::invalid_attempt));
  RULE(!HopDecision{}.follows());
  RULE(sizeof(HopDecision) == 16);
}

RULES(hop_answers_are_equal_if_all_of_them_is) {
  constexpr HopDecision answer;
  RULE(answer == HopDecision{} && !(answer != HopDecision{}));
  RULE(answer != with(answer, &HopDecision::delay, 1_ms));
  RULE(answer != with(answer, &HopDecision::verdict, Verdict::follow));
  RULE(answer != with(answer, &HopDecision::reason, Reason::follow));
  RULE(answer != with(answer, &HopDecision::method, NextMethod::get));
  RULE(answer != with(answer, &HopDecision::body, NextBody::drop));
}

RULES(a_redirect_is_followed) {
  RULE(goes_on(ask(redirected(301, Method::get))));
  RULE(goes_on(ask(redirected(302, Method::get))));
  RULE(goes_on(ask(redirected(307, Method::get))));
  RULE(goes_on(ask(redirected(308, Method::get))));
  RULE(goes(ask(redirected(303, Method::get)), NextMethod::keep, NextBody::drop));
}

RULES(a_browser_makes_a_post_get) {
  RULE(goes(ask(redirected(301, Method::post)), NextMethod::get, NextBody::drop));
  RULE(goes(ask(redirected(302, Method::post)), NextMethod::get, NextBody::drop));
  RULE(goes(ask(redirected(303, Method::post)), NextMethod::get, NextBody::drop));
  RULE(goes_on(ask(redirected(307, Method::post))));
  RULE(goes_on(ask(redirected(308, Method::post))));
}

// RFC 9205 4.6.1: POST, and no other method.
RULES(a_browser_keeps_every_other_method) {
  RULE(goes_on(ask(redirected(301, Method::put))));
  RULE(goes_on(ask(redirected(302, Method::patch))));
  RULE(goes_on(ask(redirected(302, Method::delete_))));
  RULE(goes_on(ask(redirected(302, Method::query))));
  RULE(goes_on(ask(redirected(302, Method::unknown))));
}

RULES(a_303_makes_get_but_leaves_head) {
  RULE(goes(ask(redirected(303, Method::put)), NextMethod::get, NextBody::drop));
  RULE(goes(ask(redirected(303, Method::unknown)), NextMethod::get, NextBody::drop));
  RULE(goes(ask(redirected(303, Method::head)), NextMethod::keep, NextBody::drop));
}

RULES(in_keep_mode_only_303_rewrites) {
  RULE(goes_on(ask(redirected(301, Method::post), keep)));
  RULE(goes_on(ask(redirected(302, Method::post), keep)));
  RULE(goes(ask(post_303, keep), NextMethod::get, NextBody::drop));
}

RULES(an_impossible_hop) {
  RULE(stops(ask(with(to_get, &Hop::elapsed, below_zero)), Reason::invalid_attempt));
  RULE(stops(ask(asking(below_zero)), Reason::invalid_attempt));
  RULE(stops(ask(with(to_get, &Hop::method, Method{41})), Reason::invalid_attempt));
  RULE(stops(ask(with(to_get, &Hop::body, Body{2})), Reason::invalid_attempt));
  RULE(stops(ask(to_get, Policy{}, Trail::from_raw(0, 8)), Reason::invalid_attempt));
  RULE(possible(to_get) && possible(Hop{}) && !possible(with(to_get, &Hop::body, Body{2})));
  RULE(possible(with(to_get, &Hop::method, Method::version_control)));
}

RULES(a_negative_wait_is_impossible_also_when_ignored) {
  constexpr Policy ignoring = waits(with(ServerWait{}, &ServerWait::mode, ServerWaitMode::ignore));
  RULE(stops(ask(asking(below_zero), ignoring), Reason::invalid_attempt));
}

RULES(an_invalid_policy_follows_nothing) {
  RULE(stops(ask(to_get, invalid), Reason::invalid_policy));
}

RULES(what_is_no_redirect) {
  RULE(stops(ask(redirected(200, Method::get)), Reason::not_a_redirect));
  RULE(stops(ask(redirected(300, Method::get)), Reason::not_a_redirect));
  RULE(stops(ask(redirected(304, Method::get)), Reason::not_a_redirect));
  RULE(stops(ask(redirected(305, Method::get)), Reason::not_a_redirect));
  RULE(stops(ask(redirected(306, Method::get)), Reason::not_a_redirect));
  RULE(stops(ask(redirected(309, Method::get)), Reason::not_a_redirect));
  RULE(stops(ask(redirected(503, Method::get)), Reason::not_a_redirect));
  RULE(stops(ask(redirected(INT32_MIN, Method::get)), Reason::not_a_redirect));
  RULE(stops(ask(redirected(INT32_MAX, Method::get)), Reason::not_a_redirect));
}

// A tunnel has no other place to be.
RULES(connect_is_not_redirected) {
  RULE(stops(ask(redirected(302, Method::connect)), Reason::not_a_redirect));
  RULE(stops(ask(redirected(303, Method::connect)), Reason::not_a_redirect));
}

RULES(no_location_is_no_place_to_go) {
  RULE(stops(ask(with(to_get, &Hop::has_location, false)), Reason::no_location));
}

RULES(hops_are_limited_per_call) {
  RULE(goes_on(ask(to_get, Policy{}, hops(9))));
  RULE(stops(ask(to_get, Policy{}, hops(10)), Reason::redirect_limit));
  RULE(stops(ask(to_get, Policy{}, hops(UINT32_MAX)), Reason::redirect_limit));
  RULE(stops(ask(to_get, no_hops), Reason::redirect_limit));
  RULE(goes_on(ask(to_get, with(Policy{}, &Policy::max_redirects, UINT32_MAX), hops(1000))));
}

// The count goes along into the next attempt; the flags do not.
RULES(a_retry_does_not_start_the_count_afresh) {
  constexpr Policy two = with(Policy{}, &Policy::max_redirects, 2);
  constexpr Trail one = Trail().followed(303, "POST", "GET");
  RULE(goes_on(ask(to_get, two, one.sent_again())));
  RULE(stops(ask(to_get, two, one.sent_again().followed(302, "GET", "GET")),
             Reason::redirect_limit));
}

RULES(a_hop_that_carries_the_body_needs_one) {
  constexpr Hop post_307 = with(redirected(307, Method::post), &Hop::body, Body::consumed);
  RULE(stops(ask(post_307), Reason::body_consumed));
  RULE(stops(ask(with(post_307, &Hop::status, 308)), Reason::body_consumed));
  RULE(stops(ask(with(post_307, &Hop::status, 302, &Hop::method, Method::put)),
             Reason::body_consumed));
  RULE(stops(ask(with(post_307, &Hop::status, 302), keep), Reason::body_consumed));
}

RULES(a_hop_that_drops_the_body_needs_none) {
  constexpr Hop consumed = with(post_303, &Hop::body, Body::consumed);
  RULE(goes(ask(consumed), NextMethod::get, NextBody::drop));
  RULE(goes(ask(with(consumed, &Hop::status, 302)), NextMethod::get, NextBody::drop));
  RULE(goes(ask(with(consumed, &Hop::method, Method::get)), NextMethod::keep, NextBody::drop));
  RULE(goes(ask(with(consumed, &Hop::method, Method::head)), NextMethod::keep, NextBody::drop));
}

// RFC 9110 10.2.3: the least wait before the redirected request.
RULES(a_server_wait_comes_before_the_hop) {
  RULE(goes_on(ask(asking(2_s)), 2_s));
  RULE(goes_on(ask(asking(0_ms)), 0_ms));
  RULE(goes_on(ask(asking(30_s)), 30_s));
  RULE(goes_on(ask(with(to_get, &Hop::retry_after, RetryAfter::malformed())), 0_ms));
  RULE(goes(ask(with(post_303, &Hop::retry_after, RetryAfter(2_s))), NextMethod::get,
            NextBody::drop, 2_s));
}

RULES(a_hop_waits_by_the_server_wait_settings) {
  constexpr ServerWait defaults;
  constexpr Policy instead = waits(with(defaults, &ServerWait::mode, ServerWaitMode::instead));
  constexpr Policy ignoring = waits(with(defaults, &ServerWait::mode, ServerWaitMode::ignore));
  constexpr Policy clamping = waits(with(defaults, &ServerWait::over_cap, OverCap::clamp));
  RULE(goes_on(ask(asking(2_s), instead), 2_s));
  RULE(goes_on(ask(asking(2_s), ignoring), 0_ms));
  RULE(goes_on(ask(asking(120_s), ignoring), 0_ms));
  RULE(goes_on(ask(asking(120_s), clamping), 30_s));
  RULE(stops(ask(asking(120_s)), Reason::server_wait_too_long, 120_s));
  RULE(stops(ask(asking(30001_ms), instead), Reason::server_wait_too_long, 30001_ms));
}

RULES(neither_spread_nor_floor_nor_own_delay_binds_a_hop) {
  constexpr Policy spreading = waits(with(ServerWait{}, &ServerWait::spread, thousandths(1000)));
  RULE(goes_on(ask(asking(2_s), spreading), 2_s));
  constexpr Backoff slow = with(Backoff{}, &Backoff::floor, 5_s);
  RULE(goes_on(ask(asking(2_s), with(spreading, &Policy::backoff, slow)), 2_s));
  RULE(goes_on(ask(to_get, with(Policy{}, &Policy::backoff, slow)), 0_ms));
  constexpr Policy instead =
      with(waits(with(ServerWait{}, &ServerWait::mode, ServerWaitMode::instead)), &Policy::backoff,
           slow);
  RULE(goes_on(ask(asking(2_s), instead), 2_s));
  RULE(goes_on(ask(to_get, instead), 0_ms));
}

RULES(a_deadline_stops_hops_too) {
  constexpr Hop late = with(to_get, &Hop::elapsed, 5_s);
  RULE(goes_on(ask(late, until(5001_ms))));
  RULE(stops(ask(late, until(5_s)), Reason::deadline));
  RULE(stops(ask(to_get, until(0_ms)), Reason::deadline));
  RULE(stops(ask(asking(2_s), until(2_s)), Reason::deadline, 2_s));
  RULE(goes_on(ask(asking(2_s), until(2001_ms)), 2_s));
  RULE(stops(ask(asking(2_s), with(until(3_s), &Policy::min_attempt_time, 1_s)), Reason::deadline,
             2_s));
  RULE(goes_on(ask(asking(2_s), with(until(3001_ms), &Policy::min_attempt_time, 1_s)), 2_s));
}

RULES(the_largest_deadline_is_none_for_hops_too) {
  constexpr Hop latest = with(to_get, &Hop::elapsed, Milliseconds::largest());
  RULE(goes_on(ask(latest)));
  RULE(goes_on(ask(latest, until(Milliseconds(INT64_MAX)))));
  constexpr Milliseconds almost(Milliseconds::largest().count() - 1);
  RULE(stops(ask(latest, until(almost)), Reason::deadline));
}

// invalid_attempt 1, invalid_policy 2, not_a_redirect 3, no_location 4, redirect_limit 5,
// body_consumed 6, server_wait_too_long 7, deadline 8.
RULES(the_earlier_rule_of_a_hop_wins) {
  RULE(first_of(1) == Reason::invalid_attempt);
  RULE(first_of(2) == Reason::invalid_policy);
  RULE(first_of(3) == Reason::not_a_redirect);
  RULE(first_of(4) == Reason::no_location);
  RULE(first_of(5) == Reason::redirect_limit);
  RULE(first_of(6) == Reason::body_consumed);
  RULE(first_of(7) == Reason::server_wait_too_long);
  RULE(first_of(8) == Reason::deadline);
}

// server_wait_too_long and deadline carry the wait, so that the work can be queued; no other does.
RULES(what_a_stopped_hop_carries) {
  constexpr Hop asked = asking(2_s);
  RULE(stops(ask(asked, invalid), Reason::invalid_policy));
  RULE(stops(ask(with(asked, &Hop::has_location, false)), Reason::no_location));
  RULE(stops(ask(asked, no_hops), Reason::redirect_limit));
  constexpr Hop consumed = with(asked, &Hop::body, Body::consumed);
  RULE(stops(ask(consumed), Reason::body_consumed));
  RULE(stops(ask(asking(120_s), until(1_s)), Reason::server_wait_too_long, 120_s));
}

RULES(follow_never_throws) { RULE(noexcept(follow(Policy{}, Trail{}, Hop{}))); }
