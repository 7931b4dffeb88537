// SPDX-License-Identifier: MIT
//
// Every function of the C ABI answers as the core does. What the vector files and the model ask is
// asked there, through the facade; here is the rest, each function over its whole range.

#include <gtest/gtest.h>
#include <oncemore.h>

#include <cstring>
#include <oncemore/oncemore.hpp>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace oncemore;

std::vector<int32_t> statuses() {
  std::vector<int32_t> all = {INT32_MIN, -1, INT32_MAX, 65736};
  for (int32_t status = 0; status <= 1100; ++status) all.push_back(status);
  return all;
}

int64_t const durations[] = {
    INT64_MIN,     -9223372036855, -1,       0, 1, 500, 30000, 9223372036853,
    9223372036854, 9223372036855,  INT64_MAX};

/// A policy whose fields all differ from their defaults, in both languages.
Policy policy_of(oncemore_policy& c) {
  Policy policy;
  c = ONCEMORE_POLICY_INIT;
  policy.unprocessed = policy.unprocessed.without(503).with(500);
  oncemore_status_set_without(&c.unprocessed, 503);
  oncemore_status_set_with(&c.unprocessed, 500);
  policy.backoff.initial = Milliseconds(c.backoff_initial_ms = 300);
  policy.backoff.cap = Milliseconds(c.backoff_cap_ms = 7000);
  policy.backoff.floor = Milliseconds(c.backoff_floor_ms = 11);
  policy.backoff.multiplier = thousandths(c.backoff_multiplier = 1700);
  policy.backoff.spread = thousandths(c.backoff_spread = 250);
  policy.backoff.spread_time = Milliseconds(c.backoff_spread_time_ms = 90);
  return policy;
}

TEST(Status, Predicates) {
  for (int32_t const status : statuses()) {
    SCOPED_TRACE(status);
    EXPECT_EQ(oncemore_is_final(status), uint32_t{is_final(status)});
    EXPECT_EQ(oncemore_is_success(status), uint32_t{is_success(status)});
    EXPECT_EQ(oncemore_is_redirection(status), uint32_t{is_redirection(status)});
    EXPECT_EQ(oncemore_is_followable(status), uint32_t{is_followable(status)});
    EXPECT_EQ(oncemore_is_assigned_server_error(status),
              uint32_t{is_assigned_server_error(status)});
  }
}

TEST(StatusSet, ChangesAsTheCoreSaysAndStaysTheSame) {
  for (int32_t const status : statuses()) {
    SCOPED_TRACE(status);
    for (bool const in : {true, false}) {
      oncemore_status_set c;
      oncemore_default_statuses(&c);
      StatusSet const set = in ? default_statuses.with(status) : default_statuses.without(status);
      (in ? oncemore_status_set_with : oncemore_status_set_without)(&c, status);
      EXPECT_EQ(StatusSet::from_words(c.bits), set);
      EXPECT_EQ(oncemore_status_set_valid(&c), uint32_t{set.valid()});
      EXPECT_EQ(oncemore_status_set_contains(&c, status), uint32_t{set.contains(status)});
      EXPECT_EQ(oncemore_status_set_contains(&c, 503), uint32_t{set.contains(503)});
    }
  }
  oncemore_status_set unprocessed;
  oncemore_default_unprocessed(&unprocessed);
  EXPECT_EQ(StatusSet::from_words(unprocessed.bits), default_unprocessed);
}

