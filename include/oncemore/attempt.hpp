// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

#include <oncemore/evidence.hpp>
#include <oncemore/method.hpp>
#include <oncemore/outcome.hpp>
#include <oncemore/redirect.hpp>
#include <oncemore/retry_after.hpp>
#include <oncemore/text.hpp>
#include <oncemore/thousandths.hpp>
#include <oncemore/time.hpp>

namespace oncemore { inline namespace v1 {

/// Whether the request may be sent twice with the effect of once.
enum class Repeatable : uint32_t {
  by_method = 0,  ///< if its method is idempotent
  yes = 1,        ///< the caller knows, or sends an idempotency key
  no = 2,         ///< the caller knows better than the method
};

/// Whether the request's body can be produced once more. A request without one is replayable.
enum class Body : uint32_t { replayable = 0, consumed = 1 };

/// What the caller's own retry budget, if there is one, said to one more attempt.
enum class BudgetAnswer : uint32_t { granted = 0, denied = 1 };

/// What the server said in a field of its own, such as `x-should-retry`.
enum class ServerSays : uint32_t {
  nothing = 0,
  retry = 1,         ///< makes a 2xx, or a status of 400 or more, worth a retry; overrides no
                     ///< other rule
  do_not_retry = 2,  ///< stop
};

namespace detail {
inline constexpr Text repeatable_names[] = {"by_method", "yes", "no"};
inline constexpr Text body_names[] = {"replayable", "consumed"};
inline constexpr Text budget_answer_names[] = {"granted", "denied"};
inline constexpr Text server_says_names[] = {"nothing", "retry", "do_not_retry"};
}  // namespace detail

/// The enumerator's own name; null for a number that names none.
[[nodiscard]] constexpr char const* name(Repeatable repeatable) noexcept {
  return detail::name_in(detail::repeatable_names, repeatable);
}
[[nodiscard]] constexpr char const* name(Body body) noexcept {
  return detail::name_in(detail::body_names, body);
}
[[nodiscard]] constexpr char const* name(BudgetAnswer budget) noexcept {
  return detail::name_in(detail::budget_answer_names, budget);
}
[[nodiscard]] constexpr char const* name(ServerSays says) noexcept {
  return detail::name_in(detail::server_says_names, says);
}

/// The facts about the send that just ended. It describes the request that a retry would send: a
/// loop outside redirect handling describes the first request and its whole trail, a loop inside it
/// the current hop with an empty trail.
struct Attempt {
  uint32_t number = 1;              ///< sends so far, this one included; 0 is invalid
  Method method = Method::unknown;  ///< of the request that a retry would send
  Outcome outcome{};                ///< a status or a failure; neither is invalid
  Repeatable repeatable = Repeatable::by_method;
  Evidence evidence = Evidence::by_outcome;  ///< when set, replaces what the outcome says
  Body body = Body::replayable;
  BudgetAnswer budget = BudgetAnswer::granted;
  ServerSays server_says = ServerSays::nothing;
  Milliseconds elapsed{};         ///< since the start of attempt 1; >= 0
  Milliseconds previous_delay{};  ///< before this attempt; >= 0; for `decorrelated`
  RetryAfter retry_after{};       ///< of the response that ended the attempt
  Trail redirects{};              ///< hops since the request was sent
  Thousandths budget_paid{};      ///< of a token: what a budget took for this attempt
  Milliseconds hold{};            ///< the least wait that something outside asks for; >= 0
};

/// Whether there can have been such an attempt: rule 1 of decide(). No policy is asked.
[[nodiscard]] constexpr bool possible(Attempt const& attempt) noexcept {
  return attempt.number != 0 && attempt.method <= Method::version_control &&
         attempt.outcome.possible() && attempt.repeatable <= Repeatable::no &&
         attempt.evidence <= Evidence::processed && attempt.body <= Body::consumed &&
         attempt.budget <= BudgetAnswer::denied &&
         attempt.server_says <= ServerSays::do_not_retry && attempt.elapsed >= Milliseconds() &&
         attempt.previous_delay >= Milliseconds() && attempt.retry_after.possible() &&
         attempt.redirects.possible() && attempt.hold >= Milliseconds();
}

}}  // namespace oncemore::v1
