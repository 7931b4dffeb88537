// SPDX-License-Identifier: MIT
//
// Written by bindings/go/generate.py from capi/oncemore.cpp: change it there.
//
// The C ABI: translate, call the core, translate back. No rule is written here; what the functions
// promise stands in oncemore.h.

#include "renamed.h"

#include "oncemore.h"

#include <stddef.h>
#include <stdint.h>

namespace {

// Read before version.hpp, which defines the same macros.
constexpr uint32_t header_version[] = {ONCEMORE_VERSION_MAJOR, ONCEMORE_VERSION_MINOR,
                                       ONCEMORE_VERSION_PATCH};

// The core is included inside this unnamed namespace so that nothing of it can be seen from outside
// this file: where two releases meet in one program, a linker would otherwise take one release's
// inline functions for both.
#include "oncemore_single.hpp"

using namespace oncemore;

// In place, so that the core's structs live in registers: a decision takes 25 ns instead of 32 with
// g++ 12, where the call inlined in C++ takes 15.
#ifdef __GNUC__
#define ONCEMORE_IN_PLACE [[gnu::always_inline]] inline
#else
#define ONCEMORE_IN_PLACE inline
#endif

// ---- Structs that grow (convention 7 of the header) ---------------------------------------------

/// The size of a struct in the first release of this ABI. It stays when the struct grows.
template <class Struct> constexpr uint32_t first_size = 0;
template <> constexpr uint32_t first_size<oncemore_policy> = 176;
template <> constexpr uint32_t first_size<oncemore_attempt> = 96;
template <> constexpr uint32_t first_size<oncemore_hop> = 48;

template <class Struct> constexpr Struct defaults{};
template <> constexpr oncemore_policy defaults<oncemore_policy> = ONCEMORE_POLICY_INIT;
template <> constexpr oncemore_attempt defaults<oncemore_attempt> = ONCEMORE_ATTEMPT_INIT;
template <> constexpr oncemore_hop defaults<oncemore_hop> = ONCEMORE_HOP_INIT;

/// What is read in the place of a struct that cannot be understood: one that no rule lets pass. A
/// policy and an attempt of zeros are that already.
template <class Struct> constexpr Struct impossible() noexcept { return Struct(); }
template <> constexpr oncemore_hop impossible<oncemore_hop>() noexcept {
  oncemore_hop hop = ONCEMORE_HOP_INIT;
  hop.method = UINT32_MAX;
  return hop;
}

// By pointer, since a reference would promise the whole struct, and an older program's is shorter.
bool has_reserved(oncemore_policy const* policy) noexcept { return policy->reserved != 0; }
bool has_reserved(oncemore_attempt const* attempt) noexcept { return attempt->reserved != 0; }
bool has_reserved(oncemore_hop const* hop) noexcept { return hop->reserved != 0; }

/// Copies octets one by one, since there may be no C library to ask.
void copy(void* to, void const* from, size_t size) noexcept {
  auto* const target = static_cast<unsigned char*>(to);
  auto const* const source = static_cast<unsigned char const*>(from);
  for (size_t i = 0; i < size; ++i) target[i] = source[i];
}

/// Why a struct cannot be understood, as a number of oncemore_policy_error. Until its size is known
/// to be valid, only its first four octets may be read.
template <class Struct> oncemore_policy_error struct_error(Struct const* given) noexcept {
  if (given == nullptr) return ONCEMORE_POLICY_ERROR_STRUCT_SIZE;
  uint32_t const size = given->struct_size;
  bool const valid =
      size % 8 == 0 && size >= first_size<Struct> && size <= ONCEMORE_STRUCT_SIZE_MAX;
  if (!valid) return ONCEMORE_POLICY_ERROR_STRUCT_SIZE;
  auto const* const octets = reinterpret_cast<unsigned char const*>(given);
  for (size_t i = sizeof(Struct); i < size; ++i) {
    if (octets[i] != 0) return ONCEMORE_POLICY_ERROR_RESERVED;
  }
  return has_reserved(given) ? ONCEMORE_POLICY_ERROR_RESERVED : ONCEMORE_POLICY_ERROR_NONE;
}

/// A struct of another release's size, or one that cannot be understood. Fields that an older
/// program's struct lacks have their defaults, in a copy made in `room`.
template <class Struct>
[[gnu::noinline]] Struct const& unusual(Struct const* given, Struct& room) noexcept {
  bool const bad = given == nullptr || struct_error(given) != ONCEMORE_POLICY_ERROR_NONE;
  if (bad) return room = impossible<Struct>();
  if (given->struct_size >= sizeof(Struct)) return *given;
  room = defaults<Struct>;
  copy(&room, given, given->struct_size);
  return room;
}

/// The caller's struct with all the fields that this library knows.
template <class Struct>
ONCEMORE_IN_PLACE Struct const& understood(Struct const* given, Struct& room) noexcept {
  bool const usual = given != nullptr && given->struct_size == sizeof(Struct);
  return usual && !has_reserved(given) ? *given : unusual(given, room);
}

/// Fills all that is given, what this library does not know with zeros. The size said is the size
/// given, so that a newer program which sets a newer field is told that it is not known here.
template <class Struct> void init(Struct* target, size_t size) noexcept {
  if (target == nullptr || size < sizeof(target->struct_size)) return;
  Struct made = defaults<Struct>;
  made.struct_size = detail::saturated<uint32_t>(detail::signed_of(size));
  copy(target, &made, detail::smaller(size, sizeof(Struct)));
  auto* const octets = reinterpret_cast<unsigned char*>(target);
  for (size_t i = sizeof(Struct); i < size; ++i) octets[i] = 0;
}

// ---- From C to the core -------------------------------------------------------------------------

constexpr StatusSet read(oncemore_status_set const& set) noexcept {
  return StatusSet::from_words(set.bits);
}

constexpr Trail read(oncemore_trail const& trail) noexcept {
  return Trail::from_raw(trail.hops, trail.flags);
}

/// No trail is one that cannot be: a trail that was lost must not pass for an empty one.
constexpr Trail read(oncemore_trail const* trail) noexcept {
  return trail != nullptr ? read(*trail) : Trail::from_raw(0, UINT32_MAX);
}

/// A field whose reserved octets are set is of no kind.
ONCEMORE_IN_PLACE constexpr RetryAfter read(oncemore_retry_after const& field) noexcept {
  uint32_t const kind = field.reserved == 0 ? field.kind : UINT32_MAX;
  return RetryAfter::from_raw(static_cast<RetryAfter::Kind>(kind), Milliseconds(field.wait_ms));
}

ONCEMORE_IN_PLACE constexpr Policy read(oncemore_policy const& c) noexcept {
  Policy policy;
  policy.max_attempts = c.max_attempts;
  policy.unrepeatable = static_cast<Unrepeatable>(c.unrepeatable);
  policy.redirect_proof = static_cast<RedirectProof>(c.redirect_proof);
  policy.redirect_rewrite = static_cast<RedirectRewrite>(c.redirect_rewrite);
  policy.max_redirects = c.max_redirects;
  policy.failures = FailureSet::from_bits(c.failures);
  policy.statuses = read(c.statuses);
  policy.unprocessed = read(c.unprocessed);
  policy.deadline = Milliseconds(c.deadline_ms);
  policy.min_attempt_time = Milliseconds(c.min_attempt_time_ms);
  policy.backoff.initial = Milliseconds(c.backoff_initial_ms);
  policy.backoff.cap = Milliseconds(c.backoff_cap_ms);
  policy.backoff.floor = Milliseconds(c.backoff_floor_ms);
  policy.backoff.multiplier = Thousandths::from_count(c.backoff_multiplier);
  policy.backoff.jitter = static_cast<Jitter>(c.backoff_jitter);
  policy.backoff.spread = Thousandths::from_count(c.backoff_spread);
  policy.backoff.spread_time = Milliseconds(c.backoff_spread_time_ms);
  policy.server_wait.mode = static_cast<ServerWaitMode>(c.server_wait_mode);
  policy.server_wait.over_cap = static_cast<OverCap>(c.server_wait_over_cap);
  policy.server_wait.cap = Milliseconds(c.server_wait_cap_ms);
  policy.server_wait.spread = Thousandths::from_count(c.server_wait_spread);
  return policy;
}

ONCEMORE_IN_PLACE constexpr Attempt read(oncemore_attempt const& c) noexcept {
  Attempt attempt;
  attempt.number = c.number;
  attempt.method = static_cast<Method>(c.method);
  attempt.outcome = Outcome(c.status, static_cast<Failure>(c.failure));
  attempt.repeatable = static_cast<Repeatable>(c.repeatable);
  attempt.evidence = static_cast<Evidence>(c.evidence);
  attempt.body = static_cast<Body>(c.body);
  attempt.budget = static_cast<BudgetAnswer>(c.budget);
  attempt.server_says = static_cast<ServerSays>(c.server_says);
  attempt.elapsed = Milliseconds(c.elapsed_ms);
  attempt.previous_delay = Milliseconds(c.previous_delay_ms);
  attempt.retry_after = read(c.retry_after);
  attempt.redirects = read(c.redirects);
  attempt.budget_paid = Thousandths::from_count(c.budget_paid);
  attempt.hold = Milliseconds(c.hold_ms);
  return attempt;
}

constexpr Hop read(oncemore_hop const& c) noexcept {
  bool const is_answer = c.has_location <= 1;
  Hop hop;
  hop.status = c.status;
  hop.method = static_cast<Method>(c.method);
  hop.has_location = c.has_location == 1;
  hop.body = is_answer ? static_cast<Body>(c.body) : static_cast<Body>(UINT32_MAX);
  hop.retry_after = read(c.retry_after);
  hop.elapsed = Milliseconds(c.elapsed_ms);
  return hop;
}

ONCEMORE_IN_PLACE Policy read(oncemore_policy const* given) noexcept {
  oncemore_policy room;
  return read(understood(given, room));
}

ONCEMORE_IN_PLACE Attempt read(oncemore_attempt const* given) noexcept {
  oncemore_attempt room;
  return read(understood(given, room));
}

Hop read(oncemore_hop const* given) noexcept {
  oncemore_hop room;
  return read(understood(given, room));
}

constexpr Decision read(oncemore_decision const& decision) noexcept {
  return {Milliseconds(decision.delay_ms), static_cast<Verdict>(decision.verdict),
          static_cast<Reason>(decision.reason), Notes::from_bits(decision.notes)};
}

// ---- From the core to C -------------------------------------------------------------------------

void write(oncemore_status_set* target, StatusSet const& set) noexcept {
  if (target == nullptr) return;
  for (uint32_t i = 0; i < 4; ++i) target->bits[i] = set.word(i);
}

oncemore_trail to_c(Trail trail) noexcept { return {trail.hops(), trail.flags()}; }

oncemore_retry_after to_c(RetryAfter field) noexcept {
  return {field.wait().count(), static_cast<uint32_t>(field.kind()), 0};
}

/// The fields that advance() sets; the others stay as the caller wrote them.
void write(oncemore_attempt* target, Attempt const& next) noexcept {
  target->number = next.number;
  target->status = next.outcome.status();
  target->failure = static_cast<oncemore_failure>(next.outcome.failure());
  target->evidence = static_cast<oncemore_evidence>(next.evidence);
  target->budget = static_cast<oncemore_budget_answer>(next.budget);
  target->server_says = static_cast<oncemore_server_says>(next.server_says);
  target->elapsed_ms = next.elapsed.count();
  target->previous_delay_ms = next.previous_delay.count();
  target->retry_after = to_c(next.retry_after);
  target->redirects = to_c(next.redirects);
  target->budget_paid = next.budget_paid.count();
  target->hold_ms = next.hold.count();
}

oncemore_http_date to_c(HttpDate date) noexcept {
  return {date.instant().count(), date.valid() ? uint32_t{1} : uint32_t{0}, 0};
}

oncemore_range to_c(DelayRange range) noexcept { return {range.low.count(), range.high.count()}; }

oncemore_decision to_c(Decision decision) noexcept {
  return {decision.delay.count(), static_cast<uint16_t>(decision.verdict),
          static_cast<uint16_t>(decision.reason), decision.notes.bits()};
}

oncemore_hop_decision to_c(HopDecision answer) noexcept {
  return {answer.delay.count(), static_cast<uint16_t>(answer.verdict),
          static_cast<uint16_t>(answer.reason), static_cast<uint16_t>(answer.method),
          static_cast<uint16_t>(answer.body)};
}

/// The name of an enumerator whose type may be narrower than the number that was asked.
template <class Enumeration> char const* name_of(uint32_t number) noexcept {
  auto const enumerator = static_cast<Enumeration>(number);
  return static_cast<uint32_t>(enumerator) == number ? name(enumerator) : nullptr;
}

}  // namespace