TEST(FailureSet, ChangesAsTheCoreSays) {
  for (uint32_t i : {0u,  1u,  2u,  3u,  4u,  5u,  6u,  7u,  8u,     9u,
                     10u, 11u, 12u, 13u, 14u, 31u, 32u, 33u, 65537u, UINT32_MAX}) {
    SCOPED_TRACE(i);
    auto const failure = static_cast<Failure>(i);
    for (FailureSet const set : {FailureSet(), default_failures, FailureSet::from_bits(~0u)}) {
      uint32_t const c = set.bits();
      EXPECT_EQ(oncemore_failure_set_with(c, i), set.with(failure).bits());
      EXPECT_EQ(oncemore_failure_set_without(c, i), set.without(failure).bits());
      EXPECT_EQ(oncemore_failure_set_contains(c, i), uint32_t{set.contains(failure)});
      EXPECT_EQ(oncemore_failure_set_valid(c), uint32_t{set.valid()});
    }
    EXPECT_EQ(oncemore_evidence_of_failure(i), static_cast<uint32_t>(evidence_of(failure)));
  }
  EXPECT_EQ(oncemore_default_failures(), default_failures.bits());
}

TEST(Evidence, OfStatusAndOfAttempt) {
  oncemore_policy c;
  Policy const policy = policy_of(c);
  for (int32_t const status : statuses()) {
    SCOPED_TRACE(status);
    EXPECT_EQ(oncemore_evidence_of_status(status, &c.unprocessed),
              static_cast<uint32_t>(evidence_of(status, policy.unprocessed)));
    EXPECT_EQ(oncemore_evidence_of_status(status, nullptr),
              static_cast<uint32_t>(evidence_of(status, StatusSet())));
    for (uint32_t field = 0; field <= 4; ++field) {
      for (uint32_t flags = 0; flags <= 7; ++flags) {
        Attempt attempt;
        attempt.outcome = status;
        attempt.evidence = static_cast<Evidence>(field);
        attempt.redirects = Trail::from_raw(1, flags);
        oncemore_attempt a = ONCEMORE_ATTEMPT_INIT;
        a.status = status;
        a.evidence = field;
        a.redirects = {1, flags};
        EXPECT_EQ(oncemore_evidence_of_attempt(&c, &a),
                  static_cast<uint32_t>(evidence(policy, attempt)));
      }
    }
  }
}

TEST(Verdict, OfEveryReason) {
  for (uint32_t reason = 0; reason <= UINT16_MAX; ++reason) {
    auto const number = static_cast<uint16_t>(reason);
    EXPECT_EQ(oncemore_verdict_of(number),
              static_cast<uint16_t>(verdict_of(static_cast<Reason>(number))));
  }
}

TEST(Reason, MessagesAreTheCores) {
  for (uint16_t reason = 0; reason < 22; ++reason) {
    EXPECT_STREQ(oncemore_reason_message(reason), message(static_cast<Reason>(reason))) << reason;
  }
  // Not the lower half of a number that is too large.
  for (uint32_t const beyond : {22u, 65535u, 65536u, 65537u, UINT32_MAX}) {
    EXPECT_EQ(oncemore_reason_message(beyond), nullptr) << beyond;
  }
}

TEST(Trail, ProofAndTwins) {
  for (uint32_t flags = 0; flags <= 7; ++flags) {
    oncemore_trail const c = {3, flags};
    Trail const trail = Trail::from_raw(3, flags);
    for (uint32_t proof = 0; proof <= 1; ++proof) {
      EXPECT_EQ(oncemore_proves_acceptance(proof, &c),
                uint32_t{proves_acceptance(static_cast<RedirectProof>(proof), trail)});
    }
    oncemore_trail next;
    oncemore_trail_sent_again_into(&c, &next);
    EXPECT_EQ(Trail::from_raw(next.hops, next.flags), trail.sent_again());
    for (int32_t const status : {301, 303, 307}) {
      oncemore_trail_followed_into(&c, status, "POST", 4, "GETTER", 3, &next);
      EXPECT_EQ(Trail::from_raw(next.hops, next.flags), trail.followed(status, "POST", "GET"));
      next = c;  // a trail may be changed where it lies
      oncemore_trail_followed_into(&next, status, "POST", 4, "POST", 4, &next);
      EXPECT_EQ(Trail::from_raw(next.hops, next.flags), trail.followed(status, "POST", "POST"));
    }
  }
}

