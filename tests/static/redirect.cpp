// SPDX-License-Identifier: MIT
#include <oncemore/redirect.hpp>

#include <stdint.h>

#include "given.hpp"
#include "rule.hpp"

using namespace oncemore;

namespace {

constexpr Trail start;
// What clients really do.
constexpr Trail after_303 = start.followed(303, "POST", "GET");
constexpr Trail after_302_to_get = start.followed(302, "POST", "GET");
constexpr Trail after_302_kept = start.followed(302, "POST", "POST");
constexpr Trail after_307 = start.followed(307, "POST", "POST");

constexpr bool has_flags(Trail trail, bool moved, bool accepted, bool doubtful) noexcept {
  return trail.moved() == moved && trail.accepted() == accepted && trail.doubtful() == doubtful;
}
constexpr bool is_accepted(Trail trail) noexcept { return has_flags(trail, true, true, false); }
constexpr bool is_doubtful(Trail trail) noexcept { return has_flags(trail, true, false, true); }
constexpr bool is_neither(Trail trail) noexcept { return has_flags(trail, true, false, false); }

constexpr bool rewrites(RedirectRewrite mode, int32_t status, Method method, bool becomes_get,
                        bool drops_body) noexcept {
  Rewriting const answer = rewritten(mode, status, method);
  return answer.method_becomes_get == becomes_get && answer.body_is_dropped == drops_body;
}

constexpr bool keeps(RedirectRewrite mode, int32_t status, Method method) noexcept {
  return rewrites(mode, status, method, false, false);
}

constexpr RedirectRewrite browser = RedirectRewrite::browser;
constexpr RedirectRewrite keep = RedirectRewrite::keep;

constexpr bool only_post_is_rewritten(int32_t status) noexcept {
  for (uint32_t i = 0; i <= 40; ++i) {
    Method const method{i};
    bool const is_post = method == Method::post;
    if (!rewrites(browser, status, method, is_post, is_post)) return false;
    if (!keeps(keep, status, method)) return false;
  }
  return true;
}

constexpr bool everything_is_kept(int32_t status) noexcept {
  for (uint32_t i = 0; i <= 40; ++i) {
    if (!keeps(browser, status, Method{i}) || !keeps(keep, status, Method{i})) return false;
  }
  return true;
}

constexpr bool becomes_get_at_303(RedirectRewrite mode) noexcept {
  for (uint32_t i = 0; i <= 40; ++i) {
    Method const method{i};
    bool const becomes = method != Method::get && method != Method::head;
    if (!rewrites(mode, 303, method, becomes, true)) return false;
  }
  return true;
}

constexpr int count_redirects(int32_t from, int32_t to) noexcept {
  int count = 0;
  for (int32_t status = from; status <= to; ++status) count += is_followable(status) ? 1 : 0;
  return count;
}

}  // namespace

RULES(redirect_names) {
  NAMED(RedirectRewrite, browser);
  NAMED(RedirectRewrite, keep);
  NAMED(RedirectProof, method_change);
  NAMED(RedirectProof, any_hop);
  constexpr RedirectRewrite rewrites_all[] = {RedirectRewrite::browser, RedirectRewrite::keep};
  constexpr RedirectProof proofs[] = {RedirectProof::method_change, RedirectProof::any_hop};
  RULE(given::are_all(rewrites_all));
  RULE(given::are_all(proofs));
}

RULES(a_trail_begins_empty) {
  RULE(has_flags(start, false, false, false));
  RULE(start.hops() == 0 && start.flags() == 0 && start.possible());
}

// RFC 9110 15.4.4: the answer to the request is elsewhere, so it was processed.
RULES(a_303_is_accepted) {
  RULE(is_accepted(after_303));
  RULE(is_accepted(start.followed(303, "POST", "POST")));
  RULE(is_accepted(start.followed(303, "GET", "GET")));
  RULE(is_accepted(start.followed(303, "HEAD", "HEAD")));
}

RULES(a_changed_method_is_accepted_under_every_status) {
  RULE(is_accepted(after_302_to_get));
  RULE(is_accepted(start.followed(301, "PUT", "GET")));
  RULE(is_accepted(start.followed(307, "POST", "GET")));
  RULE(is_accepted(start.followed(308, "POST", "GET")));
  RULE(is_accepted(start.followed(300, "POST", "GET")));
}

RULES(a_kept_method_leaves_it_open) {
  RULE(is_doubtful(after_302_kept));
  RULE(is_doubtful(start.followed(301, "POST", "POST")));
  RULE(is_doubtful(start.followed(302, "GET", "GET")));
  RULE(is_doubtful(start.followed(300, "POST", "POST")));
  RULE(is_doubtful(start.followed(305, "POST", "POST")));
  RULE(is_doubtful(start.followed(399, "POST", "POST")));
}

// RFC 9110 15.4.8 and 15.4.9: the work is still to be done elsewhere.
RULES(a_307_or_308_proves_nothing) {
  RULE(is_neither(after_307));
  RULE(is_neither(start.followed(308, "POST", "POST")));
}

RULES(a_hop_of_a_wide_status_is_not_narrowed) {
  constexpr int64_t wide_307 = (int64_t{1} << 32) + 307;
  RULE(Trail().followed(wide_307, "POST", "POST").doubtful());
  RULE(!is_followable(wide_307));
}

RULES(methods_of_a_trail_are_compared_as_octets) {
  RULE(is_accepted(start.followed(307, "get", "GET")));
  RULE(is_accepted(start.followed(307, "GET", "GET ")));
  RULE(is_neither(start.followed(307, "FROB", "FROB")));
  RULE(is_neither(start.followed(307, Text("GETTER", 3), "GET")));
}