// ---- Version ------------------------------------------------------------------------------------

#define ONCEMORE_TEXT_OF(number) #number
#define ONCEMORE_DOTTED(major, minor, patch) \
  ONCEMORE_TEXT_OF(major) "." ONCEMORE_TEXT_OF(minor) "." ONCEMORE_TEXT_OF(patch)

char const* oncemore_version() noexcept {
  return ONCEMORE_DOTTED(ONCEMORE_VERSION_MAJOR, ONCEMORE_VERSION_MINOR, ONCEMORE_VERSION_PATCH);
}

uint32_t oncemore_version_number() noexcept {
  return version.major_number * 1000000 + version.minor_number * 1000 + version.patch_number;
}

uint32_t oncemore_abi_version() noexcept { return ONCEMORE_ABI_VERSION; }

// ---- To make a policy ---------------------------------------------------------------------------

void oncemore_policy_init(oncemore_policy* policy, size_t size) noexcept { init(policy, size); }

oncemore_policy_error oncemore_validate(oncemore_policy const* policy) noexcept {
  oncemore_policy_error const error = struct_error(policy);
  if (error != ONCEMORE_POLICY_ERROR_NONE) return error;
  return static_cast<oncemore_policy_error>(validate(read(policy)));
}

char const* oncemore_policy_error_message(uint32_t error) noexcept {
  switch (error) {
    case ONCEMORE_POLICY_ERROR_STRUCT_SIZE:
      return "policy must be given, and begin with the struct_size that oncemore_policy_init or "
             "ONCEMORE_POLICY_INIT sets";
    case ONCEMORE_POLICY_ERROR_RESERVED:
      return "reserved must be zero, and so must be every field that this library is too old for";
    default: return message(static_cast<PolicyError>(error));
  }
}

void oncemore_default_statuses(oncemore_status_set* set) noexcept { write(set, default_statuses); }

