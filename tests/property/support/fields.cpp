// SPDX-License-Identifier: MIT
#include "property/fields.hpp"

#include <algorithm>

namespace fields {

using namespace oncemore;
using cases::Case;
using cases::HopCase;

namespace {

/// The member at the end of a path of members.
template <auto First, auto... Rest, class Owner> auto& member(Owner& owner) {
  if constexpr (sizeof...(Rest) == 0) {
    return owner.*First;
  } else {
    return member<Rest...>(owner.*First);
  }
}

template <class Owner, auto... Path> void copy(Owner& to, Owner const& from) {
  member<Path...>(to) = member<Path...>(from);
}

void copy_cap(Policy& to, Policy const& from) {
  to.backoff.cap = std::max(from.backoff.cap, to.backoff.floor);
}

void copy_floor(Policy& to, Policy const& from) {
  to.backoff.floor = std::min(from.backoff.floor, to.backoff.cap);
}

template <auto Member> constexpr auto policy = copy<Policy, Member>;
template <auto Member> constexpr auto backoff = copy<Policy, &Policy::backoff, Member>;
template <auto Member> constexpr auto server_wait = copy<Policy, &Policy::server_wait, Member>;
template <auto Member> constexpr auto attempt = copy<Case, &Case::attempt, Member>;
template <auto Member> constexpr auto hop = copy<HopCase, &HopCase::hop, Member>;

}  // namespace

std::vector<Field<Policy>> const& settings() {
  static std::vector<Field<Policy>> const all = {
      {"max_attempts", policy<&Policy::max_attempts>},
      {"unrepeatable", policy<&Policy::unrepeatable>},
      {"redirect_proof", policy<&Policy::redirect_proof>},
      {"redirect_rewrite", policy<&Policy::redirect_rewrite>},
      {"max_redirects", policy<&Policy::max_redirects>},
      {"failures", policy<&Policy::failures>},
      {"statuses", policy<&Policy::statuses>},
      {"unprocessed", policy<&Policy::unprocessed>},
      {"deadline", policy<&Policy::deadline>},
      {"min_attempt_time", policy<&Policy::min_attempt_time>},
      {"backoff.initial", backoff<&Backoff::initial>},
      {"backoff.cap", copy_cap},
      {"backoff.floor", copy_floor},
      {"backoff.multiplier", backoff<&Backoff::multiplier>},
      {"backoff.jitter", backoff<&Backoff::jitter>},
      {"backoff.spread", backoff<&Backoff::spread>},
      {"backoff.spread_time", backoff<&Backoff::spread_time>},
      {"server_wait.mode", server_wait<&ServerWait::mode>},
      {"server_wait.over_cap", server_wait<&ServerWait::over_cap>},
      {"server_wait.cap", server_wait<&ServerWait::cap>},
      {"server_wait.spread", server_wait<&ServerWait::spread>},
  };
  return all;
}

template <> std::vector<Field<Case>> const& facts<Case>() {
  static std::vector<Field<Case>> const all = {
      {"number", attempt<&Attempt::number>},
      {"method", attempt<&Attempt::method>},
      {"outcome", attempt<&Attempt::outcome>},
      {"repeatable", attempt<&Attempt::repeatable>},
      {"evidence", attempt<&Attempt::evidence>},
      {"body", attempt<&Attempt::body>},
      {"budget", attempt<&Attempt::budget>},
      {"server_says", attempt<&Attempt::server_says>},
      {"elapsed", attempt<&Attempt::elapsed>},
      {"previous_delay", attempt<&Attempt::previous_delay>},
      {"retry_after", attempt<&Attempt::retry_after>},
      {"redirects", attempt<&Attempt::redirects>},
      {"budget_paid", attempt<&Attempt::budget_paid>},
      {"hold", attempt<&Attempt::hold>},
      {"random", copy<Case, &Case::random>},
  };
  return all;
}

template <> std::vector<Field<HopCase>> const& facts<HopCase>() {
  static std::vector<Field<HopCase>> const all = {
      {"status", hop<&Hop::status>},
      {"method", hop<&Hop::method>},
      {"has_location", hop<&Hop::has_location>},
      {"body", hop<&Hop::body>},
      {"retry_after", hop<&Hop::retry_after>},
      {"elapsed", hop<&Hop::elapsed>},
      {"trail", copy<HopCase, &HopCase::trail>},
  };
  return all;
}

}  // namespace fields