RULES(hops_add_up) {
  RULE(after_307.hops() == 1);
  RULE(after_307.followed(307, "POST", "POST").hops() == 2);
  RULE(after_307.followed(302, "POST", "GET").hops() == 2);
  RULE(Trail::from_raw(UINT32_MAX - 1, 0).followed(307, "GET", "GET").hops() == UINT32_MAX);
  RULE(Trail::from_raw(UINT32_MAX, 0).followed(307, "GET", "GET").hops() == UINT32_MAX);
}

RULES(a_hop_takes_no_flag_away) {
  RULE(is_accepted(after_303.followed(307, "GET", "GET")));
  RULE(has_flags(after_303.followed(302, "GET", "GET"), true, true, true));
  RULE(has_flags(after_302_kept.followed(303, "POST", "GET"), true, true, true));
  RULE(is_doubtful(after_302_kept.followed(308, "POST", "POST")));
}

RULES(a_hop_leaves_the_trail_before_it_alone) {
  RULE(after_307.followed(303, "POST", "GET") != after_307);
  RULE(start == Trail());
}

// Dart's known gap: a chain that ends where it began. A trail compares no addresses.
RULES(a_chain_that_returns_to_its_start_is_still_seen) {
  constexpr Trail there_and_back =
      start.followed(303, "POST", "GET").followed(307, "GET", "GET").followed(302, "GET", "GET");
  RULE(there_and_back.moved() && there_and_back.accepted() && there_and_back.hops() == 3);
}

RULES(the_next_attempt_keeps_the_count_and_nothing_else) {
  RULE(after_303.sent_again() == Trail::from_raw(1, 0));
  RULE(has_flags(after_302_kept.sent_again(), false, false, false));
  RULE(after_303.sent_again().followed(307, "POST", "POST") == Trail::from_raw(2, 1));
  RULE(start.sent_again() == start);
}

RULES(proof_by_method_change) {
  RULE(!proves_acceptance(RedirectProof::method_change, start));
  RULE(proves_acceptance(RedirectProof::method_change, after_303));
  RULE(proves_acceptance(RedirectProof::method_change, after_302_to_get));
  RULE(!proves_acceptance(RedirectProof::method_change, after_302_kept));
  RULE(!proves_acceptance(RedirectProof::method_change, after_307));
  RULE(!proves_acceptance(RedirectProof::method_change, after_303.sent_again()));
}

RULES(proof_by_any_hop) {
  RULE(!proves_acceptance(RedirectProof::any_hop, start));
  RULE(proves_acceptance(RedirectProof::any_hop, after_303));
  RULE(proves_acceptance(RedirectProof::any_hop, after_302_kept));
  RULE(proves_acceptance(RedirectProof::any_hop, after_307));
  RULE(!proves_acceptance(RedirectProof::any_hop, after_307.sent_again()));
}

RULES(a_trail_goes_through_its_numbers) {
  constexpr Trail both = after_303.followed(302, "GET", "GET");
  RULE(Trail::from_raw(both.hops(), both.flags()) == both);
  RULE(Trail::from_raw(3, 7).possible() && !Trail::from_raw(3, 8).possible());
  RULE(!Trail::from_raw(1, 2).possible() && !Trail::from_raw(1, 4).possible());  // without moved
  RULE(!Trail::from_raw(0, UINT32_MAX).possible());
  RULE(Trail::from_raw(1, 0) != Trail::from_raw(2, 0));
  RULE(Trail::from_raw(1, 1) != Trail::from_raw(1, 3));
  RULE(sizeof(Trail) == 8);
}

RULES(five_statuses_can_be_followed) {
  RULE(is_followable(301) && is_followable(302) && is_followable(303));
  RULE(is_followable(307) && is_followable(308));
  RULE(count_redirects(-1, 1000) == 5);
  RULE(!is_followable(INT32_MIN) && !is_followable(INT32_MAX) && !is_followable(65838));
}

RULES(a_301_or_302_makes_only_post_get) {
  RULE(rewrites(browser, 301, Method::post, true, true));
  RULE(rewrites(browser, 302, Method::post, true, true));
  RULE(only_post_is_rewritten(301) && only_post_is_rewritten(302));
  // RFC 10008 2.5: the exception for POST does not apply to QUERY.
  RULE(keeps(browser, 301, Method::query) && keeps(browser, 302, Method::query));
}

RULES(a_303_makes_everything_but_head_get_and_drops_the_body) {
  RULE(rewrites(browser, 303, Method::post, true, true));
  RULE(rewrites(browser, 303, Method::query, true, true));
  RULE(rewrites(browser, 303, Method::unknown, true, true));
  RULE(rewrites(browser, 303, Method::head, false, true));
  RULE(rewrites(browser, 303, Method::get, false, true));
  RULE(becomes_get_at_303(browser) && becomes_get_at_303(keep));
}

RULES(a_307_or_308_keeps_everything) { RULE(everything_is_kept(307) && everything_is_kept(308)); }

RULES(a_rewriting_that_nobody_filled_in_keeps_everything) {
  RULE(!Rewriting{}.method_becomes_get && !Rewriting{}.body_is_dropped);
}

RULES(a_trail_never_throws) {
  RULE(noexcept(Trail().followed(303, "POST", "GET").sent_again()));
  RULE(noexcept(rewritten(browser, 303, Method::post)));
}