void oncemore_default_unprocessed(oncemore_status_set* set) noexcept {
  write(set, default_unprocessed);
}

void oncemore_status_set_with(oncemore_status_set* set, int32_t status) noexcept {
  if (set != nullptr) write(set, read(*set).with(status));
}

void oncemore_status_set_without(oncemore_status_set* set, int32_t status) noexcept {
  if (set != nullptr) write(set, read(*set).without(status));
}

uint32_t oncemore_status_set_contains(oncemore_status_set const* set, int32_t status) noexcept {
  return set != nullptr && read(*set).contains(status);
}

uint32_t oncemore_status_set_valid(oncemore_status_set const* set) noexcept {
  return set != nullptr && read(*set).valid();
}

oncemore_failure_set oncemore_default_failures() noexcept { return default_failures.bits(); }

oncemore_failure_set oncemore_failure_set_with(oncemore_failure_set set,
                                               oncemore_failure failure) noexcept {
  return FailureSet::from_bits(set).with(static_cast<Failure>(failure)).bits();
}

oncemore_failure_set oncemore_failure_set_without(oncemore_failure_set set,
                                                  oncemore_failure failure) noexcept {
  return FailureSet::from_bits(set).without(static_cast<Failure>(failure)).bits();
}

uint32_t oncemore_failure_set_contains(oncemore_failure_set set,
                                       oncemore_failure failure) noexcept {
  return FailureSet::from_bits(set).contains(static_cast<Failure>(failure));
}

uint32_t oncemore_failure_set_valid(oncemore_failure_set set) noexcept {
  return FailureSet::from_bits(set).valid();
}

uint32_t oncemore_attempts_from_retries(uint32_t retries) noexcept {
  return attempts_from_retries(retries);
}

uint32_t oncemore_retries_from_attempts(uint32_t attempts) noexcept {
  return retries_from_attempts(attempts);
}

uint32_t oncemore_max_attempts_for(oncemore_convention convention, int64_t n) noexcept {
  return max_attempts_for(static_cast<Convention>(convention), n);
}

uint64_t oncemore_requests_per_call(uint32_t attempts, uint32_t redirects) noexcept {
  return requests_per_call(attempts, redirects);
}

uint64_t oncemore_requests_per_call_layers(oncemore_request_layer const* layers,
                                           size_t count) noexcept {
  uint64_t product = 1;
  for (size_t i = 0; layers != nullptr && i < count; ++i) {
    uint64_t const factor = requests_per_call(layers[i].attempts, layers[i].redirects);
    product = detail::saturating_multiply(product, factor);
  }
  return product;
}

uint64_t oncemore_requests_per_call_shared(uint32_t attempts, uint32_t redirects) noexcept {
  return requests_per_call_shared(attempts, redirects);
}

// ---- To describe an attempt ---------------------------------------------------------------------

void oncemore_attempt_init(oncemore_attempt* attempt, size_t size) noexcept { init(attempt, size); }

oncemore_method oncemore_parse_method(char const* token, size_t size) noexcept {
  return static_cast<oncemore_method>(parse_method({token, size}));
}

uint32_t oncemore_is_safe(oncemore_method method) noexcept {
  return is_safe(static_cast<Method>(method));
}

uint32_t oncemore_is_idempotent(oncemore_method method) noexcept {
  return is_idempotent(static_cast<Method>(method));
}

uint32_t oncemore_is_final(int32_t status) noexcept { return is_final(status); }

uint32_t oncemore_is_success(int32_t status) noexcept { return is_success(status); }

uint32_t oncemore_is_redirection(int32_t status) noexcept { return is_redirection(status); }

uint32_t oncemore_is_followable(int32_t status) noexcept { return is_followable(status); }

uint32_t oncemore_is_assigned_server_error(int32_t status) noexcept {
  return is_assigned_server_error(status);
}

oncemore_retry_after oncemore_parse_retry_after(char const* field, size_t size, int64_t now_ms,
                                                oncemore_grammar grammar) noexcept {
  return to_c(parse_retry_after({field, size}, Instant(now_ms), static_cast<Grammar>(grammar)));
}

void oncemore_parse_retry_after_into(char const* field, size_t size, int64_t now_ms,
                                     oncemore_grammar grammar,
                                     oncemore_retry_after* retry_after) noexcept {
  if (retry_after != nullptr) {
    *retry_after = oncemore_parse_retry_after(field, size, now_ms, grammar);
  }
}

oncemore_retry_after oncemore_combined(oncemore_retry_after const* a,
                                       oncemore_retry_after const* b) noexcept {
  return to_c(
      combined(a != nullptr ? read(*a) : RetryAfter(), b != nullptr ? read(*b) : RetryAfter()));
}

void oncemore_combined_into(oncemore_retry_after const* a, oncemore_retry_after const* b,
                            oncemore_retry_after* retry_after) noexcept {
  if (retry_after != nullptr) *retry_after = oncemore_combined(a, b);
}

oncemore_retry_after oncemore_retry_after_until(int64_t until_ms, int64_t now_ms) noexcept {
  return to_c(RetryAfter(Instant(until_ms), Instant(now_ms)));
}

void oncemore_retry_after_until_into(int64_t until_ms, int64_t now_ms,
                                     oncemore_retry_after* retry_after) noexcept {
  if (retry_after != nullptr) *retry_after = oncemore_retry_after_until(until_ms, now_ms);
}

int64_t oncemore_reference_time(char const* date_field, size_t date_size, char const* age_field,
                                size_t age_size, int64_t now_ms) noexcept {
  Text const age(age_field, age_size);
  return reference_time({date_field, date_size}, age, Instant(now_ms)).count();
}

oncemore_http_date oncemore_parse_http_date(char const* field, size_t size, int64_t now_ms,
                                            oncemore_grammar grammar) noexcept {
  return to_c(parse_http_date({field, size}, Instant(now_ms), static_cast<Grammar>(grammar)));
}

void oncemore_parse_http_date_into(char const* field, size_t size, int64_t now_ms,
                                   oncemore_grammar grammar, oncemore_http_date* date) noexcept {
  if (date != nullptr) *date = oncemore_parse_http_date(field, size, now_ms, grammar);
}

// ---- To follow redirects ------------------------------------------------------------------------

void oncemore_hop_init(oncemore_hop* hop, size_t size) noexcept { init(hop, size); }

oncemore_hop_decision oncemore_follow(oncemore_policy const* policy, oncemore_trail const* trail,
                                      oncemore_hop const* hop) noexcept {
  return to_c(follow(read(policy), read(trail), read(hop)));
}

void oncemore_follow_into(oncemore_policy const* policy, oncemore_trail const* trail,
                          oncemore_hop const* hop, oncemore_hop_decision* answer) noexcept {
  if (answer != nullptr) *answer = oncemore_follow(policy, trail, hop);
}

oncemore_trail oncemore_trail_followed(oncemore_trail const* trail, int32_t status,
                                       char const* method_before, size_t before_size,
                                       char const* method_after, size_t after_size) noexcept {
  return to_c(
      read(trail).followed(status, {method_before, before_size}, {method_after, after_size}));
}

void oncemore_trail_followed_into(oncemore_trail const* trail, int32_t status,
                                  char const* method_before, size_t before_size,
                                  char const* method_after, size_t after_size,
                                  oncemore_trail* next) noexcept {
  if (next == nullptr) return;
  *next =
      oncemore_trail_followed(trail, status, method_before, before_size, method_after, after_size);
}