TEST(RetryAfter, UntilAndLongerAndTwins) {
  std::vector<oncemore_retry_after> fields = {{0, 0, 0}, {0, 1, 0}};
  for (int64_t const until : durations) {
    for (int64_t const now : durations) {
      RetryAfter const wanted = RetryAfter(Instant(until), Instant(now));
      oncemore_retry_after const c = oncemore_retry_after_until(until, now);
      oncemore_retry_after into;
      oncemore_retry_after_until_into(until, now, &into);
      EXPECT_EQ(c.wait_ms, wanted.wait().count());
      EXPECT_EQ(c.kind, static_cast<uint32_t>(wanted.kind()));
      EXPECT_EQ(std::memcmp(&c, &into, sizeof c), 0);
    }
    fields.push_back({until, 2, 0});
  }
  for (auto const& a : fields) {
    for (auto const& b : fields) {
      RetryAfter const wanted = combined(
          RetryAfter::from_raw(static_cast<RetryAfter::Kind>(a.kind), Milliseconds(a.wait_ms)),
          RetryAfter::from_raw(static_cast<RetryAfter::Kind>(b.kind), Milliseconds(b.wait_ms)));
      oncemore_retry_after const c = oncemore_combined(&a, &b);
      oncemore_retry_after into = a;  // the answer may lie where a question lay
      oncemore_combined_into(&into, &b, &into);
      EXPECT_EQ(c.wait_ms, wanted.wait().count());
      EXPECT_EQ(c.kind, static_cast<uint32_t>(wanted.kind()));
      EXPECT_EQ(std::memcmp(&c, &into, sizeof c), 0);
    }
  }
}

TEST(Parsing, LengthsAndTwins) {
  char const field[] = "120, 30";
  int64_t const now = 1781524800000;
  for (size_t size = 0; size < sizeof field; ++size) {
    RetryAfter const wanted = parse_retry_after({field, size}, Instant(now));
    oncemore_retry_after const c = oncemore_parse_retry_after(field, size, now, 0);
    oncemore_retry_after into;
    oncemore_parse_retry_after_into(field, size, now, 0, &into);
    EXPECT_EQ(c.wait_ms, wanted.wait().count());
    EXPECT_EQ(c.kind, static_cast<uint32_t>(wanted.kind()));
    EXPECT_EQ(std::memcmp(&c, &into, sizeof c), 0);
  }
  std::string const dates[] = {"Sun, 06 Nov 1994 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
                               "never"};
  for (std::string const& date : dates) {
    HttpDate const wanted = parse_http_date(date, Instant(now), Grammar::strict);
    oncemore_http_date const c =
        oncemore_parse_http_date(date.data(), date.size(), now, ONCEMORE_GRAMMAR_STRICT);
    oncemore_http_date into;
    oncemore_parse_http_date_into(date.data(), date.size(), now, ONCEMORE_GRAMMAR_STRICT, &into);
    EXPECT_EQ(c.valid, uint32_t{wanted.valid()});
    EXPECT_EQ(c.instant_ms, wanted.instant().count());
    EXPECT_EQ(std::memcmp(&c, &into, sizeof c), 0);
  }
}

