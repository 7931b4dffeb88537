// SPDX-License-Identifier: MIT
#include <oncemore/describe.hpp>

#include <oncemore/decide.hpp>

#include <stddef.h>
#include <stdint.h>

#include "given.hpp"
#include "rule.hpp"

using namespace oncemore;
using namespace given;

namespace {

constexpr Policy defaults;
constexpr Attempt first = with(Attempt{}, &Attempt::method, Method::get, &Attempt::outcome, 503);
constexpr Attempt second = with(first, &Attempt::number, 2);

constexpr Attempt asked(Milliseconds wait, Attempt const& attempt) noexcept {
  return with(attempt, &Attempt::retry_after, RetryAfter(wait));
}
constexpr Attempt ended(Outcome outcome) noexcept {
  return with(first, &Attempt::outcome, outcome);
}

/// Whether the decision about an attempt is described by this line, and its length told.
constexpr bool says(Attempt const& attempt, char const* line, Policy const& policy = defaults,
                    uint64_t random = lowest_draw) noexcept {
  char buffer[describe_max] = {};
  size_t const length = describe(policy, attempt, decide(policy, attempt, random), buffer);
  return same(buffer, line) && Text(line).size() == length;
}

constexpr bool is_cut_to(size_t size, char const* line) noexcept {
  char buffer[64] = {};
  for (char& c : buffer) c = '#';
  size_t const length = describe(defaults, first, decide(defaults, first, 0), buffer, size);
  bool const untouched = buffer[size] == '#';
  return untouched && length == 36 && (size == 0 || same(buffer, line));
}

}  // namespace

RULES(a_retry_in_a_line) {
  RULE(says(first, "attempt 1 of 4: 503, retry in 500 ms"));
  RULE(says(first, "attempt 1 of 4: 503, retry in 1000 ms", defaults, highest_draw));
  RULE(says(ended(Failure::timeout), "attempt 1 of 4: timeout, retry in 500 ms"));
}

RULES(the_servers_wait_in_a_line) {
  RULE(says(asked(2_s, second), "attempt 2 of 4: 503, retry in 2000 ms (server asked 2000 ms)"));
  RULE(says(asked(0_ms, first), "attempt 1 of 4: 503, retry in 500 ms (server asked 0 ms)"));
  constexpr Policy clamping = with(defaults, &Policy::server_wait,
                                   with(ServerWait{}, &ServerWait::over_cap, OverCap::clamp));
  RULE(says(asked(120_s, first),
            "attempt 1 of 4: 503, retry in 30000 ms (server asked 120000 ms, clamped)", clamping));
  constexpr Policy ignoring = with(defaults, &Policy::server_wait,
                                   with(ServerWait{}, &ServerWait::mode, ServerWaitMode::ignore));
  RULE(says(asked(2_s, second), "attempt 2 of 4: 503, retry in 1000 ms", ignoring));
}

RULES(a_malformed_field_in_a_line) {
  RULE(says(with(first, &Attempt::retry_after, RetryAfter::malformed()),
            "attempt 1 of 4: 503, retry in 500 ms (Retry-After malformed)"));
}

RULES(notes_in_a_line) {
  RULE(says(ended(421), "attempt 1 of 4: 421, retry in 500 ms, new connection"));
  RULE(says(ended(Failure::rejected), "attempt 1 of 4: rejected, retry in 500 ms"));
  RULE(says(ended(425), "attempt 1 of 4: 425, retry in 500 ms, not in early data"));
  RULE(says(asked(2_s, ended(408)),
            "attempt 1 of 4: 408, retry in 2000 ms (server asked 2000 ms), new connection"));
}

RULES(a_stop_in_a_line) {
  RULE(says(ended(404), "attempt 1 of 4: 404, stop: status_not_retried"));
  RULE(says(ended(200), "attempt 1 of 4: 200, stop: success"));
  RULE(says(ended(302), "attempt 1 of 4: 302, stop: redirect"));
  RULE(says(ended(Failure::cancelled), "attempt 1 of 4: cancelled, stop: cancelled"));
  RULE(says(asked(2_s, ended(404)), "attempt 1 of 4: 404, stop: status_not_retried"));
}

