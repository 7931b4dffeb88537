// SPDX-License-Identifier: MIT
#pragma once

#include <oncemore.h>

#include <string_view>

// The nouns of the C++ library, made of nothing but the C ABI. Compiled with this folder in the
// place of include/, the vector runner and the model's filter are the same programs and ask
// liboncemore: every row and every random case crosses the border both ways.
namespace oncemore {

// Only the enumerators that the programs name; the others come and go as numbers and names.

enum class Verdict : uint16_t { stop, retry, follow };
enum class Reason : uint16_t { invalid_attempt };
enum class NextMethod : uint16_t { keep };
enum class NextBody : uint16_t { keep };
enum class Method : uint32_t { unknown };
enum class Failure : uint32_t { none };
enum class Evidence : uint32_t { by_outcome };
enum class Repeatable : uint32_t { by_method };
enum class Body : uint32_t { replayable };
enum class BudgetAnswer : uint32_t { granted };
enum class ServerSays : uint32_t { nothing };
enum class Unrepeatable : uint32_t {};
enum class RedirectProof : uint32_t {};
enum class RedirectRewrite : uint32_t {};
enum class Jitter : uint32_t {};
enum class ServerWaitMode : uint32_t {};
enum class OverCap : uint32_t {};
enum class Grammar : uint32_t { lenient };
enum class PolicyError : uint32_t {};
enum class Convention : uint32_t {};
enum class Note : uint32_t {
  server_wait_applied = ONCEMORE_NOTE_SERVER_WAIT_APPLIED,
  server_wait_malformed = ONCEMORE_NOTE_SERVER_WAIT_MALFORMED,
  server_wait_clamped = ONCEMORE_NOTE_SERVER_WAIT_CLAMPED,
  new_connection = ONCEMORE_NOTE_NEW_CONNECTION,
  not_early_data = ONCEMORE_NOTE_NOT_EARLY_DATA,
};

template <class Enumeration> uint32_t raw(Enumeration value) {
  return static_cast<uint32_t>(value);
}

inline char const* name(Verdict value) { return oncemore_verdict_name(raw(value)); }
inline char const* name(Reason value) { return oncemore_reason_name(raw(value)); }
inline char const* name(Note value) { return oncemore_note_name(raw(value)); }
inline char const* name(NextMethod value) { return oncemore_next_method_name(raw(value)); }
inline char const* name(NextBody value) { return oncemore_next_body_name(raw(value)); }
inline char const* name(Method value) { return oncemore_method_name(raw(value)); }
inline char const* name(Failure value) { return oncemore_failure_name(raw(value)); }
inline char const* name(Evidence value) { return oncemore_evidence_name(raw(value)); }
inline char const* name(Repeatable value) { return oncemore_repeatable_name(raw(value)); }
inline char const* name(Body value) { return oncemore_body_name(raw(value)); }
inline char const* name(BudgetAnswer value) { return oncemore_budget_answer_name(raw(value)); }
inline char const* name(ServerSays value) { return oncemore_server_says_name(raw(value)); }
inline char const* name(Unrepeatable value) { return oncemore_unrepeatable_name(raw(value)); }
inline char const* name(RedirectProof value) { return oncemore_redirect_proof_name(raw(value)); }
inline char const* name(RedirectRewrite value) {
  return oncemore_redirect_rewrite_name(raw(value));
}
inline char const* name(Jitter value) { return oncemore_jitter_name(raw(value)); }
inline char const* name(ServerWaitMode value) { return oncemore_server_wait_mode_name(raw(value)); }
inline char const* name(OverCap value) { return oncemore_over_cap_name(raw(value)); }
inline char const* name(Grammar value) { return oncemore_grammar_name(raw(value)); }
inline char const* name(PolicyError value) { return oncemore_policy_error_name(raw(value)); }
inline char const* name(Convention value) { return oncemore_convention_name(raw(value)); }

// ---- Values -------------------------------------------------------------------------------------

// A text is handed over with a length, and with an octet behind it that is no part of it.
using Text = std::string_view;

struct Milliseconds {
  Milliseconds() = default;
  explicit Milliseconds(int64_t ms) : ms(ms) {}
  int64_t count() const { return ms; }
  static Milliseconds largest() { return Milliseconds(9223372036854); }
  int64_t ms = 0;
};

struct Instant {
  explicit Instant(int64_t ms) : ms(ms) {}
  int64_t count() const { return ms; }
  int64_t ms;
};

struct StatusSet {
  StatusSet with(int32_t status) const {
    StatusSet set = *this;
    oncemore_status_set_with(&set.c, status);
    return set;
  }
  StatusSet without(int32_t status) const {
    StatusSet set = *this;
    oncemore_status_set_without(&set.c, status);
    return set;
  }
  bool contains(int32_t status) const { return oncemore_status_set_contains(&c, status) == 1; }
  oncemore_status_set c = {};
};

inline StatusSet made_by(void (*maker)(oncemore_status_set*)) {
  StatusSet set;
  maker(&set.c);
  return set;
}
inline StatusSet const default_statuses = made_by(oncemore_default_statuses);
inline StatusSet const default_unprocessed = made_by(oncemore_default_unprocessed);

struct FailureSet {
  FailureSet with(Failure failure) const { return {oncemore_failure_set_with(c, raw(failure))}; }
  FailureSet without(Failure failure) const {
    return {oncemore_failure_set_without(c, raw(failure))};
  }
  bool contains(Failure failure) const {
    return oncemore_failure_set_contains(c, raw(failure)) == 1;
  }
  oncemore_failure_set c = 0;
};
inline FailureSet const default_failures = {oncemore_default_failures()};

struct Outcome {
  Outcome() = default;
  Outcome(int32_t status) : status_(status) {}
  Outcome(Failure failure) : failure_(failure) {}
  Outcome(int32_t status, Failure failure) : status_(status), failure_(failure) {}
  int32_t status() const { return status_; }
  Failure failure() const { return failure_; }
  bool is_failure() const { return failure_ != Failure::none; }