TEST(Backoff, EveryJitterAndDurationsOfAnySize) {
  for (uint32_t jitter = 0; jitter <= 6; ++jitter) {
    for (uint32_t const number : {0u, 1u, 2u, 5u, 100u, UINT32_MAX}) {
      for (int64_t const previous : durations) {
        oncemore_policy c;
        Backoff backoff = policy_of(c).backoff;
        c.backoff_jitter = jitter;
        backoff.jitter = static_cast<Jitter>(jitter);
        DelayRange const range = delay_range(backoff, number, Milliseconds(previous));
        oncemore_range const got = oncemore_delay_range(&c, number, previous);
        oncemore_range into;
        oncemore_delay_range_into(&c, number, previous, &into);
        EXPECT_EQ(got.low_ms, range.low.count());
        EXPECT_EQ(got.high_ms, range.high.count());
        EXPECT_EQ(std::memcmp(&got, &into, sizeof got), 0);
        EXPECT_EQ(oncemore_ceiling(&c, number), ceiling(backoff, number).count());
        for (uint64_t const random : {uint64_t{0}, uint64_t{1} << 63, UINT64_MAX}) {
          Milliseconds const own = own_delay(backoff, number, Milliseconds(previous), random);
          EXPECT_EQ(oncemore_own_delay(&c, number, previous, random), own.count());
          EXPECT_EQ(oncemore_draw(&got, random), draw(range, random).count());
        }
      }
    }
  }
  for (int64_t const low : durations) {
    for (int64_t const high : durations) {
      oncemore_range const c = {low, high};
      EXPECT_EQ(oncemore_draw(&c, UINT64_MAX),
                draw({Milliseconds(low), Milliseconds(high)}, UINT64_MAX).count());
    }
  }
}

TEST(Counting, LayersAndTheRest) {
  oncemore_request_layer const layers[] = {{3, 5}, {UINT32_MAX, UINT32_MAX}, {2, 1}, {0, 7}};
  RequestLayer const same[] = {{3, 5}, {UINT32_MAX, UINT32_MAX}, {2, 1}, {0, 7}};
  for (size_t count = 0; count <= 4; ++count) {
    EXPECT_EQ(oncemore_requests_per_call_layers(layers, count), requests_per_call(same, count));
  }
  for (auto const& layer : layers) {
    EXPECT_EQ(oncemore_requests_per_call(layer.attempts, layer.redirects),
              requests_per_call(layer.attempts, layer.redirects));
  }
  EXPECT_EQ(oncemore_max_attempts_for(UINT32_MAX, 3), 0u);
}

TEST(Methods, EveryNumberAndItsToken) {
  for (uint32_t i = 0; i <= 50; ++i) {
    auto const method = static_cast<Method>(i);
    EXPECT_EQ(oncemore_is_safe(i), uint32_t{is_safe(method)});
    EXPECT_EQ(oncemore_is_idempotent(i), uint32_t{is_idempotent(method)});
    char const* const token = oncemore_method_name(i);
    if (token != nullptr && i != 0) {
      EXPECT_EQ(oncemore_parse_method(token, std::strlen(token)), i);
      EXPECT_EQ(oncemore_parse_method(token, std::strlen(token) - 1),
                static_cast<uint32_t>(parse_method({token, std::strlen(token) - 1})));
    }
  }
}

TEST(PolicyError, MessagesAreTheCores) {
  for (uint32_t error = 0; error <= 30; ++error) {
    char const* const wanted = message(static_cast<PolicyError>(error));
    char const* const got = oncemore_policy_error_message(error);
    ASSERT_EQ(got == nullptr, wanted == nullptr) << error;
    if (wanted != nullptr) {
      EXPECT_STREQ(got, wanted);
    }
  }
}

TEST(Version, IsTheCores) {
  std::string const wanted = std::to_string(version.major_number) + '.' +
                             std::to_string(version.minor_number) + '.' +
                             std::to_string(version.patch_number);
  EXPECT_EQ(oncemore_version(), wanted);
  EXPECT_EQ(oncemore_version_number(),
            version.major_number * 1000000 + version.minor_number * 1000 + version.patch_number);
  EXPECT_EQ(oncemore_abi_version(), uint32_t{ONCEMORE_ABI_VERSION});
}

std::mt19937_64 dice(1);

/// A number that is mostly small and sometimes any.
template <class Number> Number some() {
  uint64_t const bits = dice();
  if (bits >> 59 == 0) return static_cast<Number>(dice());
  return static_cast<Number>(bits % (bits >> 63 == 0 ? 7 : 70000));
}

