// SPDX-License-Identifier: MIT
//
// A more permissive setting never turns a retry into a stop, nor a hop that is followed into one
// that is not: true of every setting but those at the end, which have no such direction.

#include <algorithm>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "cases.hpp"
#include "fields.hpp"
#include "support/picked.hpp"
#include "unmixed.hpp"

using namespace oncemore;
using namespace generators;
using namespace cases;

namespace {

/// Makes one setting of a policy at least as permissive as that of both policies.
struct Setting {
  char const* name;
  void (*loosen)(Policy& policy, Policy const& other);
};

/// How GoogleTest calls it.
void PrintTo(Setting const& setting, std::ostream* out) { *out << setting.name; }

template <class T> void raise(T& value, T other) { value = std::max(value, other); }
template <class T> void lower(T& value, T other) { value = std::min(value, other); }

FailureSet both(FailureSet a, FailureSet b) {
  for (uint32_t i = 1; name(static_cast<Failure>(i)) != nullptr; ++i) {
    if (b.contains(static_cast<Failure>(i))) a = a.with(static_cast<Failure>(i));
  }
  return a;
}

StatusSet both(StatusSet a, StatusSet const& b) {
  for (int32_t status = 400; status <= 600; ++status) {
    if (b.contains(status)) a = a.with(status);
  }
  return a;
}

constexpr ServerWaitMode instead = ServerWaitMode::instead;

Setting const settings[] = {
    {"max_attempts", [](Policy& a, Policy const& b) { raise(a.max_attempts, b.max_attempts); }},
    {"unrepeatable", [](Policy& a, Policy const& b) { raise(a.unrepeatable, b.unrepeatable); }},
    {"redirect_proof",  // method_change proves less than any_hop
     [](Policy& a, Policy const& b) { lower(a.redirect_proof, b.redirect_proof); }},
    {"redirect_rewrite",  // browser: a POST that becomes a GET needs no body
     [](Policy& a, Policy const& b) { lower(a.redirect_rewrite, b.redirect_rewrite); }},
    {"max_redirects", [](Policy& a, Policy const& b) { raise(a.max_redirects, b.max_redirects); }},
    {"failures", [](Policy& a, Policy const& b) { a.failures = both(a.failures, b.failures); }},
    {"statuses", [](Policy& a, Policy const& b) { a.statuses = both(a.statuses, b.statuses); }},
    {"unprocessed",
     [](Policy& a, Policy const& b) { a.unprocessed = both(a.unprocessed, b.unprocessed); }},
    {"deadline", [](Policy& a, Policy const& b) { raise(a.deadline, b.deadline); }},
    {"min_attempt_time",
     [](Policy& a, Policy const& b) { lower(a.min_attempt_time, b.min_attempt_time); }},
    // A shorter delay comes before the deadline more often.
    {"backoff.initial",
     [](Policy& a, Policy const& b) { lower(a.backoff.initial, b.backoff.initial); }},
    {"backoff.cap",
     [](Policy& a, Policy const& b) {
       lower(a.backoff.cap, std::max(b.backoff.cap, a.backoff.floor));
     }},
    {"backoff.floor", [](Policy& a, Policy const& b) { lower(a.backoff.floor, b.backoff.floor); }},
    {"backoff.multiplier",
     [](Policy& a, Policy const& b) { lower(a.backoff.multiplier, b.backoff.multiplier); }},
    {"server_wait.mode",  // from at_least to instead; ignore is no neighbour of either, see below
     [](Policy& a, Policy const& b) {
       bool const is_ignored = a.server_wait.mode == ServerWaitMode::ignore;
       if (!is_ignored) raise(a.server_wait.mode, std::min(b.server_wait.mode, instead));
     }},
    {"server_wait.over_cap",
     [](Policy& a, Policy const& b) { raise(a.server_wait.over_cap, b.server_wait.over_cap); }},
    {"server_wait.cap",  // to clamp to a longer wait is to wait longer
     [](Policy& a, Policy const& b) {
       bool const clamps = a.server_wait.over_cap == OverCap::clamp;
       (clamps ? lower<Milliseconds> : raise<Milliseconds>)(a.server_wait.cap, b.server_wait.cap);
     }},
    {"server_wait.spread",
     [](Policy& a, Policy const& b) { lower(a.server_wait.spread, b.server_wait.spread); }},
};

/// Half the time a deadline that comes right behind a wait, so that any longer one is too long.
void make_tight(Policy& policy, Milliseconds elapsed, Milliseconds wait) {
  Milliseconds const then = elapsed + wait + policy.min_attempt_time + Milliseconds(1);
  if (once_in(2)) policy.deadline = then;
}

class Permissive : public testing::TestWithParam<Setting> {};

TEST_P(Permissive, makes_no_stop_of_a_retry) {
  properties::expect_to_hold([] {
    Retry it;
    make_tight(it.policy, it.attempt.elapsed, it.decision.delay);
    GetParam().loosen(it.policy, *valid_policy().as("another policy"));
    RC_ASSERT(validate(it.policy) == PolicyError::none);
    it.decide_again();
    RC_ASSERT(it.decision.retry());
  });
}

TEST_P(Permissive, makes_no_stop_of_a_hop) {
  properties::expect_to_hold([] {
    Followed it;
    make_tight(it.policy, it.hop.elapsed, it.answer.delay);
    GetParam().loosen(it.policy, *valid_policy().as("another policy"));
    it.decide_again();
    RC_ASSERT(it.answer.follows());
  });
}

INSTANTIATE_TEST_SUITE_P(Settings, Permissive, testing::ValuesIn(settings), [](auto const& it) {
  std::string name = it.param.name;
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
});

// --- where it does not hold ---

/// Settings without a direction, each with its test below.
std::set<std::string> const without_direction = {"backoff.jitter", "backoff.spread",
                                                 "backoff.spread_time"};

TEST(Permissive, every_setting_is_either_here_or_there) {
  std::set<std::string> names = without_direction;
  for (auto const& setting : settings) EXPECT_TRUE(names.insert(setting.name).second);
  for (auto const& field : fields::settings()) EXPECT_EQ(names.count(field.name), 1U) << field.name;
  EXPECT_EQ(names.size(), fields::settings().size());
}

struct Question {
  Attempt attempt;
  uint64_t random = 0;
};

/// Of two policies, each makes a stop of a retry of the other.
void expect_no_direction(Policy const& a, Policy const& b, Question const& only_a,
                         Question const& only_b) {
  EXPECT_TRUE(decide(a, only_a.attempt, only_a.random).retry());
  EXPECT_FALSE(decide(b, only_a.attempt, only_a.random).retry());
  EXPECT_FALSE(decide(a, only_b.attempt, only_b.random).retry());
  EXPECT_TRUE(decide(b, only_b.attempt, only_b.random).retry());
}

Question question(int elapsed, uint64_t random, uint32_t number = 1) {
  Question it;
  it.attempt.number = number;
  it.attempt.method = Method::get;
  it.attempt.outcome = 503;
  it.attempt.elapsed = Milliseconds(elapsed);
  it.random = random;
  return it;
}

Policy policy_with(Jitter jitter, uint32_t spread, int spread_time) {
  Policy policy;
  policy.max_attempts = unlimited;
  policy.deadline = Milliseconds(100000);
  policy.backoff.jitter = jitter;
  policy.backoff.spread = thousandths(spread);
  policy.backoff.spread_time = Milliseconds(spread_time);
  return policy;
}

// The own delay is 500 or 1500 with the one, always 1000 with the other.
TEST(Permissive, no_jitter_is_the_most_permissive) {
  expect_no_direction(policy_with(Jitter::proportional, 500, 0), policy_with(Jitter::none, 0, 0),
                      question(99400, 0), question(98600, unmixed(UINT64_MAX)));
}

// 500 or 1500 with the one, 900 or 1100 with the other.
TEST(Permissive, no_spread_is_the_most_permissive) {
  expect_no_direction(policy_with(Jitter::proportional, 500, 0),
                      policy_with(Jitter::proportional, 100, 0), question(99400, 0),
                      question(98600, unmixed(UINT64_MAX)));
}

// At the cap a spread reaches down, below it up: 20000 or 11000 with the one, 29900 or 1100 with
// the other.
TEST(Permissive, no_spread_in_milliseconds_is_the_most_permissive) {
  expect_no_direction(policy_with(Jitter::additive, 0, 10000),
                      policy_with(Jitter::additive, 0, 100), question(75000, 0, 20),
                      question(95000, unmixed(UINT64_MAX)));
}

// To ignore what the server asked is to come earlier, and to give up a 413.
TEST(Permissive, to_ignore_the_server_is_neither_more_nor_less) {
  Policy ignores = policy_with(Jitter::none, 0, 0);
  ignores.server_wait.mode = ServerWaitMode::ignore;
  Question at_the_end = question(90000, 0);
  at_the_end.attempt.retry_after = RetryAfter(Milliseconds(20000));
  Question too_large = question(0, 0);
  too_large.attempt.outcome = 413;
  too_large.attempt.retry_after = RetryAfter(Milliseconds(1000));
  expect_no_direction(ignores, policy_with(Jitter::none, 0, 0), at_the_end, too_large);
}

}  // namespace
