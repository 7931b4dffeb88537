// SPDX-License-Identifier: MIT
//
// The C ABI: translate, call the core, translate back. No rule is written here; what the functions
// promise stands in oncemore.h.

#include <oncemore.h>
#include <stddef.h>
#include <stdint.h>

namespace {

// Read before version.hpp, which defines the same macros.
constexpr uint32_t header_version[] = {ONCEMORE_VERSION_MAJOR, ONCEMORE_VERSION_MINOR,
                                       ONCEMORE_VERSION_PATCH};

// The core is included inside this unnamed namespace so that nothing of it can be seen from outside
// this file: where two releases meet in one program, a linker would otherwise take one release's
// inline functions for both.
#include <oncemore/oncemore.hpp>

using namespace oncemore;  // NOLINT(google-build-using-namespace): this file is its border

// ---- Structs that grow (convention 7 of the header) ---------------------------------------------

/// The size of a struct in the first release of this ABI. It stays when the struct grows.
template <class Struct> constexpr uint32_t first_size = 0;
template <> constexpr uint32_t first_size<oncemore_policy> = 176;
template <> constexpr uint32_t first_size<oncemore_attempt> = 80;
template <> constexpr uint32_t first_size<oncemore_hop> = 48;

template <class Struct> constexpr Struct defaults{};
template <> constexpr oncemore_policy defaults<oncemore_policy> = ONCEMORE_POLICY_INIT;
template <> constexpr oncemore_attempt defaults<oncemore_attempt> = ONCEMORE_ATTEMPT_INIT;
template <> constexpr oncemore_hop defaults<oncemore_hop> = ONCEMORE_HOP_INIT;

bool has_reserved(oncemore_policy const& policy) noexcept { return policy.reserved != 0; }
bool has_reserved(oncemore_attempt const& attempt) noexcept {
  return attempt.retry_after.reserved != 0;
}
bool has_reserved(oncemore_hop const& hop) noexcept {
  return hop.reserved != 0 || hop.retry_after.reserved != 0;
}

/// Copies octets one by one, since there may be no C library to ask.
void copy(void* to, void const* from, size_t size) noexcept {
  auto* const target = static_cast<unsigned char*>(to);
  auto const* const source = static_cast<unsigned char const*>(from);
  for (size_t i = 0; i < size; ++i) target[i] = source[i];
}

/// Why a struct cannot be understood, as a number of oncemore_policy_error. Until the size is known
/// to be valid, only the first four octets may be read.
template <class Struct> oncemore_policy_error struct_error(Struct const* given) noexcept {
  if (given == nullptr) return ONCEMORE_POLICY_ERROR_STRUCT_SIZE;
  uint32_t const size = given->struct_size;
  if (size != sizeof(Struct)) {
    bool const valid =
        size % 8 == 0 && size >= first_size<Struct> && size <= ONCEMORE_STRUCT_SIZE_MAX;
    if (!valid) return ONCEMORE_POLICY_ERROR_STRUCT_SIZE;
    auto const* const octets = reinterpret_cast<unsigned char const*>(given);
    for (size_t i = sizeof(Struct); i < size; ++i) {
      if (octets[i] != 0) return ONCEMORE_POLICY_ERROR_RESERVED;
    }
  }
  return has_reserved(*given) ? ONCEMORE_POLICY_ERROR_RESERVED : ONCEMORE_POLICY_ERROR_NONE;
}

/// A struct that can be understood, with all the fields that this library knows: those that an older
/// program's struct lacks have their defaults, in a copy made in `room`.
template <class Struct> Struct const& filled_up(Struct const& given, Struct& room) noexcept {
  if (given.struct_size >= sizeof(Struct)) return given;
  room = defaults<Struct>;
  copy(&room, &given, given.struct_size);
  return room;
}

template <class Struct> void init(Struct* target, size_t size) noexcept {
  if (target == nullptr || size < sizeof(target->struct_size)) return;
  Struct made = defaults<Struct>;
  size_t const known = size < sizeof(Struct) ? size / 8 * 8 : sizeof(Struct);
  made.struct_size = static_cast<uint32_t>(known);
  copy(target, &made, known != 0 ? known : sizeof(made.struct_size));
}

// ---- From C to the core -------------------------------------------------------------------------

StatusSet read(oncemore_status_set const& set) noexcept { return StatusSet::from_words(set.bits); }

// A trail or a field that is not there, or has reserved octets set, is an impossible one.

Trail read(oncemore_trail const* trail) noexcept {
  return trail != nullptr ? Trail::from_raw(trail->hops, trail->flags)
                          : Trail::from_raw(0, UINT32_MAX);
}

RetryAfter read(oncemore_retry_after const& field) noexcept {
  uint32_t const kind = field.reserved == 0 ? field.kind : UINT32_MAX;
  return RetryAfter::from_raw(static_cast<RetryAfter::Kind>(kind), Milliseconds(field.wait_ms));
}

// A policy, attempt or hop that cannot be understood becomes one that no rule lets pass.

Policy read(oncemore_policy const* given) noexcept {
  Policy policy;
  if (struct_error(given) != ONCEMORE_POLICY_ERROR_NONE) {
    policy.max_attempts = 0;
    return policy;
  }
  oncemore_policy room;
  oncemore_policy const& c = filled_up(*given, room);
  policy.max_attempts = c.max_attempts;
  policy.unsafe_methods = static_cast<UnsafeMethods>(c.unsafe_methods);
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
  policy.backoff.multiplier = c.backoff_multiplier;
  policy.backoff.jitter = static_cast<Jitter>(c.backoff_jitter);
  policy.backoff.spread = c.backoff_spread;
  policy.backoff.spread_ms = Milliseconds(c.backoff_spread_ms);
  policy.server_wait.mode = static_cast<ServerWaitMode>(c.server_wait_mode);
  policy.server_wait.over_cap = static_cast<OverCap>(c.server_wait_over_cap);
  policy.server_wait.cap = Milliseconds(c.server_wait_cap_ms);
  policy.server_wait.spread = c.server_wait_spread;
  return policy;
}

Attempt read(oncemore_attempt const* given) noexcept {
  Attempt attempt;
  if (struct_error(given) != ONCEMORE_POLICY_ERROR_NONE) {
    attempt.number = 0;
    return attempt;
  }
  oncemore_attempt room;
  oncemore_attempt const& c = filled_up(*given, room);
  attempt.number = c.number;
  attempt.method = static_cast<Method>(c.method);
  attempt.outcome = Outcome(c.status, static_cast<Failure>(c.failure));
  attempt.repeatable = static_cast<Repeatable>(c.repeatable);
  attempt.evidence = static_cast<Evidence>(c.evidence);
  attempt.body = static_cast<Body>(c.body);
  attempt.budget = static_cast<Budget>(c.budget);
  attempt.server_says = static_cast<ServerSays>(c.server_says);
  attempt.elapsed = Milliseconds(c.elapsed_ms);
  attempt.previous_delay = Milliseconds(c.previous_delay_ms);
  attempt.retry_after = read(c.retry_after);
  attempt.redirects = read(&c.redirects);
  return attempt;
}

Hop read(oncemore_hop const* given) noexcept {
  Hop hop;
  hop.elapsed = Milliseconds(-1);
  if (struct_error(given) != ONCEMORE_POLICY_ERROR_NONE) return hop;
  oncemore_hop room;
  oncemore_hop const& c = filled_up(*given, room);
  if (c.has_location > 1) return hop;
  hop.status = c.status;
  hop.method = static_cast<Method>(c.method);
  hop.has_location = c.has_location == 1;
  hop.body = static_cast<Body>(c.body);
  hop.retry_after = read(c.retry_after);
  hop.elapsed = Milliseconds(c.elapsed_ms);
  return hop;
}

Decision read(oncemore_decision const& decision) noexcept {
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

oncemore_http_date to_c(HttpDate date) noexcept {
  return {date.instant().count(), date.valid() ? uint32_t{1} : uint32_t{0}, 0};
}

oncemore_range to_c(DelayRange range) noexcept { return {range.low.count(), range.high.count()}; }

oncemore_decision to_c(Decision decision) noexcept {
  return {decision.delay.count(), static_cast<uint16_t>(decision.verdict),
          static_cast<uint16_t>(decision.reason), decision.notes.bits()};
}

oncemore_hop_decision to_c(HopDecision answer) noexcept {
  return {answer.wait.count(), static_cast<uint16_t>(answer.verdict),
          static_cast<uint16_t>(answer.reason), static_cast<uint16_t>(answer.method),
          static_cast<uint16_t>(answer.body)};
}

/// The name of an enumerator whose type may be narrower than the number that was asked.
template <class Enumeration> char const* name_of(uint32_t number) noexcept {
  auto const enumerator = static_cast<Enumeration>(number);
  return static_cast<uint32_t>(enumerator) == number ? name(enumerator) : nullptr;
}

// A backoff that cannot be understood has 0 for every answer.
Backoff backoff_of(oncemore_policy const* given) noexcept {
  if (struct_error(given) == ONCEMORE_POLICY_ERROR_NONE) return read(given).backoff;
  Backoff nothing;
  nothing.cap = Milliseconds();
  return nothing;
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

uint32_t oncemore_is_redirect(int32_t status) noexcept { return is_redirect(status); }

uint32_t oncemore_is_assigned_server_error(int32_t status) noexcept {
  return is_assigned_server_error(status);
}

oncemore_retry_after oncemore_parse_retry_after(char const* field, size_t size, int64_t now_ms,
                                                oncemore_grammar grammar) noexcept {
  auto const known = static_cast<Grammar>(grammar);
  if (field != nullptr && name(known) == nullptr) return to_c(RetryAfter::malformed());
  return to_c(parse_retry_after({field, size}, Instant(now_ms), known));
}

void oncemore_parse_retry_after_into(char const* field, size_t size, int64_t now_ms,
                                     oncemore_grammar grammar,
                                     oncemore_retry_after* retry_after) noexcept {
  if (retry_after != nullptr) {
    *retry_after = oncemore_parse_retry_after(field, size, now_ms, grammar);
  }
}

oncemore_retry_after oncemore_longer(oncemore_retry_after const* a,
                                     oncemore_retry_after const* b) noexcept {
  return to_c(longer(a != nullptr ? read(*a) : RetryAfter(), b != nullptr ? read(*b) : RetryAfter()));
}

void oncemore_longer_into(oncemore_retry_after const* a, oncemore_retry_after const* b,
                          oncemore_retry_after* retry_after) noexcept {
  if (retry_after != nullptr) *retry_after = oncemore_longer(a, b);
}

oncemore_retry_after oncemore_retry_after_until(int64_t until_ms, int64_t now_ms) noexcept {
  return to_c(RetryAfter(Instant(until_ms), Instant(now_ms)));
}

void oncemore_retry_after_until_into(int64_t until_ms, int64_t now_ms,
                                     oncemore_retry_after* retry_after) noexcept {
  if (retry_after != nullptr) *retry_after = oncemore_retry_after_until(until_ms, now_ms);
}

oncemore_http_date oncemore_parse_http_date(char const* field, size_t size, int64_t now_ms,
                                            oncemore_grammar grammar) noexcept {
  auto const known = static_cast<Grammar>(grammar);
  if (name(known) == nullptr) return to_c(HttpDate());
  return to_c(parse_http_date({field, size}, Instant(now_ms), known));
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
  return to_c(read(trail).followed(status, {method_before, before_size},
                                   {method_after, after_size}));
}

void oncemore_trail_followed_into(oncemore_trail const* trail, int32_t status,
                                  char const* method_before, size_t before_size,
                                  char const* method_after, size_t after_size,
                                  oncemore_trail* next) noexcept {
  if (next == nullptr) return;
  *next = oncemore_trail_followed(trail, status, method_before, before_size, method_after,
                                  after_size);
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

oncemore_decision oncemore_decide(oncemore_policy const* policy, oncemore_attempt const* attempt,
                                  uint64_t random) noexcept {
  return to_c(decide(read(policy), read(attempt), random));
}

void oncemore_decide_into(oncemore_policy const* policy, oncemore_attempt const* attempt,
                          uint64_t random, oncemore_decision* decision) noexcept {
  if (decision != nullptr) *decision = oncemore_decide(policy, attempt, random);
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
  return ceiling(backoff_of(policy), number).count();
}

oncemore_range oncemore_delay_range(oncemore_policy const* policy, uint32_t number,
                                    int64_t previous_delay_ms) noexcept {
  return to_c(delay_range(backoff_of(policy), number, Milliseconds(previous_delay_ms)));
}

void oncemore_delay_range_into(oncemore_policy const* policy, uint32_t number,
                               int64_t previous_delay_ms, oncemore_range* range) noexcept {
  if (range != nullptr) *range = oncemore_delay_range(policy, number, previous_delay_ms);
}

int64_t oncemore_own_delay(oncemore_policy const* policy, uint32_t number,
                           int64_t previous_delay_ms, uint64_t random) noexcept {
  return own_delay(backoff_of(policy), number, Milliseconds(previous_delay_ms), random).count();
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

char const* oncemore_budget_name(uint32_t budget) noexcept { return name_of<Budget>(budget); }

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

char const* oncemore_unsafe_methods_name(uint32_t unsafe_methods) noexcept {
  return name_of<UnsafeMethods>(unsafe_methods);
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