oncemore_trail oncemore_trail_sent_again(oncemore_trail const* trail) noexcept {
  return to_c(trail != nullptr ? read(trail).sent_again() : read(trail));
}

void oncemore_trail_sent_again_into(oncemore_trail const* trail, oncemore_trail* next) noexcept {
  if (next != nullptr) *next = oncemore_trail_sent_again(trail);
}

uint32_t oncemore_proves_acceptance(oncemore_redirect_proof proof,
                                    oncemore_trail const* trail) noexcept {
  return trail != nullptr && proves_acceptance(static_cast<RedirectProof>(proof), read(trail));
}

// ---- To decide ----------------------------------------------------------------------------------

// Flattened, so that the core's structs live in registers: 25 ns instead of 32 with g++ 12, where
// the call inlined in C++ takes 17.
[[gnu::flatten]] oncemore_decision oncemore_decide(oncemore_policy const* policy,
                                                   oncemore_attempt const* attempt,
                                                   uint64_t random) noexcept {
  return to_c(decide(read(policy), read(attempt), random));
}

void oncemore_decide_into(oncemore_policy const* policy, oncemore_attempt const* attempt,
                          uint64_t random, oncemore_decision* decision) noexcept {
  if (decision != nullptr) *decision = oncemore_decide(policy, attempt, random);
}

void oncemore_advance(oncemore_attempt* attempt, oncemore_decision const* decision,
                      uint32_t paid) noexcept {
  bool const usable = decision != nullptr && struct_error(attempt) == ONCEMORE_POLICY_ERROR_NONE;
  if (!usable || !read(*decision).retry()) return;
  Attempt next = read(attempt);
  advance(next, read(*decision), Thousandths::from_count(paid));
  write(attempt, next);
}

int64_t oncemore_time_left(oncemore_policy const* policy, int64_t elapsed_ms) noexcept {
  if (struct_error(policy) != ONCEMORE_POLICY_ERROR_NONE) return 0;
  return time_left(read(policy), Milliseconds(elapsed_ms)).count();
}

size_t oncemore_describe(oncemore_policy const* policy, oncemore_attempt const* attempt,
                         oncemore_decision const* decision, char* buffer, size_t size) noexcept {
  Attempt const facts = read(attempt);
  Decision const decided = decision != nullptr ? read(*decision) : Decision();
  oncemore_policy_error const error = struct_error(policy);
  if (error == ONCEMORE_POLICY_ERROR_NONE || decided.reason != Reason::invalid_policy) {
    return describe(read(policy), facts, decided, buffer, size);
  }
  // The core has no name for what is wrong with a struct.
  detail::LineWriter line(buffer, size);
  line.text("attempt ").number(facts.number).text(" of 0: ");
  detail::write_outcome(line, facts.outcome);
  line.text(", stop: invalid_policy (").text(oncemore_policy_error_name(error)).text(")");
  return line.finished();
}

char const* oncemore_reason_message(uint32_t reason) noexcept {
  auto const known = static_cast<Reason>(reason);
  return static_cast<uint32_t>(known) == reason ? message(known) : nullptr;
}

oncemore_verdict oncemore_verdict_of(oncemore_reason reason) noexcept {
  return static_cast<oncemore_verdict>(verdict_of(static_cast<Reason>(reason)));
}

oncemore_evidence oncemore_evidence_of_attempt(oncemore_policy const* policy,
                                               oncemore_attempt const* attempt) noexcept {
  bool const known = struct_error(policy) == ONCEMORE_POLICY_ERROR_NONE &&
                     struct_error(attempt) == ONCEMORE_POLICY_ERROR_NONE;
  if (!known) return ONCEMORE_EVIDENCE_UNKNOWN;
  Evidence const answer = evidence(read(policy), read(attempt));
  return name(answer) != nullptr ? static_cast<oncemore_evidence>(answer)
                                 : uint32_t{ONCEMORE_EVIDENCE_UNKNOWN};
}

oncemore_evidence oncemore_evidence_of_failure(oncemore_failure failure) noexcept {
  return static_cast<oncemore_evidence>(evidence_of(static_cast<Failure>(failure)));
}

oncemore_evidence oncemore_evidence_of_status(int32_t status,
                                              oncemore_status_set const* unprocessed) noexcept {
  StatusSet const set = unprocessed != nullptr ? read(*unprocessed) : StatusSet();
  return static_cast<oncemore_evidence>(evidence_of(status, set));
}

// ---- The backoff alone --------------------------------------------------------------------------

int64_t oncemore_ceiling(oncemore_policy const* policy, uint32_t number) noexcept {
  return ceiling(read(policy).backoff, number).count();
}

oncemore_range oncemore_delay_range(oncemore_policy const* policy, uint32_t number,
                                    int64_t previous_delay_ms) noexcept {
  return to_c(delay_range(read(policy).backoff, number, Milliseconds(previous_delay_ms)));
}

void oncemore_delay_range_into(oncemore_policy const* policy, uint32_t number,
                               int64_t previous_delay_ms, oncemore_range* range) noexcept {
  if (range != nullptr) *range = oncemore_delay_range(policy, number, previous_delay_ms);
}

int64_t oncemore_own_delay(oncemore_policy const* policy, uint32_t number,
                           int64_t previous_delay_ms, uint64_t random) noexcept {
  return own_delay(read(policy).backoff, number, Milliseconds(previous_delay_ms), random).count();
}

int64_t oncemore_draw(oncemore_range const* range, uint64_t random) noexcept {
  if (range == nullptr) return 0;
  return draw({Milliseconds(range->low_ms), Milliseconds(range->high_ms)}, random).count();
}

// ---- The names of all enumerators ---------------------------------------------------------------

char const* oncemore_verdict_name(uint32_t verdict) noexcept { return name_of<Verdict>(verdict); }

char const* oncemore_reason_name(uint32_t reason) noexcept { return name_of<Reason>(reason); }

char const* oncemore_note_name(uint32_t note) noexcept { return name_of<Note>(note); }

char const* oncemore_next_method_name(uint32_t next_method) noexcept {
  return name_of<NextMethod>(next_method);
}

char const* oncemore_next_body_name(uint32_t next_body) noexcept {
  return name_of<NextBody>(next_body);
}

char const* oncemore_method_name(uint32_t method) noexcept { return name_of<Method>(method); }

char const* oncemore_failure_name(uint32_t failure) noexcept { return name_of<Failure>(failure); }

char const* oncemore_evidence_name(uint32_t evidence) noexcept {
  return name_of<Evidence>(evidence);
}

char const* oncemore_repeatable_name(uint32_t repeatable) noexcept {
  return name_of<Repeatable>(repeatable);
}

char const* oncemore_body_name(uint32_t body) noexcept { return name_of<Body>(body); }

char const* oncemore_budget_answer_name(uint32_t budget) noexcept {
  return name_of<BudgetAnswer>(budget);
}

char const* oncemore_server_says_name(uint32_t server_says) noexcept {
  return name_of<ServerSays>(server_says);
}

char const* oncemore_retry_after_kind_name(uint32_t kind) noexcept {
  return name_of<RetryAfter::Kind>(kind);
}

