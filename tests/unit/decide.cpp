// SPDX-License-Identifier: MIT
#define ONCEMORE_RULES_AT_RUN_TIME
#include "../static/decide.cpp"

#include <oncemore/hints/retry_after_field.hpp>

#include <chrono>
#include <cstring>
#include <deque>
#include <string>
#include <vector>

#include "values.hpp"

using namespace std::chrono_literals;

namespace {

std::vector<Trail> trails() {
  std::vector<Trail> all;
  for (uint32_t flags = 0; flags < 8; ++flags) all.push_back(Trail::from_raw(flags, flags));
  all.push_back(Trail::from_raw(UINT32_MAX, 7));
  all.push_back(Trail::from_raw(0, 8));
  return all;
}

/// An attempt of any values whatever; about half of the fields have their default.
Attempt any_attempt(values::Bits& bits) {
  static std::vector<Milliseconds> const durations = values::durations();
  static std::vector<Trail> const all_trails = trails();
  auto const set = [&bits] { return (bits() & 1) != 0; };
  Attempt attempt;
  attempt.number = bits.of(std::vector<uint32_t>{0, 1, 1, 2, 3, 4, 100, UINT32_MAX});
  attempt.method = bits.of(values::enumerators<Method>());
  if (set()) {
    attempt.outcome = bits.of(values::statuses());
  } else if (set()) {
    attempt.outcome = static_cast<int32_t>(200 + bits() % 800);
  } else {
    attempt.outcome = bits.of(values::enumerators<Failure>());
  }
  if (set()) attempt.repeatable = bits.of(values::enumerators<Repeatable>());
  if (set()) attempt.evidence = bits.of(values::enumerators<Evidence>());
  if (set()) attempt.body = bits.of(values::enumerators<Body>());
  if (set()) attempt.budget = bits.of(values::enumerators<BudgetAnswer>());
  if (set()) attempt.server_says = bits.of(values::enumerators<ServerSays>());
  if (set()) attempt.elapsed = bits.of(durations);
  if (set()) attempt.previous_delay = bits.of(durations);
  if (set()) attempt.retry_after = RetryAfter(bits.of(durations));
  if ((bits() & 7) == 0) attempt.retry_after = RetryAfter::malformed();
  if (set()) attempt.redirects = bits.of(all_trails);
  return attempt;
}

Policy any_policy(values::Bits& bits) {
  static std::vector<Milliseconds> const durations = values::durations();
  static std::vector<uint32_t> const ratios = {0, 500, 999, 1000, 1001, 2000, UINT32_MAX};
  static std::vector<StatusSet> const sets = {
      StatusSet(),    default_statuses, default_statuses.with(409),
      StatusSet(302), StatusSet(777),   StatusSet(503)};
  static std::vector<FailureSet> const failures = {
      FailureSet(), default_failures, default_failures.with(Failure::other),
      FailureSet(Failure::cancelled), FailureSet(Failure::timeout)};
  // One field in eight, so that many policies are valid.
  auto const set = [&bits] { return (bits() & 7) == 0; };
  Policy policy;
  if (set()) policy.max_attempts = bits.of(std::vector<uint32_t>{0, 1, 2, 1000, UINT32_MAX});
  if (set()) policy.unrepeatable = bits.of(values::enumerators<Unrepeatable>());
  if (set()) policy.redirect_proof = bits.of(values::enumerators<RedirectProof>());
  if (set()) policy.redirect_rewrite = bits.of(values::enumerators<RedirectRewrite>());
  if (set()) policy.failures = bits.of(failures);
  if (set()) policy.statuses = bits.of(sets);
  if (set()) policy.unprocessed = bits.of(sets);
  if (set()) policy.deadline = bits.of(durations);
  if (set()) policy.min_attempt_time = bits.of(durations);
  if (set()) policy.backoff.initial = bits.of(durations);
  if (set()) policy.backoff.cap = bits.of(durations);
  if (set()) policy.backoff.floor = bits.of(durations);
  if (set()) policy.backoff.multiplier = thousandths(bits.of(ratios));
  if (set()) policy.backoff.jitter = bits.of(values::enumerators<Jitter>());
  if (set()) policy.backoff.spread = thousandths(bits.of(ratios));
  if (set()) policy.backoff.spread_time = bits.of(durations);
  if (set()) policy.server_wait.mode = bits.of(values::enumerators<ServerWaitMode>());
  if (set()) policy.server_wait.over_cap = bits.of(values::enumerators<OverCap>());
  if (set()) policy.server_wait.cap = bits.of(durations);
  if (set()) policy.server_wait.spread = thousandths(bits.of(ratios));
  return policy;
}

/// What every decision is, whatever it was made of.
void expect_sound(Policy const& policy, Attempt const& attempt, uint64_t random) {
  Decision const decision = decide(policy, attempt, random);
  ASSERT_NE(name(decision.reason), nullptr);
  ASSERT_EQ(decision.verdict, verdict_of(decision.reason));
  ASSERT_LE(decision.reason, Reason::retryable_failure);
  ASSERT_GE(decision.delay, 0_ms);
  ASSERT_LT(decision.notes.bits(), 32U);
  ASSERT_TRUE(decide(policy, attempt, random) == decision);
  if (decision.reason < Reason::attempts_exhausted) {
    ASSERT_TRUE(decision.delay == 0_ms && decision.notes == Notes());
  }
  ASSERT_EQ(decision.reason == Reason::invalid_attempt, !possible(attempt));
  if (!decision.retry()) return;
  ASSERT_TRUE(possible(attempt) && validate(policy) == PolicyError::none);
  ASSERT_LT(attempt.number, policy.max_attempts);
  int32_t const status = attempt.outcome.status();
  bool const told = is_2xx(status) && attempt.server_says == ServerSays::retry;
  ASSERT_TRUE(attempt.outcome.is_failure() || status >= 400 || told);
  ASSERT_TRUE(policy.deadline == Milliseconds::largest() ||
              attempt.elapsed + decision.delay + policy.min_attempt_time < policy.deadline);
}

// --- a transport that answers from a script, and the loops around it ---

struct Response {
  int32_t status = 0;
  char const* retry_after = nullptr;
};

struct Waited {
  std::vector<int64_t> delays;
  Decision last{};
  int sent = 0;
};

/// A client's loop outside of redirects; a transport that has nothing more to say goes on with its
/// last answer.
Waited call(Method method, std::deque<Response> script, values::Bits& bits) {
  Waited waited;
  Milliseconds elapsed;
  for (uint32_t number = 1;; ++number) {
    Response const response = script.front();
    if (script.size() > 1) script.pop_front();
    ++waited.sent;
    Attempt attempt = sent(method, response.status);
    attempt.number = number;
    attempt.elapsed = elapsed;
    attempt.retry_after = parse_retry_after(response.retry_after, Instant());
    waited.last = decide(defaults, attempt, bits());
    if (!waited.last.retry()) return waited;
    waited.delays.push_back(waited.last.delay.count());
    elapsed = elapsed + waited.last.delay;
  }
}

bool is_within(int64_t low, int64_t value, int64_t high) { return low <= value && value <= high; }

}  // namespace

