// SPDX-License-Identifier: MIT
#pragma once

#include <oncemore/integer.hpp>
#include <oncemore/policy.hpp>
#include <oncemore/time.hpp>

namespace oncemore { inline namespace v1 {

/// What is left of the deadline for the next attempt, `elapsed` after the call began: the time-out
/// to give it. largest() is no limit; so it is without a deadline, and with one of 0 or less, which
/// only forbids retries and hops. 0 says that the deadline has passed: do not send, and never hand
/// it on, since several clients take 0 for no limit. A negative `elapsed` counts as 0.
[[nodiscard]] constexpr Milliseconds time_left(Policy const& policy,
                                               Milliseconds elapsed) noexcept {
  Milliseconds const none = Milliseconds::largest();
  if (policy.deadline == none || policy.deadline <= Milliseconds()) return none;
  Milliseconds const spent = detail::brought_into(Milliseconds(), policy.deadline, elapsed);
  return Milliseconds(policy.deadline.count() - spent.count());
}

namespace detail {

/// Whether a wait and the shortest useful attempt after it would reach the deadline, if there is
/// one.
[[nodiscard]] constexpr bool is_too_late(Policy const& policy, Milliseconds elapsed,
                                         Milliseconds wait) noexcept {
  return policy.deadline != Milliseconds::largest() &&
         elapsed + wait + policy.min_attempt_time >= policy.deadline;
}

}  // namespace detail
}}  // namespace oncemore::v1