char const* oncemore_trail_flag_name(uint32_t flag) noexcept {
  switch (flag) {
    case ONCEMORE_TRAIL_FLAG_MOVED: return "moved";
    case ONCEMORE_TRAIL_FLAG_ACCEPTED: return "accepted";
    case ONCEMORE_TRAIL_FLAG_DOUBTFUL: return "doubtful";
    default: return nullptr;
  }
}

char const* oncemore_unrepeatable_name(uint32_t unrepeatable) noexcept {
  return name_of<Unrepeatable>(unrepeatable);
}

char const* oncemore_redirect_proof_name(uint32_t redirect_proof) noexcept {
  return name_of<RedirectProof>(redirect_proof);
}

char const* oncemore_redirect_rewrite_name(uint32_t redirect_rewrite) noexcept {
  return name_of<RedirectRewrite>(redirect_rewrite);
}

char const* oncemore_jitter_name(uint32_t jitter) noexcept { return name_of<Jitter>(jitter); }

char const* oncemore_server_wait_mode_name(uint32_t mode) noexcept {
  return name_of<ServerWaitMode>(mode);
}

char const* oncemore_over_cap_name(uint32_t over_cap) noexcept {
  return name_of<OverCap>(over_cap);
}

char const* oncemore_grammar_name(uint32_t grammar) noexcept { return name_of<Grammar>(grammar); }

char const* oncemore_policy_error_name(uint32_t error) noexcept {
  switch (error) {
    case ONCEMORE_POLICY_ERROR_STRUCT_SIZE: return "struct_size";
    case ONCEMORE_POLICY_ERROR_RESERVED: return "reserved";
    default: return name_of<PolicyError>(error);
  }
}

char const* oncemore_convention_name(uint32_t convention) noexcept {
  return name_of<Convention>(convention);
}

// ---- Pinned: nothing above may differ from the core, or change without a new ABI version --------

#define SAME(constant, enumerator) static_assert((constant) == static_cast<uint32_t>(enumerator))
#define NO_MORE(type, next) static_assert(name(static_cast<type>(next)) == nullptr)
#define AT(type, field, offset) static_assert(offsetof(type, field) == (offset))
#define SIZE(type, size) static_assert(sizeof(type) == (size))

static_assert(header_version[0] == version.major_number);
static_assert(header_version[1] == version.minor_number);
static_assert(header_version[2] == version.patch_number);
static_assert(ONCEMORE_DESCRIBE_MAX == describe_max);

SAME(ONCEMORE_VERDICT_STOP, Verdict::stop);
SAME(ONCEMORE_VERDICT_RETRY, Verdict::retry);
SAME(ONCEMORE_VERDICT_FOLLOW, Verdict::follow);
NO_MORE(Verdict, 3);

SAME(ONCEMORE_REASON_INVALID_ATTEMPT, Reason::invalid_attempt);
SAME(ONCEMORE_REASON_CANCELLED, Reason::cancelled);
SAME(ONCEMORE_REASON_SUCCESS, Reason::success);
SAME(ONCEMORE_REASON_REDIRECT, Reason::redirect);
SAME(ONCEMORE_REASON_INVALID_POLICY, Reason::invalid_policy);
SAME(ONCEMORE_REASON_SERVER_REFUSED, Reason::server_refused);
SAME(ONCEMORE_REASON_STATUS_NOT_RETRIED, Reason::status_not_retried);
SAME(ONCEMORE_REASON_FAILURE_NOT_RETRIED, Reason::failure_not_retried);
SAME(ONCEMORE_REASON_ACCEPTED, Reason::accepted);
SAME(ONCEMORE_REASON_NOT_REPEATABLE, Reason::not_repeatable);
SAME(ONCEMORE_REASON_MAYBE_PROCESSED, Reason::maybe_processed);
SAME(ONCEMORE_REASON_BODY_CONSUMED, Reason::body_consumed);
SAME(ONCEMORE_REASON_ATTEMPTS_EXHAUSTED, Reason::attempts_exhausted);
SAME(ONCEMORE_REASON_BUDGET_EXHAUSTED, Reason::budget_exhausted);
SAME(ONCEMORE_REASON_SERVER_WAIT_TOO_LONG, Reason::server_wait_too_long);
SAME(ONCEMORE_REASON_DEADLINE, Reason::deadline);
SAME(ONCEMORE_REASON_RETRYABLE_STATUS, Reason::retryable_status);
SAME(ONCEMORE_REASON_RETRYABLE_FAILURE, Reason::retryable_failure);
SAME(ONCEMORE_REASON_NOT_A_REDIRECT, Reason::not_a_redirect);
SAME(ONCEMORE_REASON_NO_LOCATION, Reason::no_location);
SAME(ONCEMORE_REASON_REDIRECT_LIMIT, Reason::redirect_limit);
SAME(ONCEMORE_REASON_FOLLOW, Reason::follow);
NO_MORE(Reason, 22);

SAME(ONCEMORE_NOTE_SERVER_WAIT_APPLIED, Note::server_wait_applied);
SAME(ONCEMORE_NOTE_SERVER_WAIT_MALFORMED, Note::server_wait_malformed);
SAME(ONCEMORE_NOTE_SERVER_WAIT_CLAMPED, Note::server_wait_clamped);
SAME(ONCEMORE_NOTE_NEW_CONNECTION, Note::new_connection);
SAME(ONCEMORE_NOTE_NOT_EARLY_DATA, Note::not_early_data);
NO_MORE(Note, 32);

SAME(ONCEMORE_NEXT_METHOD_KEEP, NextMethod::keep);
SAME(ONCEMORE_NEXT_METHOD_GET, NextMethod::get);
NO_MORE(NextMethod, 2);

SAME(ONCEMORE_NEXT_BODY_KEEP, NextBody::keep);
SAME(ONCEMORE_NEXT_BODY_DROP, NextBody::drop);
NO_MORE(NextBody, 2);