TEST(Decide, AnythingWhateverHasAnAnswer) {
  values::Bits bits(14);
  int retried = 0;
  int valid = 0;
  for (int i = 0; i < 300000; ++i) {
    Policy const policy = any_policy(bits);
    Attempt const attempt = any_attempt(bits);
    uint64_t const random = bits();
    expect_sound(policy, attempt, random);
    if (HasFatalFailure()) return;
    retried += decide(policy, attempt, random).retry() ? 1 : 0;
    valid += possible(attempt) && validate(policy) == PolicyError::none ? 1 : 0;
  }
  EXPECT_GT(retried, 500);
  EXPECT_GT(valid, 5000);
}

TEST(Decide, EveryStatusHasAnAnswer) {
  for (int32_t const status : values::statuses()) {
    Reason const reason = why(get(status));
    if (!is_final(status)) {
      ASSERT_EQ(reason, Reason::invalid_attempt) << status;
    } else if (is_success(status)) {
      ASSERT_EQ(reason, Reason::success) << status;
    } else if (is_redirection(status)) {
      ASSERT_EQ(reason, Reason::redirect) << status;
    } else if (default_statuses.contains(status) && status != 413) {
      ASSERT_EQ(reason, Reason::retryable_status) << status;
    } else {
      ASSERT_EQ(reason, Reason::status_not_retried) << status;
    }
  }
}

