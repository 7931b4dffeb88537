// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

#include <oncemore/attempt.hpp>
#include <oncemore/deadline.hpp>
#include <oncemore/decision.hpp>
#include <oncemore/method.hpp>
#include <oncemore/policy.hpp>
#include <oncemore/redirect.hpp>
#include <oncemore/retry_after.hpp>
#include <oncemore/server_wait.hpp>
#include <oncemore/status.hpp>
#include <oncemore/text.hpp>
#include <oncemore/time.hpp>

namespace oncemore { inline namespace v1 {

/// The facts about a response that may be a redirect.
struct Hop {
  Status status{};
  Method method = Method::unknown;  ///< of the request that was redirected
  bool has_location = false;        ///< the response says where to, in a way the client understands
  Body body = Body::replayable;     ///< of the request that was redirected
  RetryAfter retry_after{};         ///< the least wait before following (RFC 9110 10.2.3)
  Milliseconds elapsed{};           ///< since the start of attempt 1; >= 0
};

/// What the next request of the hop looks like.
enum class NextMethod : uint16_t { keep = 0, get = 1 };
enum class NextBody : uint16_t { keep = 0, drop = 1 };

namespace detail {
inline constexpr Text next_method_names[] = {"keep", "get"};
inline constexpr Text next_body_names[] = {"keep", "drop"};
}  // namespace detail

/// The enumerator's own name; null for a number that names none.
[[nodiscard]] constexpr char const* name(NextMethod method) noexcept {
  return detail::name_in(detail::next_method_names, method);
}
[[nodiscard]] constexpr char const* name(NextBody body) noexcept {
  return detail::name_in(detail::next_body_names, body);
}

/// The answer of follow(). A stop keeps the method and drops nothing.
struct HopDecision {
  Milliseconds delay{};  ///< before following; of a stop for `server_wait_too_long` or `deadline`
                         ///< the wait that following would have had, of every other stop 0
  Verdict verdict = Verdict::stop;
  Reason reason = Reason::invalid_attempt;
  NextMethod method = NextMethod::keep;  ///< the next request's method: the same, or GET
  NextBody body = NextBody::keep;        ///< whether its body and content fields are dropped

  [[nodiscard]] constexpr bool follows() const noexcept { return verdict == Verdict::follow; }

  [[nodiscard]] friend constexpr bool operator==(HopDecision a, HopDecision b) noexcept {
    return a.delay == b.delay && a.verdict == b.verdict && a.reason == b.reason &&
           a.method == b.method && a.body == b.body;
  }
  [[nodiscard]] friend constexpr bool operator!=(HopDecision a, HopDecision b) noexcept {
    return !(a == b);
  }
};
static_assert(sizeof(HopDecision) == 16, "oncemore: an answer fits in two registers");

/// Whether there can be such a hop. A status that is no redirect is possible, just not followed.
[[nodiscard]] constexpr bool possible(Hop const& hop) noexcept {
  return hop.method <= Method::version_control && hop.body <= Body::consumed &&
         hop.elapsed >= Milliseconds() && hop.retry_after.possible();
}

namespace detail {

[[nodiscard]] constexpr Reason why_not_follow(Policy const& policy, Trail trail, Hop const& hop,
                                              Rewriting rewriting, JoinedDelay wait) noexcept {
  if (!possible(hop) || !trail.possible()) return Reason::invalid_attempt;
  if (validate(policy) != PolicyError::none) return Reason::invalid_policy;
  if (!is_followable(hop.status) || hop.method == Method::connect) return Reason::not_a_redirect;
  if (!hop.has_location) return Reason::no_location;
  if (trail.hops() >= policy.max_redirects) return Reason::redirect_limit;
  if (!rewriting.body_is_dropped && hop.body == Body::consumed) return Reason::body_consumed;
  if (wait.too_long) return Reason::server_wait_too_long;
  if (is_too_late(policy, hop.elapsed, wait.delay)) return Reason::deadline;
  return Reason::follow;
}

}  // namespace detail

/// Does the client follow this redirect, when, and with what? `trail` is the call's, so that the
/// hops of all its attempts count; a loop inside the redirects hands its count to follow() here
/// while the trail of its Attempt stays empty.
///
/// A Retry-After is the least wait before following (RFC 9110 10.2.3), by the policy's server_wait
/// settings; there is no own delay, so neither spread nor floor takes part.
[[nodiscard]] constexpr HopDecision follow(Policy const& policy, Trail trail,
                                           Hop const& hop) noexcept {
  JoinedDelay const wait = joined(policy.server_wait, hop.retry_after, {}, {}, {}, 0);
  Rewriting const rewriting = rewritten(policy.redirect_rewrite, hop.status, hop.method);
  Reason const reason = detail::why_not_follow(policy, trail, hop, rewriting, wait);

  HopDecision answer{{}, verdict_of(reason), reason, NextMethod::keep, NextBody::keep};
  bool const would_wait =
      answer.follows() || reason == Reason::server_wait_too_long || reason == Reason::deadline;
  if (would_wait) answer.delay = wait.delay;
  if (answer.follows() && rewriting.method_becomes_get) answer.method = NextMethod::get;
  if (answer.follows() && rewriting.body_is_dropped) answer.body = NextBody::drop;
  return answer;
}

}}  // namespace oncemore::v1