SAME(ONCEMORE_METHOD_UNKNOWN, Method::unknown);
SAME(ONCEMORE_METHOD_ACL, Method::acl);
SAME(ONCEMORE_METHOD_BASELINE_CONTROL, Method::baseline_control);
SAME(ONCEMORE_METHOD_BIND, Method::bind);
SAME(ONCEMORE_METHOD_CHECKIN, Method::checkin);
SAME(ONCEMORE_METHOD_CHECKOUT, Method::checkout);
SAME(ONCEMORE_METHOD_CONNECT, Method::connect);
SAME(ONCEMORE_METHOD_COPY, Method::copy);
SAME(ONCEMORE_METHOD_DELETE, Method::delete_);
SAME(ONCEMORE_METHOD_GET, Method::get);
SAME(ONCEMORE_METHOD_HEAD, Method::head);
SAME(ONCEMORE_METHOD_LABEL, Method::label);
SAME(ONCEMORE_METHOD_LINK, Method::link);
SAME(ONCEMORE_METHOD_LOCK, Method::lock);
SAME(ONCEMORE_METHOD_MERGE, Method::merge);
SAME(ONCEMORE_METHOD_MKACTIVITY, Method::mkactivity);
SAME(ONCEMORE_METHOD_MKCALENDAR, Method::mkcalendar);
SAME(ONCEMORE_METHOD_MKCOL, Method::mkcol);
SAME(ONCEMORE_METHOD_MKREDIRECTREF, Method::mkredirectref);
SAME(ONCEMORE_METHOD_MKWORKSPACE, Method::mkworkspace);
SAME(ONCEMORE_METHOD_MOVE, Method::move);
SAME(ONCEMORE_METHOD_OPTIONS, Method::options);
SAME(ONCEMORE_METHOD_ORDERPATCH, Method::orderpatch);
SAME(ONCEMORE_METHOD_PATCH, Method::patch);
SAME(ONCEMORE_METHOD_POST, Method::post);
SAME(ONCEMORE_METHOD_PRI, Method::pri);
SAME(ONCEMORE_METHOD_PROPFIND, Method::propfind);
SAME(ONCEMORE_METHOD_PROPPATCH, Method::proppatch);
SAME(ONCEMORE_METHOD_PUT, Method::put);
SAME(ONCEMORE_METHOD_QUERY, Method::query);
SAME(ONCEMORE_METHOD_REBIND, Method::rebind);
SAME(ONCEMORE_METHOD_REPORT, Method::report);
SAME(ONCEMORE_METHOD_SEARCH, Method::search);
SAME(ONCEMORE_METHOD_TRACE, Method::trace);
SAME(ONCEMORE_METHOD_UNBIND, Method::unbind);
SAME(ONCEMORE_METHOD_UNCHECKOUT, Method::uncheckout);
SAME(ONCEMORE_METHOD_UNLINK, Method::unlink);
SAME(ONCEMORE_METHOD_UNLOCK, Method::unlock);
SAME(ONCEMORE_METHOD_UPDATE, Method::update);
SAME(ONCEMORE_METHOD_UPDATEREDIRECTREF, Method::updateredirectref);
SAME(ONCEMORE_METHOD_VERSION_CONTROL, Method::version_control);
NO_MORE(Method, 41);

SAME(ONCEMORE_FAILURE_NONE, Failure::none);
SAME(ONCEMORE_FAILURE_NAME_RESOLUTION, Failure::name_resolution);
SAME(ONCEMORE_FAILURE_CONNECT, Failure::connect);
SAME(ONCEMORE_FAILURE_TLS_HANDSHAKE, Failure::tls_handshake);
SAME(ONCEMORE_FAILURE_NOT_SENT, Failure::not_sent);
SAME(ONCEMORE_FAILURE_TLS_CERTIFICATE, Failure::tls_certificate);
SAME(ONCEMORE_FAILURE_REJECTED, Failure::rejected);
SAME(ONCEMORE_FAILURE_SEND, Failure::send);
SAME(ONCEMORE_FAILURE_TIMEOUT, Failure::timeout);
SAME(ONCEMORE_FAILURE_CONNECTION_LOST, Failure::connection_lost);
SAME(ONCEMORE_FAILURE_BAD_RESPONSE, Failure::bad_response);
SAME(ONCEMORE_FAILURE_REDIRECT_LIMIT, Failure::redirect_limit);
SAME(ONCEMORE_FAILURE_OTHER, Failure::other);
SAME(ONCEMORE_FAILURE_CANCELLED, Failure::cancelled);
NO_MORE(Failure, 14);

SAME(ONCEMORE_EVIDENCE_BY_OUTCOME, Evidence::by_outcome);
SAME(ONCEMORE_EVIDENCE_NEVER_SENT, Evidence::never_sent);
SAME(ONCEMORE_EVIDENCE_NOT_PROCESSED, Evidence::not_processed);
SAME(ONCEMORE_EVIDENCE_UNKNOWN, Evidence::unknown);
SAME(ONCEMORE_EVIDENCE_PROCESSED, Evidence::processed);
NO_MORE(Evidence, 5);

SAME(ONCEMORE_REPEATABLE_BY_METHOD, Repeatable::by_method);
SAME(ONCEMORE_REPEATABLE_YES, Repeatable::yes);
SAME(ONCEMORE_REPEATABLE_NO, Repeatable::no);
NO_MORE(Repeatable, 3);

SAME(ONCEMORE_BODY_REPLAYABLE, Body::replayable);
SAME(ONCEMORE_BODY_CONSUMED, Body::consumed);
NO_MORE(Body, 2);

SAME(ONCEMORE_BUDGET_ANSWER_GRANTED, BudgetAnswer::granted);
SAME(ONCEMORE_BUDGET_ANSWER_DENIED, BudgetAnswer::denied);
NO_MORE(BudgetAnswer, 2);

SAME(ONCEMORE_SERVER_SAYS_NOTHING, ServerSays::nothing);
SAME(ONCEMORE_SERVER_SAYS_RETRY, ServerSays::retry);
SAME(ONCEMORE_SERVER_SAYS_DO_NOT_RETRY, ServerSays::do_not_retry);
NO_MORE(ServerSays, 3);

SAME(ONCEMORE_RETRY_AFTER_KIND_ABSENT, RetryAfter::Kind::absent);
SAME(ONCEMORE_RETRY_AFTER_KIND_MALFORMED, RetryAfter::Kind::malformed);
SAME(ONCEMORE_RETRY_AFTER_KIND_WAIT, RetryAfter::Kind::wait);
NO_MORE(RetryAfter::Kind, 3);

SAME(ONCEMORE_UNREPEATABLE_NEVER, Unrepeatable::never);
SAME(ONCEMORE_UNREPEATABLE_IF_UNPROCESSED, Unrepeatable::if_unprocessed);
SAME(ONCEMORE_UNREPEATABLE_ALWAYS, Unrepeatable::always);
NO_MORE(Unrepeatable, 3);

SAME(ONCEMORE_REDIRECT_PROOF_METHOD_CHANGE, RedirectProof::method_change);
SAME(ONCEMORE_REDIRECT_PROOF_ANY_HOP, RedirectProof::any_hop);
NO_MORE(RedirectProof, 2);

SAME(ONCEMORE_REDIRECT_REWRITE_BROWSER, RedirectRewrite::browser);
SAME(ONCEMORE_REDIRECT_REWRITE_KEEP, RedirectRewrite::keep);
NO_MORE(RedirectRewrite, 2);

SAME(ONCEMORE_JITTER_NONE, Jitter::none);
SAME(ONCEMORE_JITTER_FULL, Jitter::full);
SAME(ONCEMORE_JITTER_EQUAL, Jitter::equal);
SAME(ONCEMORE_JITTER_PROPORTIONAL, Jitter::proportional);
SAME(ONCEMORE_JITTER_ADDITIVE, Jitter::additive);
SAME(ONCEMORE_JITTER_DECORRELATED, Jitter::decorrelated);
NO_MORE(Jitter, 6);

SAME(ONCEMORE_SERVER_WAIT_MODE_AT_LEAST, ServerWaitMode::at_least);
SAME(ONCEMORE_SERVER_WAIT_MODE_INSTEAD, ServerWaitMode::instead);
SAME(ONCEMORE_SERVER_WAIT_MODE_IGNORE, ServerWaitMode::ignore);
NO_MORE(ServerWaitMode, 3);

SAME(ONCEMORE_OVER_CAP_GIVE_UP, OverCap::give_up);
SAME(ONCEMORE_OVER_CAP_CLAMP, OverCap::clamp);
NO_MORE(OverCap, 2);

SAME(ONCEMORE_GRAMMAR_LENIENT, Grammar::lenient);
SAME(ONCEMORE_GRAMMAR_STRICT, Grammar::strict);
NO_MORE(Grammar, 2);