RULES(a_stop_that_knows_a_wait_in_a_line) {
  RULE(says(with(ended(Failure::timeout), &Attempt::number, 4),
            "attempt 4 of 4: timeout, stop: attempts_exhausted, wait 4000 ms"));
  RULE(says(asked(120_s, first),
            "attempt 1 of 4: 503, stop: server_wait_too_long, wait 120000 ms "
            "(server asked 120000 ms)"));
  RULE(says(with(first, &Attempt::budget, BudgetAnswer::denied),
            "attempt 1 of 4: 503, stop: budget_exhausted, wait 500 ms"));
  RULE(says(first, "attempt 1 of 4: 503, stop: deadline, wait 500 ms",
            with(defaults, &Policy::deadline, 500_ms)));
  constexpr Policy no_delay =
      with(defaults, &Policy::backoff, with(Backoff{}, &Backoff::initial, 0_ms), &Policy::deadline,
           0_ms);
  RULE(says(first, "attempt 1 of 4: 503, stop: deadline", no_delay));
}

RULES(an_invalid_policy_in_a_line) {
  RULE(says(first, "attempt 1 of 0: 503, stop: invalid_policy (max_attempts)",
            with(defaults, &Policy::max_attempts, 0)));
  constexpr Backoff no_cap = with(Backoff{}, &Backoff::cap, below_zero);
  RULE(says(first, "attempt 1 of 4: 503, stop: invalid_policy (backoff.cap)",
            with(defaults, &Policy::backoff, no_cap)));
}

RULES(an_impossible_attempt_in_a_line) {
  RULE(says(Attempt{}, "attempt 1 of 4: no outcome, stop: invalid_attempt"));
  RULE(says(ended(Outcome(503, Failure::timeout)),
            "attempt 1 of 4: no outcome, stop: invalid_attempt"));
  RULE(says(ended(Failure{14}), "attempt 1 of 4: no outcome, stop: invalid_attempt"));
  RULE(says(ended(-7), "attempt 1 of 4: -7, stop: invalid_attempt"));
  RULE(says(ended(-1), "attempt 1 of 4: -1, stop: invalid_attempt"));
  RULE(says(ended(INT32_MIN), "attempt 1 of 4: -2147483648, stop: invalid_attempt"));
  RULE(says(with(first, &Attempt::number, 0), "attempt 0 of 4: 503, stop: invalid_attempt"));
}

RULES(unlimited_attempts_in_a_line) {
  constexpr Policy endless = with(defaults, &Policy::max_attempts, unlimited);
  RULE(says(second, "attempt 2 of unlimited: 503, retry in 1000 ms", endless));
  RULE(says(second, "attempt 2 of 4294967294: 503, retry in 1000 ms",
            with(defaults, &Policy::max_attempts, unlimited - 1)));
}

// As snprintf does it.
RULES(a_line_is_cut_to_its_buffer) {
  RULE(is_cut_to(0, ""));
  RULE(is_cut_to(1, ""));
  RULE(is_cut_to(2, "a"));
  RULE(is_cut_to(36, "attempt 1 of 4: 503, retry in 500 m"));
  RULE(is_cut_to(37, "attempt 1 of 4: 503, retry in 500 ms"));
  RULE(describe(defaults, first, decide(defaults, first, 0), nullptr, 0) == 36);
  RULE(describe(defaults, first, decide(defaults, first, 0), nullptr, 1000) == 36);
}

// Programs have arrays of this size.
RULES(the_room_of_a_line_stays) { RULE(describe_max == 256); }

RULES(describe_never_throws) {
  RULE(noexcept(describe(Policy{}, Attempt{}, Decision{}, nullptr, 0)));
}