TEST(Decide, TheEndsOfEveryFieldHaveAnAnswer) {
  for (Milliseconds const a : values::durations()) {
    for (Milliseconds const b : values::durations()) {
      for (uint32_t const number : {0U, 1U, 2U, UINT32_MAX}) {
        Policy policy = policy_with(&Policy::max_attempts, unlimited);
        policy.backoff.initial = a;
        policy.backoff.cap = b;
        policy.server_wait.cap = a;
        policy.deadline = b;
        Attempt attempt = get(503);
        attempt.number = number;
        attempt.elapsed = a;
        attempt.previous_delay = b;
        attempt.retry_after = RetryAfter(b);
        for (uint32_t const multiplier : {1000U, 1001U, UINT32_MAX}) {
          policy.backoff.multiplier = thousandths(multiplier);
          for (Jitter const jitter : values::enumerators<Jitter>()) {
            policy.backoff.jitter = jitter;
            expect_sound(policy, attempt, UINT64_MAX);
            if (HasFatalFailure()) return;
          }
        }
      }
    }
  }
}

// 2^32-1 attempts by a thousandth each: no loop as long as the number.
TEST(Decide, AnAttemptWithAHugeNumberIsDecidedSoon) {
  Policy policy = policy_with(&Policy::max_attempts, unlimited);
  policy.backoff.cap = Milliseconds::largest();
  for (uint32_t const multiplier : {1000U, 1001U}) {
    policy.backoff.multiplier = thousandths(multiplier);
    for (uint32_t i = 1; i <= 200; ++i) {
      ASSERT_TRUE(retries(number(UINT32_MAX - i, get(503)), policy));
    }
  }
}

TEST(Decide, NothingButZerosNeverRetries) {
  Policy policy;
  Attempt attempt;
  std::memset(static_cast<void*>(&policy), 0, sizeof policy);
  std::memset(static_cast<void*>(&attempt), 0, sizeof attempt);
  EXPECT_EQ(decide(policy, get(503), 0).reason, Reason::invalid_policy);
  EXPECT_EQ(decide(defaults, attempt, 0).reason, Reason::invalid_attempt);
  EXPECT_EQ(decide(policy, attempt, 0).reason, Reason::invalid_attempt);
}

// A 302 must not cost a second request: no method, no valid attempt and no policy makes it one.
TEST(Decide, NoRedirectIsEverRetried) {
  std::vector<Policy> policies = {defaults, never,    always,  any_hop,
                                  ignoring, clamping, invalid, strict_user};
  values::Bits bits(15);
  for (int i = 0; i < 50; ++i) policies.push_back(any_policy(bits));
  policies.push_back(policy_with(&Policy::statuses, StatusSet(302)));
  for (uint32_t method = 0; method <= 40; ++method) {
    for (int32_t status = 300; status <= 399; ++status) {
      Reason const expected = status == 304 ? Reason::success : Reason::redirect;
      for (Policy const& policy : policies) {
        Attempt attempt = any_attempt(bits);
        attempt.method = Method{method};
        attempt.outcome = status;
        Attempt const simple = sent(Method{method}, status);
        ASSERT_TRUE(stops(simple, expected, policy)) << name(Method{method}) << ' ' << status;
        Decision const decision = decide(policy, attempt, bits());
        ASSERT_EQ(decision.verdict, Verdict::stop);
        ASSERT_EQ(decision.reason, possible(attempt) ? expected : Reason::invalid_attempt);
      }
    }
  }
}