 private:
  int32_t status_ = 0;
  Failure failure_ = Failure::none;
};

struct RetryAfter {
  enum class Kind : uint32_t { absent = ONCEMORE_RETRY_AFTER_KIND_ABSENT };
  RetryAfter() = default;
  explicit RetryAfter(oncemore_retry_after c) : c(c) {}
  explicit RetryAfter(Milliseconds wait) : c{wait.ms, ONCEMORE_RETRY_AFTER_KIND_WAIT, 0} {}
  static RetryAfter malformed() { return RetryAfter({0, ONCEMORE_RETRY_AFTER_KIND_MALFORMED, 0}); }
  Kind kind() const { return static_cast<Kind>(c.kind); }
  bool is_wait() const { return c.kind == ONCEMORE_RETRY_AFTER_KIND_WAIT; }
  Milliseconds wait() const { return Milliseconds(c.wait_ms); }
  oncemore_retry_after c = {0, ONCEMORE_RETRY_AFTER_KIND_ABSENT, 0};
};
inline char const* name(RetryAfter::Kind value) {
  return oncemore_retry_after_kind_name(raw(value));
}
inline RetryAfter combined(RetryAfter a, RetryAfter b) {
  return RetryAfter(oncemore_combined(&a.c, &b.c));
}

struct Trail {
  Trail followed(int32_t status, Text before, Text after) const {
    return {oncemore_trail_followed(&c, status, before.data(), before.size(), after.data(),
                                    after.size())};
  }
  static Trail from_raw(uint32_t hops, uint32_t flags) { return {{hops, flags}}; }
  Trail sent_again() const { return {oncemore_trail_sent_again(&c)}; }
  uint32_t hops() const { return c.hops; }
  uint32_t flags() const { return c.flags; }
  bool moved() const { return (c.flags & ONCEMORE_TRAIL_FLAG_MOVED) != 0; }
  bool accepted() const { return (c.flags & ONCEMORE_TRAIL_FLAG_ACCEPTED) != 0; }
  bool doubtful() const { return (c.flags & ONCEMORE_TRAIL_FLAG_DOUBTFUL) != 0; }
  oncemore_trail c = {};
};

// ---- Structs: their defaults are those of the _INITs --------------------------------------------

struct Thousandths {
  uint32_t n = 0;
  uint32_t count() const { return n; }
};
inline Thousandths thousandths(uint32_t n) { return {n}; }

inline oncemore_policy const policy_init = ONCEMORE_POLICY_INIT;

struct Backoff {
  Milliseconds initial{policy_init.backoff_initial_ms};
  Milliseconds cap{policy_init.backoff_cap_ms};
  Milliseconds floor{policy_init.backoff_floor_ms};
  Thousandths multiplier{policy_init.backoff_multiplier};
  Jitter jitter{policy_init.backoff_jitter};
  Thousandths spread{policy_init.backoff_spread};
  Milliseconds spread_time{policy_init.backoff_spread_time_ms};
};

struct ServerWait {
  ServerWaitMode mode{policy_init.server_wait_mode};
  OverCap over_cap{policy_init.server_wait_over_cap};
  Milliseconds cap{policy_init.server_wait_cap_ms};
  Thousandths spread{policy_init.server_wait_spread};
};

struct Policy {
  uint32_t max_attempts = policy_init.max_attempts;
  Unrepeatable unrepeatable{policy_init.unrepeatable};
  RedirectProof redirect_proof{policy_init.redirect_proof};
  RedirectRewrite redirect_rewrite{policy_init.redirect_rewrite};
  uint32_t max_redirects = policy_init.max_redirects;
  FailureSet failures{policy_init.failures};
  StatusSet statuses{policy_init.statuses};
  StatusSet unprocessed{policy_init.unprocessed};
  Milliseconds deadline{policy_init.deadline_ms};
  Milliseconds min_attempt_time{policy_init.min_attempt_time_ms};
  Backoff backoff{};
  ServerWait server_wait{};
};

inline oncemore_policy in_c(Policy const& policy) {
  oncemore_policy c;
  oncemore_policy_init(&c, sizeof c);
  c.max_attempts = policy.max_attempts;
  c.unrepeatable = raw(policy.unrepeatable);
  c.redirect_proof = raw(policy.redirect_proof);
  c.redirect_rewrite = raw(policy.redirect_rewrite);
  c.max_redirects = policy.max_redirects;
  c.failures = policy.failures.c;
  c.statuses = policy.statuses.c;
  c.unprocessed = policy.unprocessed.c;
  c.deadline_ms = policy.deadline.ms;
  c.min_attempt_time_ms = policy.min_attempt_time.ms;
  c.backoff_initial_ms = policy.backoff.initial.ms;
  c.backoff_cap_ms = policy.backoff.cap.ms;
  c.backoff_floor_ms = policy.backoff.floor.ms;
  c.backoff_multiplier = policy.backoff.multiplier.n;
  c.backoff_jitter = raw(policy.backoff.jitter);
  c.backoff_spread = policy.backoff.spread.n;
  c.backoff_spread_time_ms = policy.backoff.spread_time.ms;
  c.server_wait_mode = raw(policy.server_wait.mode);
  c.server_wait_over_cap = raw(policy.server_wait.over_cap);
  c.server_wait_cap_ms = policy.server_wait.cap.ms;
  c.server_wait_spread = policy.server_wait.spread.n;
  return c;
}

inline oncemore_policy in_c(Backoff const& backoff) {
  Policy policy;
  policy.backoff = backoff;
  return in_c(policy);
}

struct Attempt {
  uint32_t number = 1;  // the one default that is another in C
  Method method{};
  Outcome outcome{};
  Repeatable repeatable{};
  Evidence evidence{};
  Body body{};
  BudgetAnswer budget{};
  ServerSays server_says{};
  Milliseconds elapsed{};
  Milliseconds previous_delay{};
  RetryAfter retry_after{};
  Trail redirects{};
  Thousandths budget_paid{};
  Milliseconds hold{};
};

inline oncemore_attempt in_c(Attempt const& attempt) {
  oncemore_attempt c;
  oncemore_attempt_init(&c, sizeof c);
  c.number = attempt.number;
  c.method = raw(attempt.method);
  c.status = attempt.outcome.status();
  c.failure = raw(attempt.outcome.failure());
  c.repeatable = raw(attempt.repeatable);
  c.evidence = raw(attempt.evidence);
  c.body = raw(attempt.body);
  c.budget = raw(attempt.budget);
  c.server_says = raw(attempt.server_says);
  c.elapsed_ms = attempt.elapsed.ms;
  c.previous_delay_ms = attempt.previous_delay.ms;
  c.retry_after = attempt.retry_after.c;
  c.redirects = attempt.redirects.c;
  c.budget_paid = attempt.budget_paid.n;
  c.hold_ms = attempt.hold.ms;
  return c;
}

inline Attempt out_of(oncemore_attempt const& c) {
  Attempt attempt;
  attempt.number = c.number;
  attempt.method = Method(c.method);
  attempt.outcome = Outcome(c.status, Failure(c.failure));
  attempt.repeatable = Repeatable(c.repeatable);
  attempt.evidence = Evidence(c.evidence);
  attempt.body = Body(c.body);
  attempt.budget = BudgetAnswer(c.budget);
  attempt.server_says = ServerSays(c.server_says);
  attempt.elapsed = Milliseconds(c.elapsed_ms);
  attempt.previous_delay = Milliseconds(c.previous_delay_ms);
  attempt.retry_after = RetryAfter(c.retry_after);
  attempt.redirects.c = c.redirects;
  attempt.budget_paid = {c.budget_paid};
  attempt.hold = Milliseconds(c.hold_ms);
  return attempt;
}

struct Hop {
  int32_t status = 0;
  Method method{};
  bool has_location = false;
  Body body{};
  RetryAfter retry_after{};
  Milliseconds elapsed{};
};

inline oncemore_hop in_c(Hop const& hop) {
  oncemore_hop c;
  oncemore_hop_init(&c, sizeof c);
  c.status = hop.status;
  c.method = raw(hop.method);
  c.has_location = hop.has_location ? 1 : 0;
  c.body = raw(hop.body);
  c.retry_after = hop.retry_after.c;
  c.elapsed_ms = hop.elapsed.ms;
  return c;
}

struct Notes {
  bool has(Note note) const { return (bits & raw(note)) != 0; }
  uint32_t bits = 0;
};

struct Decision {
  Milliseconds delay;
  Verdict verdict;
  Reason reason;
  Notes notes;
};

struct HopDecision {
  Milliseconds delay;
  Verdict verdict;
  Reason reason;
  NextMethod method;
  NextBody body;
};

struct DelayRange {
  Milliseconds low;
  Milliseconds high;
};

struct HttpDate {
  bool valid() const { return c.valid == 1; }
  Instant instant() const { return Instant(c.instant_ms); }
  oncemore_http_date c;
};

// ---- Functions ----------------------------------------------------------------------------------

inline Decision decide(Policy const& policy, Attempt const& attempt, uint64_t random) {
  oncemore_policy const p = in_c(policy);
  oncemore_attempt const a = in_c(attempt);
  oncemore_decision const d = oncemore_decide(&p, &a, random);
  return {Milliseconds(d.delay_ms), Verdict(d.verdict), Reason(d.reason), {d.notes}};
}

inline void advance(Attempt& attempt, Decision const& decision, Thousandths paid) {
  oncemore_attempt a = in_c(attempt);
  oncemore_decision const d = {decision.delay.ms, static_cast<oncemore_verdict>(decision.verdict),
                               static_cast<oncemore_reason>(decision.reason), decision.notes.bits};
  oncemore_advance(&a, &d, paid.n);
  attempt = out_of(a);
}

inline Milliseconds time_left(Policy const& policy, Milliseconds elapsed) {
  oncemore_policy const p = in_c(policy);
  return Milliseconds(oncemore_time_left(&p, elapsed.ms));
}

inline HopDecision follow(Policy const& policy, Trail const& trail, Hop const& hop) {
  oncemore_policy const p = in_c(policy);
  oncemore_hop const h = in_c(hop);
  oncemore_hop_decision const d = oncemore_follow(&p, &trail.c, &h);
  return {Milliseconds(d.delay_ms), Verdict(d.verdict), Reason(d.reason), NextMethod(d.method),
          NextBody(d.body)};
}

inline PolicyError validate(Policy const& policy) {
  oncemore_policy const p = in_c(policy);
  return PolicyError(oncemore_validate(&p));
}

inline constexpr size_t describe_max = ONCEMORE_DESCRIBE_MAX;
inline void describe(Policy const& policy, Attempt const& attempt, Decision const& decision,
                     char (&line)[describe_max]) {
  oncemore_policy const p = in_c(policy);
  oncemore_attempt const a = in_c(attempt);
  oncemore_decision const d = {decision.delay.ms, static_cast<uint16_t>(decision.verdict),
                               static_cast<uint16_t>(decision.reason), decision.notes.bits};
  oncemore_describe(&p, &a, &d, line, sizeof line);
}

inline Milliseconds ceiling(Backoff const& backoff, uint32_t number) {
  oncemore_policy const p = in_c(backoff);
  return Milliseconds(oncemore_ceiling(&p, number));
}

inline DelayRange delay_range(Backoff const& backoff, uint32_t number, Milliseconds previous) {
  oncemore_policy const p = in_c(backoff);
  oncemore_range const range = oncemore_delay_range(&p, number, previous.ms);
  return {Milliseconds(range.low_ms), Milliseconds(range.high_ms)};
}

inline Milliseconds own_delay(Backoff const& backoff, uint32_t number, Milliseconds previous,
                              uint64_t random) {
  oncemore_policy const p = in_c(backoff);
  return Milliseconds(oncemore_own_delay(&p, number, previous.ms, random));
}

inline Instant reference_time(Text date, Text age, Instant now) {
  return Instant(oncemore_reference_time(date.data(), date.size(), age.data(), age.size(), now.ms));
}
inline HttpDate parse_http_date(Text field, Instant now, Grammar grammar) {
  return {oncemore_parse_http_date(field.data(), field.size(), now.ms, raw(grammar))};
}

inline RetryAfter parse_retry_after(Text field, Instant now, Grammar grammar) {
  return RetryAfter(oncemore_parse_retry_after(field.data(), field.size(), now.ms, raw(grammar)));
}

inline Method parse_method(Text token) {
  return Method(oncemore_parse_method(token.data(), token.size()));
}

inline bool is_safe(Method method) { return oncemore_is_safe(raw(method)) == 1; }
inline bool is_idempotent(Method method) { return oncemore_is_idempotent(raw(method)) == 1; }
inline bool is_final(int32_t status) { return oncemore_is_final(status) == 1; }
inline bool is_success(int32_t status) { return oncemore_is_success(status) == 1; }
inline bool is_redirection(int32_t status) { return oncemore_is_redirection(status) == 1; }
inline Evidence evidence_of(Failure failure) {
  return Evidence(oncemore_evidence_of_failure(raw(failure)));
}

inline uint32_t max_attempts_for(Convention convention, int64_t n) {
  return oncemore_max_attempts_for(raw(convention), n);
}
inline uint32_t attempts_from_retries(uint32_t n) { return oncemore_attempts_from_retries(n); }
inline uint32_t retries_from_attempts(uint32_t n) { return oncemore_retries_from_attempts(n); }

using RequestLayer = oncemore_request_layer;
inline uint64_t requests_per_call(RequestLayer const* layers, size_t count) {
  return count == 1 ? oncemore_requests_per_call(layers->attempts, layers->redirects)
                    : oncemore_requests_per_call_layers(layers, count);
}
inline uint64_t requests_per_call_shared(uint32_t attempts, uint32_t redirects) {
  return oncemore_requests_per_call_shared(attempts, redirects);
}

}  // namespace oncemore