SAME(ONCEMORE_POLICY_ERROR_NONE, PolicyError::none);
SAME(ONCEMORE_POLICY_ERROR_MAX_ATTEMPTS, PolicyError::max_attempts);
SAME(ONCEMORE_POLICY_ERROR_UNREPEATABLE, PolicyError::unrepeatable);
SAME(ONCEMORE_POLICY_ERROR_REDIRECT_PROOF, PolicyError::redirect_proof);
SAME(ONCEMORE_POLICY_ERROR_REDIRECT_REWRITE, PolicyError::redirect_rewrite);
SAME(ONCEMORE_POLICY_ERROR_FAILURES, PolicyError::failures);
SAME(ONCEMORE_POLICY_ERROR_STATUSES, PolicyError::statuses);
SAME(ONCEMORE_POLICY_ERROR_UNPROCESSED, PolicyError::unprocessed);
SAME(ONCEMORE_POLICY_ERROR_DEADLINE, PolicyError::deadline);
SAME(ONCEMORE_POLICY_ERROR_MIN_ATTEMPT_TIME, PolicyError::min_attempt_time);
SAME(ONCEMORE_POLICY_ERROR_BACKOFF_INITIAL, PolicyError::backoff_initial);
SAME(ONCEMORE_POLICY_ERROR_BACKOFF_CAP, PolicyError::backoff_cap);
SAME(ONCEMORE_POLICY_ERROR_BACKOFF_FLOOR, PolicyError::backoff_floor);
SAME(ONCEMORE_POLICY_ERROR_BACKOFF_MULTIPLIER, PolicyError::backoff_multiplier);
SAME(ONCEMORE_POLICY_ERROR_BACKOFF_JITTER, PolicyError::backoff_jitter);
SAME(ONCEMORE_POLICY_ERROR_BACKOFF_SPREAD, PolicyError::backoff_spread);
SAME(ONCEMORE_POLICY_ERROR_BACKOFF_SPREAD_TIME, PolicyError::backoff_spread_time);
SAME(ONCEMORE_POLICY_ERROR_SERVER_WAIT_MODE, PolicyError::server_wait_mode);
SAME(ONCEMORE_POLICY_ERROR_SERVER_WAIT_OVER_CAP, PolicyError::server_wait_over_cap);
SAME(ONCEMORE_POLICY_ERROR_SERVER_WAIT_CAP, PolicyError::server_wait_cap);
SAME(ONCEMORE_POLICY_ERROR_SERVER_WAIT_SPREAD, PolicyError::server_wait_spread);
NO_MORE(PolicyError, 21);

SAME(ONCEMORE_CONVENTION_MICRONAUT_ATTEMPTS, Convention::micronaut_attempts);
SAME(ONCEMORE_CONVENTION_MICRONAUT_MAX_ATTEMPTS, Convention::micronaut_max_attempts);
SAME(ONCEMORE_CONVENTION_SPRING_MAX_RETRIES, Convention::spring_max_retries);
SAME(ONCEMORE_CONVENTION_SPRING_RETRY_MAX_ATTEMPTS, Convention::spring_retry_max_attempts);
SAME(ONCEMORE_CONVENTION_MICROPROFILE_MAX_RETRIES, Convention::microprofile_max_retries);
SAME(ONCEMORE_CONVENTION_REACTOR_MAX_ATTEMPTS, Convention::reactor_max_attempts);
SAME(ONCEMORE_CONVENTION_REACTOR_NUM_RETRIES, Convention::reactor_num_retries);
SAME(ONCEMORE_CONVENTION_HTTPCLIENT5_MAX_RETRIES, Convention::httpclient5_max_retries);
SAME(ONCEMORE_CONVENTION_KIOTA_MAX_RETRIES, Convention::kiota_max_retries);
SAME(ONCEMORE_CONVENTION_KIOTA_DOTNET_MAX_RETRY, Convention::kiota_dotnet_max_retry);
SAME(ONCEMORE_CONVENTION_KIOTA_GO_MAX_RETRIES, Convention::kiota_go_max_retries);
SAME(ONCEMORE_CONVENTION_URLLIB3_TOTAL, Convention::urllib3_total);
SAME(ONCEMORE_CONVENTION_TENACITY_STOP_AFTER_ATTEMPT, Convention::tenacity_stop_after_attempt);
SAME(ONCEMORE_CONVENTION_GO_RETRYABLEHTTP_RETRY_MAX, Convention::go_retryablehttp_retry_max);
SAME(ONCEMORE_CONVENTION_CENKALTI_V4_MAX_RETRIES, Convention::cenkalti_v4_max_retries);
SAME(ONCEMORE_CONVENTION_CENKALTI_V5_MAX_TRIES, Convention::cenkalti_v5_max_tries);
SAME(ONCEMORE_CONVENTION_GRPC_MAX_ATTEMPTS, Convention::grpc_max_attempts);
SAME(ONCEMORE_CONVENTION_RESILIENCE4J_MAX_ATTEMPTS, Convention::resilience4j_max_attempts);
SAME(ONCEMORE_CONVENTION_POLLY_MAX_RETRY_ATTEMPTS, Convention::polly_max_retry_attempts);
SAME(ONCEMORE_CONVENTION_AWS_MAX_ATTEMPTS, Convention::aws_max_attempts);
SAME(ONCEMORE_CONVENTION_BOTO3_MAX_ATTEMPTS, Convention::boto3_max_attempts);
SAME(ONCEMORE_CONVENTION_BOTO3_TOTAL_MAX_ATTEMPTS, Convention::boto3_total_max_attempts);
SAME(ONCEMORE_CONVENTION_FAILSAFE_MAX_RETRIES, Convention::failsafe_max_retries);
SAME(ONCEMORE_CONVENTION_FAILSAFE_MAX_ATTEMPTS, Convention::failsafe_max_attempts);
SAME(ONCEMORE_CONVENTION_FAILSAFE_GO_MAX_RETRIES, Convention::failsafe_go_max_retries);
SAME(ONCEMORE_CONVENTION_FAILSAFE_GO_MAX_ATTEMPTS, Convention::failsafe_go_max_attempts);
SAME(ONCEMORE_CONVENTION_GO_RETRY_MAX_RETRIES, Convention::go_retry_max_retries);
NO_MORE(Convention, 27);

static_assert(Trail::from_raw(0, ONCEMORE_TRAIL_FLAG_MOVED).moved());
static_assert(Trail::from_raw(0, ONCEMORE_TRAIL_FLAG_ACCEPTED).accepted());
static_assert(Trail::from_raw(0, ONCEMORE_TRAIL_FLAG_DOUBTFUL).doubtful());
static_assert(Trail::from_raw(0, 7).possible() && !Trail::from_raw(0, 8).possible());

// Fields without a hole between them, so that every octet of a struct has a meaning.
AT(oncemore_status_set, bits, 0);
SIZE(oncemore_status_set, 32);