TEST(Decide, NoEnumeratorOfAnAttemptLetsARedirectThrough) {
  for (Repeatable const repeatable : {Repeatable::by_method, Repeatable::yes, Repeatable::no}) {
    for (uint32_t evidence = 0; evidence < 5; ++evidence) {
      for (Body const body : {Body::replayable, Body::consumed}) {
        for (BudgetAnswer const budget : {BudgetAnswer::granted, BudgetAnswer::denied}) {
          for (uint32_t says = 0; says < 3; ++says) {
            for (uint32_t const flags : {0U, 1U, 3U, 5U, 7U}) {
              Attempt attempt = post(302);
              attempt.repeatable = repeatable;
              attempt.evidence = Evidence{evidence};
              attempt.body = body;
              attempt.budget = budget;
              attempt.server_says = ServerSays{says};
              attempt.redirects = Trail::from_raw(flags, flags);
              ASSERT_TRUE(stops(attempt, Reason::redirect));
              ASSERT_TRUE(stops(attempt, Reason::redirect, always));
            }
          }
        }
      }
    }
  }
}

TEST(Decide, TakesTheTypesOfTheLibrary) {
  Policy policy;
  policy.backoff.initial = 200ms;
  policy.backoff.cap = 5s;
  Attempt attempt;
  attempt.number = 2;
  attempt.method = parse_method(std::string("GET"));
  attempt.outcome = 503;
  attempt.elapsed = std::chrono::seconds(1);
  attempt.retry_after =
      parse_retry_after(std::string("2"), std::chrono::system_clock::time_point(0s));
  Decision const decision = decide(policy, attempt, 0);
  EXPECT_EQ(std::chrono::milliseconds(decision.delay), 2s);
}

// --- the second story: 503, 503 with Retry-After: 2, 200 ---

TEST(Story, The503LoopIsReplayed) {
  values::Bits bits(16);
  for (int i = 0; i < 1000; ++i) {
    Waited const waited = call(Method::put, {{503}, {503, "2"}, {200}}, bits);
    ASSERT_EQ(waited.sent, 3);
    ASSERT_EQ(waited.last.reason, Reason::success);
    ASSERT_TRUE(is_within(500, waited.delays[0], 1000)) << waited.delays[0];
    ASSERT_TRUE(is_within(2000, waited.delays[1], 2200)) << waited.delays[1];
  }
}

TEST(Story, ABadRequestFailsAtOnce) {
  values::Bits bits(17);
  Waited const waited = call(Method::post, {{400}}, bits);
  EXPECT_EQ(waited.sent, 1);
  EXPECT_EQ(waited.last.reason, Reason::status_not_retried);
}

TEST(Story, Always503GetsFourAttempts) {
  values::Bits bits(18);
  for (int i = 0; i < 1000; ++i) {
    Waited const waited = call(Method::put, {{503}}, bits);
    ASSERT_EQ(waited.sent, 4);
    ASSERT_EQ(waited.last.reason, Reason::attempts_exhausted);
    ASSERT_EQ(waited.delays.size(), 3U);
    ASSERT_TRUE(is_within(500, waited.delays[0], 1000)) << waited.delays[0];
    ASSERT_TRUE(is_within(1000, waited.delays[1], 2000)) << waited.delays[1];
    ASSERT_TRUE(is_within(2000, waited.delays[2], 4000)) << waited.delays[2];
    // The batch is kept and can be sent again later; not before this long.
    ASSERT_TRUE(is_within(4000, waited.last.delay.count(), 8000)) << waited.last.delay.count();
  }
}

