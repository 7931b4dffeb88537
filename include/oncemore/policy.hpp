// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

#include <oncemore/backoff.hpp>
#include <oncemore/count.hpp>
#include <oncemore/failure.hpp>
#include <oncemore/redirect.hpp>
#include <oncemore/server_wait.hpp>
#include <oncemore/status.hpp>
#include <oncemore/text.hpp>
#include <oncemore/thousandths.hpp>
#include <oncemore/time.hpp>

namespace oncemore { inline namespace v1 {

/// Whether a request that is not repeatable is sent again.
enum class Unrepeatable : uint32_t {
  never = 0,           ///< not even if it never left; what RFC 9110 9.2.2 wants of a proxy
  if_unprocessed = 1,  ///< only on evidence that it was not processed
  always = 2,          ///< dangerous: orders are doubled, mails sent twice
};

namespace detail {
inline constexpr Text unrepeatable_names[] = {"never", "if_unprocessed", "always"};
}  // namespace detail

/// The enumerator's own name; null for a number that names none.
[[nodiscard]] constexpr char const* name(Unrepeatable unrepeatable) noexcept {
  return detail::name_in(detail::unrepeatable_names, unrepeatable);
}

/// What the user configured. Every field has a default; RFC 9110 9.2.2 advises one automatic retry
/// at most, and the default of three is a departure that backoff, evidence and deadline make safe.
struct Policy {
  Count max_attempts = 4;  ///< sends allowed, the first included; >= 1, `unlimited` = no limit
  Unrepeatable unrepeatable = Unrepeatable::if_unprocessed;
  RedirectProof redirect_proof = RedirectProof::method_change;
  RedirectRewrite redirect_rewrite = RedirectRewrite::browser;
  Count max_redirects = 10;                     ///< hops allowed per call; 0 = never follow
  FailureSet failures = default_failures;       ///< worth a retry; never `cancelled`
  StatusSet statuses = default_statuses;        ///< worth a retry; none outside 400-999
  StatusSet unprocessed = default_unprocessed;  ///< that mean: not processed; none outside 400-999
  /// For the whole call, from the start of attempt 1; the largest is none, 0 stops every retry.
  Milliseconds deadline = Milliseconds::largest();
  Milliseconds min_attempt_time{};  ///< that must be left for an attempt to be worth it; >= 0
  Backoff backoff{};
  ServerWait server_wait{};
};

/// The first field that makes a policy invalid, in the order of the struct.
// clang-format off
enum class PolicyError : uint32_t {
  none = 0,                       max_attempts = 1,               unrepeatable = 2,
  redirect_proof = 3,             redirect_rewrite = 4,           failures = 5,
  statuses = 6,                   unprocessed = 7,                deadline = 8,
  min_attempt_time = 9,           backoff_initial = 10,           backoff_cap = 11,
  backoff_floor = 12,             backoff_multiplier = 13,        backoff_jitter = 14,
  backoff_spread = 15,            backoff_spread_time = 16,         server_wait_mode = 17,
  server_wait_over_cap = 18,      server_wait_cap = 19,           server_wait_spread = 20,
};
// clang-format on

namespace detail {
// clang-format off
inline constexpr Text policy_error_names[] = {
    "none", "max_attempts", "unrepeatable", "redirect_proof", "redirect_rewrite", "failures",
    "statuses", "unprocessed", "deadline", "min_attempt_time", "backoff.initial", "backoff.cap",
    "backoff.floor", "backoff.multiplier", "backoff.jitter", "backoff.spread",
    "backoff.spread_time", "server_wait.mode", "server_wait.over_cap", "server_wait.cap",
    "server_wait.spread"};
// clang-format on
inline constexpr Text policy_error_messages[] = {
    "the policy is valid",
    "max_attempts must be at least 1, the first send included",
    "unrepeatable must be never, if_unprocessed or always",
    "redirect_proof must be method_change or any_hop",
    "redirect_rewrite must be browser or keep",
    "failures must name known failures only, and never cancelled",
    "statuses must name nothing outside 400 to 999",
    "unprocessed must name nothing outside 400 to 999",
    "deadline must not be negative",
    "min_attempt_time must not be negative",
    "backoff.initial must not be negative",
    "backoff.cap must not be negative",
    "backoff.floor must not be negative and not above backoff.cap",
    "backoff.multiplier must be at least 1000 thousandths",
    "backoff.jitter must be none, full, equal, proportional, additive or decorrelated",
    "backoff.spread must be at most 1000 thousandths",
    "backoff.spread_time must not be negative",
    "server_wait.mode must be at_least, instead or ignore",
    "server_wait.over_cap must be give_up or clamp",
    "server_wait.cap must not be negative",
    "server_wait.spread must be at most 1000 thousandths"};
}  // namespace detail

/// The field's path as users write it, `backoff.cap`; `none` for none; null for a number that names
/// none.
[[nodiscard]] constexpr char const* name(PolicyError error) noexcept {
  return detail::name_in(detail::policy_error_names, error);
}

/// An English sentence, without a full stop, that says what the field must be; null for a number
/// that names no error.
[[nodiscard]] constexpr char const* message(PolicyError error) noexcept {
  return detail::name_in(detail::policy_error_messages, error);
}

namespace detail {

[[nodiscard]] constexpr PolicyError first_error(Backoff const& backoff) noexcept {
  if (backoff.initial < Milliseconds()) return PolicyError::backoff_initial;
  if (backoff.cap < Milliseconds()) return PolicyError::backoff_cap;
  bool const floor_fits = backoff.floor >= Milliseconds() && backoff.floor <= backoff.cap;
  if (!floor_fits) return PolicyError::backoff_floor;
  if (backoff.multiplier < times(1)) return PolicyError::backoff_multiplier;
  if (backoff.jitter > Jitter::decorrelated) return PolicyError::backoff_jitter;
  if (backoff.spread > times(1)) return PolicyError::backoff_spread;
  if (backoff.spread_time < Milliseconds()) return PolicyError::backoff_spread_time;
  return PolicyError::none;
}

[[nodiscard]] constexpr PolicyError first_error(ServerWait const& server_wait) noexcept {
  if (server_wait.mode > ServerWaitMode::ignore) return PolicyError::server_wait_mode;
  if (server_wait.over_cap > OverCap::clamp) return PolicyError::server_wait_over_cap;
  if (server_wait.cap < Milliseconds()) return PolicyError::server_wait_cap;
  if (server_wait.spread > times(1)) return PolicyError::server_wait_spread;
  return PolicyError::none;
}

}  // namespace detail

/// The first bad field, or none. A value out of range is an error also where the chosen jitter or
/// mode does not use it. Worth a `static_assert(validate(policy) == PolicyError::none)`.
[[nodiscard]] constexpr PolicyError validate(Policy const& policy) noexcept {
  if (policy.max_attempts == 0) return PolicyError::max_attempts;
  if (policy.unrepeatable > Unrepeatable::always) return PolicyError::unrepeatable;
  if (policy.redirect_proof > RedirectProof::any_hop) return PolicyError::redirect_proof;
  if (policy.redirect_rewrite > RedirectRewrite::keep) return PolicyError::redirect_rewrite;
  if (!policy.failures.valid()) return PolicyError::failures;
  if (!policy.statuses.valid()) return PolicyError::statuses;
  if (!policy.unprocessed.valid()) return PolicyError::unprocessed;
  if (policy.deadline < Milliseconds()) return PolicyError::deadline;
  if (policy.min_attempt_time < Milliseconds()) return PolicyError::min_attempt_time;
  PolicyError const in_backoff = detail::first_error(policy.backoff);
  return in_backoff != PolicyError::none ? in_backoff : detail::first_error(policy.server_wait);
}

}}  // namespace oncemore::v1