/// One of the enumerators 0 to `last`, rarely the number behind them.
/// The flags of a trail, most of them such as hops make; 2 cannot be without 1.
uint32_t some_flags() {
  constexpr uint32_t flags[] = {0, 0, 1, 3, 5, 7, 1, 2};
  return flags[dice() % 8];
}

uint32_t one_of(uint32_t last) {
  uint64_t const bits = dice();
  return bits >> 56 == 0 ? last + 1 : static_cast<uint32_t>(bits % (last + 1));
}

// Every field carries a value of its own, so that no two can be mixed up on the way.
TEST(Decide, AnyNumbersWhatever) {
  int retries = 0;
  for (int i = 0; i < 200000; ++i) {
    oncemore_policy c = ONCEMORE_POLICY_INIT;
    Policy policy;
    if (i % 4 != 0) {
      policy.max_attempts = c.max_attempts = some<uint32_t>();
      policy.unrepeatable = static_cast<Unrepeatable>(c.unrepeatable = one_of(2));
      policy.redirect_proof = static_cast<RedirectProof>(c.redirect_proof = one_of(1));
      policy.deadline = Milliseconds(c.deadline_ms = dice() % 4 != 0 ? INT64_MAX : some<int64_t>());
      policy.min_attempt_time = Milliseconds(c.min_attempt_time_ms = some<int64_t>());
      policy.backoff.initial = Milliseconds(c.backoff_initial_ms = some<int64_t>());
      policy.backoff.cap = Milliseconds(c.backoff_cap_ms = 3 + some<int64_t>() % 90000);
      policy.backoff.floor = Milliseconds(c.backoff_floor_ms = some<int64_t>());
      policy.backoff.multiplier =
          thousandths(c.backoff_multiplier = 1000 + some<uint32_t>() % 5000);
      policy.backoff.jitter = static_cast<Jitter>(c.backoff_jitter = one_of(5));
      policy.backoff.spread = thousandths(c.backoff_spread = one_of(1000));
      policy.backoff.spread_time = Milliseconds(c.backoff_spread_time_ms = some<int64_t>());
      policy.server_wait.mode = static_cast<ServerWaitMode>(c.server_wait_mode = one_of(2));
      policy.server_wait.over_cap = static_cast<OverCap>(c.server_wait_over_cap = one_of(1));
      policy.server_wait.cap =
          Milliseconds(c.server_wait_cap_ms = dice() % 2 != 0 ? 80000 : some<int64_t>());
      policy.server_wait.spread = thousandths(c.server_wait_spread = one_of(1000));
    }
    int32_t const outcomes[] = {503, 429, 413, 421, 425, 408, 500, 404, 200, 302, 0, 999};
    oncemore_attempt a = ONCEMORE_ATTEMPT_INIT;
    Attempt attempt;
    attempt.number = a.number = some<uint32_t>();
    attempt.method = static_cast<Method>(a.method = one_of(40));
    a.status = outcomes[dice() % 12];
    a.failure = a.status == 0 ? one_of(13) : 0;
    attempt.outcome = Outcome(a.status, static_cast<Failure>(a.failure));
    attempt.repeatable = static_cast<Repeatable>(a.repeatable = one_of(2));
    attempt.evidence = static_cast<Evidence>(a.evidence = one_of(4));
    attempt.body = static_cast<Body>(a.body = one_of(1));
    attempt.budget = static_cast<BudgetAnswer>(a.budget = one_of(1));
    attempt.server_says = static_cast<ServerSays>(a.server_says = one_of(2));
    attempt.elapsed = Milliseconds(a.elapsed_ms = some<int64_t>());
    attempt.previous_delay = Milliseconds(a.previous_delay_ms = some<int64_t>());
    a.retry_after = {some<int64_t>(), one_of(2), 0};
    attempt.retry_after = RetryAfter::from_raw(static_cast<RetryAfter::Kind>(a.retry_after.kind),
                                               Milliseconds(a.retry_after.wait_ms));
    a.redirects = {some<uint32_t>(), some_flags()};
    attempt.redirects = Trail::from_raw(a.redirects.hops, a.redirects.flags);

    uint64_t const random = dice();
    Decision const wanted = decide(policy, attempt, random);
    oncemore_decision const got = oncemore_decide(&c, &a, random);
    oncemore_decision into;
    oncemore_decide_into(&c, &a, random, &into);
    ASSERT_EQ(got.delay_ms, wanted.delay.count()) << i;
    ASSERT_EQ(got.verdict, static_cast<uint16_t>(wanted.verdict)) << i;
    ASSERT_EQ(got.reason, static_cast<uint16_t>(wanted.reason)) << i;
    ASSERT_EQ(got.notes, wanted.notes.bits()) << i;
    ASSERT_EQ(std::memcmp(&got, &into, sizeof got), 0) << i;
    ASSERT_EQ(oncemore_validate(&c), static_cast<uint32_t>(validate(policy))) << i;
    retries += wanted.retry() ? 1 : 0;

    char line[describe_max];
    char c_line[ONCEMORE_DESCRIBE_MAX];
    ASSERT_EQ(oncemore_describe(&c, &a, &got, c_line, sizeof c_line),
              describe(policy, attempt, wanted, line));
    ASSERT_STREQ(c_line, line);
  }
  EXPECT_GT(retries, 2000);
}

