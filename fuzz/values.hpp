// SPDX-License-Identifier: MIT
#pragma once

#include <oncemore/oncemore.hpp>

#include <bitset>
#include <cstdint>
#include <string>

#include "input.hpp"

// Policies, attempts and their parts out of bytes: mostly valid, since what is not is soon refused,
// but now and then with any value in any place. Beside a set stands what it must be, member by
// member.
namespace fuzz {

constexpr int64_t largest = 9223372036854;

/// An enumerator up to `last`, and now and then any number.
template <class Enumeration> Enumeration enumerator(Input& input, Enumeration last) {
  uint8_t const choice = input.byte();
  using Number = std::underlying_type_t<Enumeration>;
  if (choice == 255) return static_cast<Enumeration>(input.number<Number>());
  return static_cast<Enumeration>(choice % (static_cast<Number>(last) + 1));
}

inline int64_t milliseconds(Input& input) {
  switch (input.below(64)) {
    case 63: return input.number<int64_t>();
    case 62: return -int64_t{input.byte()};
    case 61: return largest - input.byte();
    case 60: return largest;
    default: break;
    case 1: return input.byte();
    case 2: return input.number<uint16_t>();
    case 3: return input.number<uint16_t>() * int64_t{1000};
    case 4: return input.number<uint32_t>();
    case 5: return input.number<uint32_t>() * int64_t{1000};
    case 6: return 1000;
    case 7: return 30000;
  }
  return 0;
}

/// The default duration, or another one.
inline oncemore::Milliseconds duration(Input& input, oncemore::Milliseconds usual = {}) {
  return input.flag() ? oncemore::Milliseconds(milliseconds(input)) : usual;
}

inline uint32_t number32(Input& input, uint32_t usual) {
  uint8_t const choice = input.byte();
  if (choice < 128) return usual;
  if (choice == 255) return input.number<uint32_t>();
  if (choice == 254) return UINT32_MAX;
  return choice - 128U;
}

inline int32_t status(Input& input) {
  constexpr int32_t usual[] = {200, 204, 301, 302, 303, 304, 307, 308, 400, 404, 408,
                               409, 413, 421, 425, 429, 500, 501, 502, 503, 504, 511,
                               520, 599, 600, 999, 100, 101, 102, 99,  0,   -1,  1000};
  uint8_t const choice = input.byte();
  if (choice < 192) return usual[choice % std::size(usual)];
  if (choice < 250) return 100 + input.number<uint16_t>() % 900;
  return input.number<int32_t>();
}

/// A set, and the same as a list of what is in it.
template <class Set> struct Paired {
  Set set;
  std::bitset<1000> in;  // by status or by failure
  bool spoilt = false;
};

inline Paired<oncemore::StatusSet> statuses(Input& input, oncemore::StatusSet const& usual,
                                            bool (*usually_in)(int32_t)) {
  Paired<oncemore::StatusSet> result;
  uint8_t const changes = input.byte();
  if ((changes & 1) == 0) {
    result.set = usual;
    for (int32_t i = 400; i <= 999; ++i) result.in[static_cast<size_t>(i)] = usually_in(i);
  }
  for (uint32_t i = 0; i < (changes >> 1 & 3U); ++i) {
    int32_t const member = status(input);
    bool const put_in = input.flag();
    result.set = put_in ? result.set.with(member) : result.set.without(member);
    if (member < 400 || member > 999) {
      result.spoilt = true;
    } else if (member < 600) {
      result.in[static_cast<size_t>(member)] = put_in;
    } else {
      for (size_t all = 600; all <= 999; ++all) result.in[all] = put_in;
    }
  }
  return result;
}

inline Paired<oncemore::FailureSet> failures(Input& input) {
  using oncemore::Failure;
  Paired<oncemore::FailureSet> result;
  uint8_t const changes = input.byte();
  if ((changes & 1) == 0) {
    result.set = oncemore::default_failures;
    for (size_t const i : {1U, 2U, 3U, 4U, 6U, 7U, 8U, 9U, 10U}) result.in[i] = true;
  }
  for (uint32_t i = 0; i < (changes >> 1 & 3U); ++i) {
    Failure const member = enumerator(input, Failure::cancelled);
    bool const put_in = input.flag();
    result.set = put_in ? result.set.with(member) : result.set.without(member);
    size_t const place = static_cast<size_t>(member);
    if (place == 0 || place > 13) {  // `none` is no failure either
      result.spoilt = true;
    } else {
      result.in[place] = put_in;
    }
  }
  return result;
}

/// RFC 9110 15 as data: what the registry does not assign above 499 is worth a retry.
inline bool usually_retried(int32_t status) {
  switch (status) {
    case 408:
    case 413:
    case 421:
    case 425:
    case 429: return true;
    case 501:
    case 505:
    case 506:
    case 507:
    case 508:
    case 510:
    case 511: return false;
    default: return status >= 500;
  }
}

inline bool usually_unprocessed(int32_t status) {
  return status == 413 || status == 421 || status == 425 || status == 429;
}

inline oncemore::Backoff backoff(Input& input) {
  oncemore::Backoff backoff;
  backoff.initial = duration(input, backoff.initial);
  backoff.cap = duration(input, backoff.cap);
  backoff.floor = duration(input);
  if (input.flag()) backoff.multiplier = oncemore::thousandths(1000 + input.number<uint16_t>());
  if (input.below(64) == 63) backoff.multiplier = oncemore::thousandths(input.number<uint32_t>());
  backoff.jitter = enumerator(input, oncemore::Jitter::decorrelated);
  if (input.flag()) backoff.spread = oncemore::thousandths(input.number<uint16_t>() % 1002);
  backoff.spread_time = duration(input);
  return backoff;
}

inline oncemore::ServerWait server_wait(Input& input) {
  oncemore::ServerWait settings;
  settings.mode = enumerator(input, oncemore::ServerWaitMode::ignore);
  settings.over_cap = enumerator(input, oncemore::OverCap::clamp);
  settings.cap = duration(input, settings.cap);
  settings.spread = oncemore::thousandths(input.flag() ? input.number<uint16_t>() % 1002 : 0);
  return settings;
}

/// A policy, and its three sets as lists.
struct PolicyInput {
  oncemore::Policy policy;
  Paired<oncemore::FailureSet> failures;
  Paired<oncemore::StatusSet> statuses;
  Paired<oncemore::StatusSet> unprocessed;
};

inline PolicyInput policy(Input& input) {
  PolicyInput result;
  oncemore::Policy& policy = result.policy;
  policy.max_attempts = number32(input, policy.max_attempts);
  policy.unrepeatable = enumerator(input, oncemore::Unrepeatable::always);
  policy.redirect_proof = enumerator(input, oncemore::RedirectProof::any_hop);
  policy.redirect_rewrite = enumerator(input, oncemore::RedirectRewrite::keep);
  policy.max_redirects = number32(input, policy.max_redirects);
  result.failures = failures(input);
  result.statuses = statuses(input, policy.statuses, usually_retried);
  result.unprocessed = statuses(input, policy.unprocessed, usually_unprocessed);
  policy.failures = result.failures.set;
  policy.statuses = result.statuses.set;
  policy.unprocessed = result.unprocessed.set;
  policy.deadline = duration(input, policy.deadline);
  policy.min_attempt_time = duration(input);
  policy.backoff = backoff(input);
  policy.server_wait = server_wait(input);
  return result;
}

inline oncemore::RetryAfter retry_after(Input& input) {
  using oncemore::RetryAfter;
  uint8_t const choice = input.byte();
  if (choice == 255) {
    auto const kind = static_cast<RetryAfter::Kind>(input.number<uint32_t>());
    return RetryAfter::from_raw(kind, oncemore::Milliseconds(input.number<int64_t>()));
  }
  if (choice % 4 == 0) return {};
  if (choice % 4 == 1) return RetryAfter::malformed();
  return RetryAfter(oncemore::Milliseconds(milliseconds(input)));
}

/// A trail that hops can have made.
inline oncemore::Trail trail(Input& input) {
  constexpr uint32_t flags[] = {0, 0, 1, 3, 5, 7};
  return oncemore::Trail::from_raw(number32(input, 0), flags[input.below(6)]);
}

inline oncemore::Attempt attempt(Input& input) {
  using namespace oncemore;
  Attempt attempt;
  attempt.number = number32(input, 1);
  attempt.method = enumerator(input, Method::version_control);
  if (input.below(3) == 0) {
    attempt.outcome = enumerator(input, Failure::cancelled);
  } else {
    attempt.outcome = status(input);
  }
  if (input.below(64) == 63) attempt.outcome = Outcome(status(input), attempt.outcome.failure());
  attempt.repeatable = enumerator(input, Repeatable::no);
  attempt.evidence = enumerator(input, Evidence::processed);
  attempt.body = enumerator(input, Body::consumed);
  attempt.budget =
      input.below(8) == 7 ? enumerator(input, BudgetAnswer::denied) : BudgetAnswer::granted;
  attempt.server_says = enumerator(input, ServerSays::do_not_retry);
  attempt.elapsed = duration(input);
  attempt.previous_delay = duration(input);
  attempt.retry_after = retry_after(input);
  attempt.redirects = trail(input);
  attempt.budget_paid = oncemore::thousandths(input.number<uint16_t>());
  if (input.below(4) == 3) attempt.hold = duration(input);
  return attempt;
}

/// Whether a policy is valid, asked field by field.
inline bool valid(PolicyInput const& input) {
  auto const& policy = input.policy;
  auto const& backoff = policy.backoff;
  auto const& wait = policy.server_wait;
  int64_t const durations[] = {policy.deadline.count(), policy.min_attempt_time.count(),
                               backoff.initial.count(), backoff.cap.count(),
                               backoff.floor.count(),   backoff.spread_time.count(),
                               wait.cap.count()};
  for (int64_t const each : durations) {
    if (each < 0) return false;
  }
  return policy.max_attempts >= 1 && static_cast<uint32_t>(policy.unrepeatable) <= 2 &&
         static_cast<uint32_t>(policy.redirect_proof) <= 1 &&
         static_cast<uint32_t>(policy.redirect_rewrite) <= 1 && !input.failures.spoilt &&
         !input.failures.in[13] && !input.statuses.spoilt && !input.unprocessed.spoilt &&
         backoff.floor.count() <= backoff.cap.count() && backoff.multiplier.count() >= 1000 &&
         static_cast<uint32_t>(backoff.jitter) <= 5 && backoff.spread.count() <= 1000 &&
         static_cast<uint32_t>(wait.mode) <= 2 && static_cast<uint32_t>(wait.over_cap) <= 1 &&
         wait.spread.count() <= 1000;
}

/// A whole of thousandths, and a sum, both at most the largest duration.
inline int64_t sum(int64_t a, int64_t b) { return a > largest - b ? largest : a + b; }
inline int64_t thousandths(int64_t value, uint32_t ratio) {
  return value / 1000 * ratio + value % 1000 * ratio / 1000;
}

}  // namespace fuzz