TEST(Story, TwoMinutesAreTooLong) {
  values::Bits bits(19);
  Waited const waited = call(Method::put, {{503, "120"}}, bits);
  EXPECT_EQ(waited.sent, 1);
  EXPECT_EQ(waited.last.reason, Reason::server_wait_too_long);
  EXPECT_TRUE(is_within(120000, waited.last.delay.count(), 132000));
}

// --- the first story: what the four stacks would have sent, with our decision in their loop ---

TEST(Story, OneRedirectIsOneRequest) {
  values::Bits bits(20);
  EXPECT_EQ(call(Method::get, {{302}}, bits).sent, 1);
  EXPECT_EQ(call(Method::get, {{400}}, bits).sent, 1);
  EXPECT_EQ(call(Method::get, {{404}}, bits).sent, 1);
  EXPECT_EQ(call(Method::get, {{499}}, bits).sent, 1);
  EXPECT_EQ(call(Method::get, {{500}}, bits).sent, 4);
  EXPECT_EQ(call(Method::get, {{503}}, bits).sent, 4);
}

// --- the third story: a POST answered 303, then a 503 or a 504 on the GET ---

TEST(Story, EightSdksAndWhatARetryWouldSend) {
  struct Sdk {
    char const* name;
    Method resends;  // the method of what a retry would send
    Trail trail;     // of that request
    Reason after_503;
    Reason after_504;
  };
  Trail const whole = Trail().followed(303, "POST", "GET");
  Trail const none;
  Sdk const sdks[] = {
      {".NET, the redirected request", Method::get, none, Reason::retryable_status,
       Reason::retryable_status},
      {"Go, the original POST", Method::post, whole, Reason::accepted, Reason::accepted},
      {"TypeScript, the GET it became", Method::get, none, Reason::retryable_status,
       Reason::retryable_status},
      {"Dart, the original POST", Method::post, whole, Reason::accepted, Reason::accepted},
      {"Python, the current hop", Method::get, none, Reason::retryable_status,
       Reason::retryable_status},
      {"Java, the current hop", Method::get, none, Reason::retryable_status,
       Reason::retryable_status},
      {"PHP, the current hop", Method::get, none, Reason::retryable_status,
       Reason::retryable_status},
      {"Ruby, the current hop", Method::get, none, Reason::retryable_status,
       Reason::retryable_status},
  };
  for (Sdk const& sdk : sdks) {
    EXPECT_EQ(why(by(sdk.trail, sent(sdk.resends, 503))), sdk.after_503) << sdk.name;
    EXPECT_EQ(why(by(sdk.trail, sent(sdk.resends, 504))), sdk.after_504) << sdk.name;
    // An idempotency key changes nothing about what was accepted.
    EXPECT_EQ(why(by(sdk.trail, declared(sent(sdk.resends, 503)))), sdk.after_503) << sdk.name;
  }
}

TEST(Story, TheSettingOfTheFixIsOneMoreStatus) {
  Policy policy;
  policy.unprocessed = policy.unprocessed.with(503);
  std::vector<Outcome> const open = {500, 502, 504, Failure::timeout, Failure::connection_lost};
  std::vector<Outcome> const unprocessed = {429, 503};
  for (Method const method : {Method::post, Method::patch}) {
    for (Outcome const outcome : unprocessed) EXPECT_TRUE(retries(sent(method, outcome), policy));
    for (Outcome const outcome : open) {
      EXPECT_TRUE(stops(sent(method, outcome), Reason::maybe_processed, policy))
          << outcome.status();
    }
  }
  for (Method const method :
       {Method::get, Method::put, Method::delete_, Method::head, Method::options}) {
    for (Outcome const outcome : unprocessed) EXPECT_TRUE(retries(sent(method, outcome)));
    for (Outcome const outcome : open) EXPECT_TRUE(retries(sent(method, outcome)));
  }
}