TEST(Follow, AnyNumbersWhatever) {
  int follows = 0;
  for (int i = 0; i < 100000; ++i) {
    oncemore_policy c = ONCEMORE_POLICY_INIT;
    Policy policy;
    policy.max_redirects = c.max_redirects = some<uint32_t>();
    policy.redirect_rewrite = static_cast<RedirectRewrite>(c.redirect_rewrite = one_of(1));
    policy.deadline = Milliseconds(c.deadline_ms = dice() % 4 != 0 ? INT64_MAX : some<int64_t>());
    policy.server_wait.cap =
        Milliseconds(c.server_wait_cap_ms = dice() % 2 != 0 ? 80000 : some<int64_t>());
    int32_t const answers[] = {301, 302, 303, 304, 307, 308, 300, 200};
    oncemore_hop h = ONCEMORE_HOP_INIT;
    Hop hop;
    hop.status = h.status = answers[dice() % 8];
    hop.method = static_cast<Method>(h.method = one_of(40));
    hop.body = static_cast<Body>(h.body = one_of(1));
    hop.has_location = (h.has_location = static_cast<uint32_t>(dice() % 2)) == 1;
    hop.elapsed = Milliseconds(h.elapsed_ms = some<int64_t>());
    h.retry_after = {some<int64_t>(), one_of(2), 0};
    hop.retry_after = RetryAfter::from_raw(static_cast<RetryAfter::Kind>(h.retry_after.kind),
                                           Milliseconds(h.retry_after.wait_ms));
    oncemore_trail const t = {some<uint32_t>(), some_flags()};

    HopDecision const wanted = follow(policy, Trail::from_raw(t.hops, t.flags), hop);
    oncemore_hop_decision const got = oncemore_follow(&c, &t, &h);
    oncemore_hop_decision into;
    oncemore_follow_into(&c, &t, &h, &into);
    ASSERT_EQ(got.delay_ms, wanted.delay.count()) << i;
    ASSERT_EQ(got.verdict, static_cast<uint16_t>(wanted.verdict)) << i;
    ASSERT_EQ(got.reason, static_cast<uint16_t>(wanted.reason)) << i;
    ASSERT_EQ(got.method, static_cast<uint16_t>(wanted.method)) << i;
    ASSERT_EQ(got.body, static_cast<uint16_t>(wanted.body)) << i;
    ASSERT_EQ(std::memcmp(&got, &into, sizeof got), 0) << i;
    follows += wanted.follows() ? 1 : 0;
  }
  EXPECT_GT(follows, 5000);
}

}  // namespace