AT(oncemore_policy, struct_size, 0);
AT(oncemore_policy, max_attempts, 4);
AT(oncemore_policy, unrepeatable, 8);
AT(oncemore_policy, redirect_proof, 12);
AT(oncemore_policy, redirect_rewrite, 16);
AT(oncemore_policy, max_redirects, 20);
AT(oncemore_policy, failures, 24);
AT(oncemore_policy, reserved, 28);
AT(oncemore_policy, statuses, 32);
AT(oncemore_policy, unprocessed, 64);
AT(oncemore_policy, deadline_ms, 96);
AT(oncemore_policy, min_attempt_time_ms, 104);
AT(oncemore_policy, backoff_initial_ms, 112);
AT(oncemore_policy, backoff_cap_ms, 120);
AT(oncemore_policy, backoff_floor_ms, 128);
AT(oncemore_policy, backoff_multiplier, 136);
AT(oncemore_policy, backoff_jitter, 140);
AT(oncemore_policy, backoff_spread_time_ms, 144);
AT(oncemore_policy, backoff_spread, 152);
AT(oncemore_policy, server_wait_mode, 156);
AT(oncemore_policy, server_wait_over_cap, 160);
AT(oncemore_policy, server_wait_spread, 164);
AT(oncemore_policy, server_wait_cap_ms, 168);
SIZE(oncemore_policy, 176);

AT(oncemore_retry_after, wait_ms, 0);
AT(oncemore_retry_after, kind, 8);
AT(oncemore_retry_after, reserved, 12);
SIZE(oncemore_retry_after, 16);

AT(oncemore_trail, hops, 0);
AT(oncemore_trail, flags, 4);
SIZE(oncemore_trail, 8);

AT(oncemore_attempt, struct_size, 0);
AT(oncemore_attempt, number, 4);
AT(oncemore_attempt, method, 8);
AT(oncemore_attempt, status, 12);
AT(oncemore_attempt, failure, 16);
AT(oncemore_attempt, repeatable, 20);
AT(oncemore_attempt, evidence, 24);
AT(oncemore_attempt, body, 28);
AT(oncemore_attempt, budget, 32);
AT(oncemore_attempt, server_says, 36);
AT(oncemore_attempt, elapsed_ms, 40);
AT(oncemore_attempt, previous_delay_ms, 48);
AT(oncemore_attempt, retry_after, 56);
AT(oncemore_attempt, redirects, 72);
AT(oncemore_attempt, budget_paid, 80);
AT(oncemore_attempt, reserved, 84);
AT(oncemore_attempt, hold_ms, 88);
SIZE(oncemore_attempt, 96);

AT(oncemore_hop, struct_size, 0);
AT(oncemore_hop, status, 4);
AT(oncemore_hop, method, 8);
AT(oncemore_hop, body, 12);
AT(oncemore_hop, has_location, 16);
AT(oncemore_hop, reserved, 20);
AT(oncemore_hop, elapsed_ms, 24);
AT(oncemore_hop, retry_after, 32);
SIZE(oncemore_hop, 48);

AT(oncemore_decision, delay_ms, 0);
AT(oncemore_decision, verdict, 8);
AT(oncemore_decision, reason, 10);
AT(oncemore_decision, notes, 12);
SIZE(oncemore_decision, 16);

AT(oncemore_hop_decision, delay_ms, 0);
AT(oncemore_hop_decision, verdict, 8);
AT(oncemore_hop_decision, reason, 10);
AT(oncemore_hop_decision, method, 12);
AT(oncemore_hop_decision, body, 14);
SIZE(oncemore_hop_decision, 16);

AT(oncemore_http_date, instant_ms, 0);
AT(oncemore_http_date, valid, 8);
AT(oncemore_http_date, reserved, 12);
SIZE(oncemore_http_date, 16);

AT(oncemore_range, low_ms, 0);
AT(oncemore_range, high_ms, 8);
SIZE(oncemore_range, 16);

AT(oncemore_request_layer, attempts, 0);
AT(oncemore_request_layer, redirects, 4);
SIZE(oncemore_request_layer, 8);

// What is small goes out as the core has it.
static_assert(sizeof(oncemore_decision) == sizeof(Decision));
static_assert(sizeof(oncemore_hop_decision) == sizeof(HopDecision));
static_assert(sizeof(oncemore_trail) == sizeof(Trail));
static_assert(sizeof(oncemore_status_set) == sizeof(StatusSet));

// The _INITs are the core's defaults, field by field; but for the number of an attempt, which a C
// program that forgets it gets to know.
namespace {

constexpr bool equal(Backoff const& a, Backoff const& b) noexcept {
  return a.initial == b.initial && a.cap == b.cap && a.floor == b.floor &&
         a.multiplier == b.multiplier && a.jitter == b.jitter && a.spread == b.spread &&
         a.spread_time == b.spread_time;
}

constexpr bool equal(ServerWait const& a, ServerWait const& b) noexcept {
  return a.mode == b.mode && a.over_cap == b.over_cap && a.cap == b.cap && a.spread == b.spread;
}

constexpr bool equal(Policy const& a, Policy const& b) noexcept {
  return a.max_attempts == b.max_attempts && a.unrepeatable == b.unrepeatable &&
         a.redirect_proof == b.redirect_proof && a.redirect_rewrite == b.redirect_rewrite &&
         a.max_redirects == b.max_redirects && a.failures == b.failures &&
         a.statuses == b.statuses && a.unprocessed == b.unprocessed && a.deadline == b.deadline &&
         a.min_attempt_time == b.min_attempt_time && equal(a.backoff, b.backoff) &&
         equal(a.server_wait, b.server_wait);
}

constexpr bool equal_but_for_the_number(Attempt const& a, Attempt const& b) noexcept {
  return a.method == b.method && a.outcome == b.outcome && a.repeatable == b.repeatable &&
         a.evidence == b.evidence && a.body == b.body && a.budget == b.budget &&
         a.server_says == b.server_says && a.elapsed == b.elapsed &&
         a.previous_delay == b.previous_delay && a.retry_after == b.retry_after &&
         a.redirects == b.redirects && a.budget_paid == b.budget_paid && a.hold == b.hold;
}

constexpr bool equal(Hop const& a, Hop const& b) noexcept {
  return a.status == b.status && a.method == b.method && a.has_location == b.has_location &&
         a.body == b.body && a.retry_after == b.retry_after && a.elapsed == b.elapsed;
}

static_assert(equal(read(defaults<oncemore_policy>), Policy()));
static_assert(equal_but_for_the_number(read(defaults<oncemore_attempt>), Attempt()));
static_assert(equal(read(defaults<oncemore_hop>), Hop()));

}  // namespace

static_assert(defaults<oncemore_policy>.struct_size == sizeof(oncemore_policy));
static_assert(defaults<oncemore_attempt>.struct_size == sizeof(oncemore_attempt));
static_assert(defaults<oncemore_hop>.struct_size == sizeof(oncemore_hop));
static_assert(defaults<oncemore_attempt>.number == 0);

// Zeros never retry, and what stands for a bad struct is stopped by the rule that its kind is for.
static_assert(validate(read(impossible<oncemore_policy>())) == PolicyError::max_attempts);
static_assert(!possible(read(impossible<oncemore_attempt>())));
static_assert(!possible(read(impossible<oncemore_hop>())));

// A struct begins where its first release ended, in blocks of 8 octets.
static_assert(sizeof(oncemore_policy) >= first_size<oncemore_policy>);
static_assert(sizeof(oncemore_attempt) >= first_size<oncemore_attempt>);
static_assert(sizeof(oncemore_hop) >= first_size<oncemore_hop>);
static_assert(sizeof(oncemore_policy) % 8 == 0 && sizeof(oncemore_attempt) % 8 == 0);
static_assert(sizeof(oncemore_hop) % 8 == 0 && sizeof(oncemore_policy) <= ONCEMORE_STRUCT_SIZE_MAX);
