// SPDX-License-Identifier: MIT
//
// The border: what Native.java declares, answered by the C ABI. It holds no rule.
//
// Arrays are copied onto the stack, whose size is known, so nothing is locked and nothing is freed.
// All arguments come from the classes beside Native.java, which have checked what Java can get
// wrong; an array that is too short makes the JVM throw, and the answer of the function is void.

#include <dev_oncemore_Native.h>
#include <dev_oncemore_PolicyLayout.h>
#include <jni.h>
#include <oncemore.h>
#include <stddef.h>
#include <stdint.h>

// In the same translation unit, so that a decision is one function and not three.
#include <oncemore.cpp>  // NOLINT(bugprone-suspicious-include)

#define NATIVE(type, name) JNIEXPORT type JNICALL Java_dev_oncemore_Native_##name
#define NUMBER(name) dev_oncemore_Native_##name

namespace {

// ---- Arrays -------------------------------------------------------------------------------------

template <size_t count> jlongArray to_java(JNIEnv* env, jlong const (&words)[count]) {
  jlongArray array = env->NewLongArray(count);
  if (array != nullptr) env->SetLongArrayRegion(array, 0, count, words);
  return array;
}

oncemore_status_set set_from(JNIEnv* env, jlongArray words) {
  oncemore_status_set set;
  env->GetLongArrayRegion(words, 0, 4, reinterpret_cast<jlong*>(set.bits));
  return set;
}

jlongArray to_java(JNIEnv* env, oncemore_status_set const& set) {
  return to_java(env, {static_cast<jlong>(set.bits[0]), static_cast<jlong>(set.bits[1]),
                       static_cast<jlong>(set.bits[2]), static_cast<jlong>(set.bits[3])});
}

/// The octets of a text, none of null: short ones are copied onto the stack, which is faster.
class Octets {
 public:
  Octets(JNIEnv* env, jbyteArray bytes)
      : env_(env),
        bytes_(bytes),
        size_(bytes == nullptr ? 0 : static_cast<size_t>(env->GetArrayLength(bytes))) {
    if (bytes == nullptr) return;
    if (size_ > sizeof short_) {
      long_ = env->GetByteArrayElements(bytes, nullptr);
    } else {
      env->GetByteArrayRegion(bytes, 0, static_cast<jsize>(size_), short_);
    }
  }
  ~Octets() {
    if (long_ != nullptr) env_->ReleaseByteArrayElements(bytes_, long_, JNI_ABORT);
  }
  Octets(Octets const&) = delete;
  Octets& operator=(Octets const&) = delete;

  char const* data() const {
    if (bytes_ == nullptr) return nullptr;
    return reinterpret_cast<char const*>(size_ > sizeof short_ ? long_ : short_);
  }
  size_t size() const { return size_; }

 private:
  JNIEnv* env_;
  jbyteArray bytes_;
  size_t size_;
  jbyte* long_ = nullptr;
  jbyte short_[128];
};

// ---- Policies -----------------------------------------------------------------------------------

/// The fields of a policy in the order of PolicyLayout.java.
template <typename Policy, typename Visitor> void each_field(Policy& policy, Visitor visit) {
  visit(policy.max_attempts);
  visit(policy.unrepeatable);
  visit(policy.redirect_proof);
  visit(policy.redirect_rewrite);
  visit(policy.max_redirects);
  visit(policy.failures);
  for (auto& bits : policy.statuses.bits) visit(bits);
  for (auto& bits : policy.unprocessed.bits) visit(bits);
  visit(policy.deadline_ms);
  visit(policy.min_attempt_time_ms);
  visit(policy.backoff_initial_ms);
  visit(policy.backoff_cap_ms);
  visit(policy.backoff_floor_ms);
  visit(policy.backoff_multiplier);
  visit(policy.backoff_jitter);
  visit(policy.backoff_spread);
  visit(policy.backoff_spread_time_ms);
  visit(policy.server_wait_mode);
  visit(policy.server_wait_over_cap);
  visit(policy.server_wait_cap_ms);
  visit(policy.server_wait_spread);
}

struct Reader {
  jlong const* at;
  template <typename Field> void operator()(Field& field) { field = static_cast<Field>(*at++); }
};

struct Writer {
  jlong* at;
  template <typename Field> void operator()(Field const& field) {
    *at++ = static_cast<jlong>(field);
  }
};

/// A policy that pack() made.
oncemore_policy policy_from(JNIEnv* env, jbyteArray packed) {
  oncemore_policy policy;
  env->GetByteArrayRegion(packed, 0, sizeof policy, reinterpret_cast<jbyte*>(&policy));
  policy.struct_size = sizeof policy;  // as it is; but now the compiler knows it
  return policy;
}

// ---- Structs in one number ----------------------------------------------------------------------

// What is in front of the shift holds what it has to.
static_assert(oncemore::Milliseconds::largest().count() < jlong{1} << NUMBER(VERDICT_SHIFT));
static_assert(oncemore::Milliseconds::largest().count() < jlong{1} << NUMBER(KIND_SHIFT));

/// The part of a number between a shift and the next one.
constexpr uint32_t part(jint number, int shift, int next) {
  return static_cast<uint32_t>(number) >> shift & ((1U << (next - shift)) - 1);
}

jlong to_java(oncemore_retry_after field) {
  return field.wait_ms | static_cast<jlong>(field.kind) << NUMBER(KIND_SHIFT);
}

oncemore_retry_after retry_after_of(jlong wait, uint32_t kind) { return {wait, kind, 0}; }

uint32_t kind_of(jint facts) { return part(facts, NUMBER(RETRY_AFTER_KIND_SHIFT), 31); }
uint32_t body_of(jint facts) { return part(facts, NUMBER(BODY_SHIFT), NUMBER(BUDGET_SHIFT)); }
uint32_t method_of(jint facts) { return part(facts, 0, NUMBER(REPEATABLE_SHIFT)); }

oncemore_trail trail_of(jlong packed) {
  return {static_cast<uint32_t>(packed),
          static_cast<uint32_t>(static_cast<uint64_t>(packed) >> NUMBER(FLAGS_SHIFT))};
}

jlong to_java(oncemore_trail trail) {
  return static_cast<jlong>(static_cast<uint64_t>(trail.flags) << NUMBER(FLAGS_SHIFT) | trail.hops);
}

jlong answer(int64_t delay, oncemore_verdict verdict, oncemore_reason reason, uint32_t notes) {
  return static_cast<jlong>(static_cast<uint64_t>(delay) |
                            static_cast<uint64_t>(verdict) << NUMBER(VERDICT_SHIFT) |
                            static_cast<uint64_t>(reason) << NUMBER(REASON_SHIFT) |
                            static_cast<uint64_t>(notes) << NUMBER(NOTES_SHIFT));
}

oncemore_attempt attempt_of(jint number, jint status, jint failure, jint facts, jlong elapsed,
                            jlong previous_delay, jlong wait, jlong trail, jint budget_paid,
                            jlong hold) {
  oncemore_attempt attempt = ONCEMORE_ATTEMPT_INIT;
  attempt.number = static_cast<uint32_t>(number);
  attempt.method = method_of(facts);
  attempt.status = status;
  attempt.failure = static_cast<uint32_t>(failure);
  attempt.repeatable = part(facts, NUMBER(REPEATABLE_SHIFT), NUMBER(EVIDENCE_SHIFT));
  attempt.evidence = part(facts, NUMBER(EVIDENCE_SHIFT), NUMBER(BODY_SHIFT));
  attempt.body = body_of(facts);
  attempt.budget = part(facts, NUMBER(BUDGET_SHIFT), NUMBER(SERVER_SAYS_SHIFT));
  attempt.server_says = part(facts, NUMBER(SERVER_SAYS_SHIFT), NUMBER(RETRY_AFTER_KIND_SHIFT));
  attempt.elapsed_ms = elapsed;
  attempt.previous_delay_ms = previous_delay;
  attempt.retry_after = retry_after_of(wait, kind_of(facts));
  attempt.redirects = trail_of(trail);
  attempt.budget_paid = static_cast<uint32_t>(budget_paid);
  attempt.hold_ms = hold;
  return attempt;
}

/// An attempt as an array, where speed does not count.
struct AttemptWords {
  jlong at[10];
};

oncemore_attempt attempt_from(JNIEnv* env, jlongArray words) {
  jlong w[10];
  env->GetLongArrayRegion(words, 0, 10, w);
  return attempt_of(static_cast<jint>(w[0]), static_cast<jint>(w[1]), static_cast<jint>(w[2]),
                    static_cast<jint>(w[3]), w[4], w[5], w[6], w[7], static_cast<jint>(w[8]), w[9]);
}

AttemptWords words_of(oncemore_attempt const& attempt) {
  jlong const facts =
      attempt.method | static_cast<jlong>(attempt.repeatable) << NUMBER(REPEATABLE_SHIFT) |
      static_cast<jlong>(attempt.evidence) << NUMBER(EVIDENCE_SHIFT) |
      static_cast<jlong>(attempt.body) << NUMBER(BODY_SHIFT) |
      static_cast<jlong>(attempt.budget) << NUMBER(BUDGET_SHIFT) |
      static_cast<jlong>(attempt.server_says) << NUMBER(SERVER_SAYS_SHIFT) |
      static_cast<jlong>(attempt.retry_after.kind) << NUMBER(RETRY_AFTER_KIND_SHIFT);
  return {{attempt.number, attempt.status, attempt.failure, facts, attempt.elapsed_ms,
           attempt.previous_delay_ms, attempt.retry_after.wait_ms, to_java(attempt.redirects),
           attempt.budget_paid, attempt.hold_ms}};
}

// ---- Names --------------------------------------------------------------------------------------

char const* name_of(jint enumeration, uint32_t n) {
  switch (enumeration) {
    case NUMBER(VERDICT): return oncemore_verdict_name(n);
    case NUMBER(REASON): return oncemore_reason_name(n);
    case NUMBER(NOTE): return oncemore_note_name(n);
    case NUMBER(NEXT_METHOD): return oncemore_next_method_name(n);
    case NUMBER(NEXT_BODY): return oncemore_next_body_name(n);
    case NUMBER(METHOD): return oncemore_method_name(n);
    case NUMBER(FAILURE): return oncemore_failure_name(n);
    case NUMBER(EVIDENCE): return oncemore_evidence_name(n);
    case NUMBER(REPEATABLE): return oncemore_repeatable_name(n);
    case NUMBER(BODY): return oncemore_body_name(n);
    case NUMBER(BUDGET): return oncemore_budget_answer_name(n);
    case NUMBER(SERVER_SAYS): return oncemore_server_says_name(n);
    case NUMBER(RETRY_AFTER_KIND): return oncemore_retry_after_kind_name(n);
    case NUMBER(TRAIL_FLAG): return oncemore_trail_flag_name(n);
    case NUMBER(UNREPEATABLE): return oncemore_unrepeatable_name(n);
    case NUMBER(REDIRECT_PROOF): return oncemore_redirect_proof_name(n);
    case NUMBER(REDIRECT_REWRITE): return oncemore_redirect_rewrite_name(n);
    case NUMBER(JITTER): return oncemore_jitter_name(n);
    case NUMBER(SERVER_WAIT_MODE): return oncemore_server_wait_mode_name(n);
    case NUMBER(OVER_CAP): return oncemore_over_cap_name(n);
    case NUMBER(GRAMMAR): return oncemore_grammar_name(n);
    case NUMBER(POLICY_ERROR): return oncemore_policy_error_name(n);
    case NUMBER(POLICY_ERROR_MESSAGE): return oncemore_policy_error_message(n);
    case NUMBER(CONVENTION): return oncemore_convention_name(n);
    case NUMBER(REASON_MESSAGE): return oncemore_reason_message(n);
    default: return nullptr;
  }
}

}  // namespace

extern "C" {

NATIVE(jstring, version)(JNIEnv* env, jclass) { return env->NewStringUTF(oncemore_version()); }

NATIVE(jstring, name)(JNIEnv* env, jclass, jint enumeration, jint number) {
  char const* name = name_of(enumeration, static_cast<uint32_t>(number));
  return name != nullptr ? env->NewStringUTF(name) : nullptr;
}

// ---- Policies -----------------------------------------------------------------------------------

NATIVE(jlongArray, defaultPolicy)(JNIEnv* env, jclass) {
  oncemore_policy policy;
  oncemore_policy_init(&policy, sizeof policy);
  jlong words[dev_oncemore_PolicyLayout_COUNT];
  each_field(policy, Writer{words});
  return to_java(env, words);
}

NATIVE(jbyteArray, pack)(JNIEnv* env, jclass, jlongArray array) {
  jlong words[dev_oncemore_PolicyLayout_COUNT];
  env->GetLongArrayRegion(array, 0, dev_oncemore_PolicyLayout_COUNT, words);
  oncemore_policy policy = ONCEMORE_POLICY_INIT;
  each_field(policy, Reader{words});
  jbyteArray packed = env->NewByteArray(sizeof policy);
  if (packed != nullptr) {
    env->SetByteArrayRegion(packed, 0, sizeof policy, reinterpret_cast<jbyte const*>(&policy));
  }
  return packed;
}

NATIVE(jint, validate)(JNIEnv* env, jclass, jbyteArray packed) {
  oncemore_policy const policy = policy_from(env, packed);
  return static_cast<jint>(oncemore_validate(&policy));
}

NATIVE(jlong, ceiling)(JNIEnv* env, jclass, jbyteArray packed, jint number) {
  oncemore_policy const policy = policy_from(env, packed);
  return oncemore_ceiling(&policy, static_cast<uint32_t>(number));
}

NATIVE(jlongArray, delayRange)
(JNIEnv* env, jclass, jbyteArray packed, jint number, jlong previous_delay) {
  oncemore_policy const policy = policy_from(env, packed);
  oncemore_range const range =
      oncemore_delay_range(&policy, static_cast<uint32_t>(number), previous_delay);
  return to_java(env, {range.low_ms, range.high_ms});
}

NATIVE(jlong, ownDelay)
(JNIEnv* env, jclass, jbyteArray packed, jint number, jlong previous_delay, jlong random) {
  oncemore_policy const policy = policy_from(env, packed);
  return oncemore_own_delay(&policy, static_cast<uint32_t>(number), previous_delay,
                            static_cast<uint64_t>(random));
}

NATIVE(jlong, draw)(JNIEnv*, jclass, jlong low, jlong high, jlong random) {
  oncemore_range const range = {low, high};
  return oncemore_draw(&range, static_cast<uint64_t>(random));
}

// ---- Sets ---------------------------------------------------------------------------------------

NATIVE(jlongArray, defaultStatuses)(JNIEnv* env, jclass) {
  oncemore_status_set set;
  oncemore_default_statuses(&set);
  return to_java(env, set);
}

NATIVE(jlongArray, defaultUnprocessed)(JNIEnv* env, jclass) {
  oncemore_status_set set;
  oncemore_default_unprocessed(&set);
  return to_java(env, set);
}

NATIVE(void, statusSetWith)(JNIEnv* env, jclass, jlongArray words, jint status) {
  oncemore_status_set set = set_from(env, words);
  oncemore_status_set_with(&set, status);
  env->SetLongArrayRegion(words, 0, 4, reinterpret_cast<jlong const*>(set.bits));
}

NATIVE(void, statusSetWithout)(JNIEnv* env, jclass, jlongArray words, jint status) {
  oncemore_status_set set = set_from(env, words);
  oncemore_status_set_without(&set, status);
  env->SetLongArrayRegion(words, 0, 4, reinterpret_cast<jlong const*>(set.bits));
}

NATIVE(jboolean, statusSetContains)(JNIEnv* env, jclass, jlongArray words, jint status) {
  oncemore_status_set const set = set_from(env, words);
  return oncemore_status_set_contains(&set, status) != 0;
}

NATIVE(jboolean, statusSetIsValid)(JNIEnv* env, jclass, jlongArray words) {
  oncemore_status_set const set = set_from(env, words);
  return oncemore_status_set_valid(&set) != 0;
}

NATIVE(jint, defaultFailures)(JNIEnv*, jclass) {
  return static_cast<jint>(oncemore_default_failures());
}

NATIVE(jint, failureSetWith)(JNIEnv*, jclass, jint set, jint failure) {
  return static_cast<jint>(
      oncemore_failure_set_with(static_cast<uint32_t>(set), static_cast<uint32_t>(failure)));
}

NATIVE(jint, failureSetWithout)(JNIEnv*, jclass, jint set, jint failure) {
  return static_cast<jint>(
      oncemore_failure_set_without(static_cast<uint32_t>(set), static_cast<uint32_t>(failure)));
}

NATIVE(jboolean, failureSetContains)(JNIEnv*, jclass, jint set, jint failure) {
  return oncemore_failure_set_contains(static_cast<uint32_t>(set),
                                       static_cast<uint32_t>(failure)) != 0;
}

NATIVE(jboolean, failureSetIsValid)(JNIEnv*, jclass, jint set) {
  return oncemore_failure_set_valid(static_cast<uint32_t>(set)) != 0;
}

// ---- Counting -----------------------------------------------------------------------------------

NATIVE(jint, attemptsFromRetries)(JNIEnv*, jclass, jint retries) {
  return static_cast<jint>(oncemore_attempts_from_retries(static_cast<uint32_t>(retries)));
}

NATIVE(jint, retriesFromAttempts)(JNIEnv*, jclass, jint attempts) {
  return static_cast<jint>(oncemore_retries_from_attempts(static_cast<uint32_t>(attempts)));
}

NATIVE(jint, maxAttemptsFor)(JNIEnv*, jclass, jint convention, jlong n) {
  return static_cast<jint>(oncemore_max_attempts_for(static_cast<uint32_t>(convention), n));
}

NATIVE(jlong, requestsPerCall)(JNIEnv*, jclass, jint attempts, jint redirects) {
  return static_cast<jlong>(oncemore_requests_per_call(static_cast<uint32_t>(attempts),
                                                       static_cast<uint32_t>(redirects)));
}

NATIVE(jlong, requestsPerCallLayers)(JNIEnv* env, jclass, jintArray numbers) {
  static_assert(sizeof(oncemore_request_layer) == 2 * sizeof(jint));
  jint* elements = env->GetIntArrayElements(numbers, nullptr);
  if (elements == nullptr) return 0;
  auto const requests =
      oncemore_requests_per_call_layers(reinterpret_cast<oncemore_request_layer const*>(elements),
                                        static_cast<size_t>(env->GetArrayLength(numbers) / 2));
  env->ReleaseIntArrayElements(numbers, elements, JNI_ABORT);
  return static_cast<jlong>(requests);
}

NATIVE(jlong, requestsPerCallShared)(JNIEnv*, jclass, jint attempts, jint redirects) {
  return static_cast<jlong>(oncemore_requests_per_call_shared(static_cast<uint32_t>(attempts),
                                                              static_cast<uint32_t>(redirects)));
}

// ---- Methods, statuses, fields ------------------------------------------------------------------

NATIVE(jint, parseMethod)(JNIEnv* env, jclass, jbyteArray bytes) {
  Octets const token(env, bytes);
  return static_cast<jint>(oncemore_parse_method(token.data(), token.size()));
}

NATIVE(jboolean, isSafe)(JNIEnv*, jclass, jint method) {
  return oncemore_is_safe(static_cast<uint32_t>(method)) != 0;
}

NATIVE(jboolean, isIdempotent)(JNIEnv*, jclass, jint method) {
  return oncemore_is_idempotent(static_cast<uint32_t>(method)) != 0;
}

NATIVE(jboolean, isFinal)(JNIEnv*, jclass, jint status) { return oncemore_is_final(status) != 0; }

NATIVE(jboolean, isSuccess)(JNIEnv*, jclass, jint status) {
  return oncemore_is_success(status) != 0;
}

NATIVE(jboolean, isRedirection)(JNIEnv*, jclass, jint status) {
  return oncemore_is_redirection(status) != 0;
}

NATIVE(jboolean, isFollowable)(JNIEnv*, jclass, jint status) {
  return oncemore_is_followable(status) != 0;
}

NATIVE(jboolean, isAssignedServerError)(JNIEnv*, jclass, jint status) {
  return oncemore_is_assigned_server_error(status) != 0;
}

NATIVE(jlong, parseRetryAfter)(JNIEnv* env, jclass, jbyteArray bytes, jlong now, jint grammar) {
  Octets const field(env, bytes);
  return to_java(
      oncemore_parse_retry_after(field.data(), field.size(), now, static_cast<uint32_t>(grammar)));
}

NATIVE(jlong, retryAfterUntil)(JNIEnv*, jclass, jlong until, jlong now) {
  return to_java(oncemore_retry_after_until(until, now));
}

NATIVE(jboolean, beats)
(JNIEnv*, jclass, jlong wait, jint kind, jlong other_wait, jint other_kind) {
  oncemore_retry_after const one = retry_after_of(wait, static_cast<uint32_t>(kind));
  oncemore_retry_after const other = retry_after_of(other_wait, static_cast<uint32_t>(other_kind));
  oncemore_retry_after const winner = oncemore_combined(&one, &other);
  return winner.kind == one.kind && winner.wait_ms == one.wait_ms;
}

NATIVE(jlong, parseHttpDate)(JNIEnv* env, jclass, jbyteArray bytes, jlong now, jint grammar) {
  Octets const field(env, bytes);
  oncemore_http_date const date =
      oncemore_parse_http_date(field.data(), field.size(), now, static_cast<uint32_t>(grammar));
  return date.valid != 0 ? date.instant_ms : NUMBER(MALFORMED);
}

NATIVE(jlong, referenceTime)
(JNIEnv* env, jclass, jbyteArray date_bytes, jbyteArray age_bytes, jlong now) {
  Octets const date(env, date_bytes);
  Octets const age(env, age_bytes);
  return oncemore_reference_time(date.data(), date.size(), age.data(), age.size(), now);
}

// ---- Redirects ----------------------------------------------------------------------------------

NATIVE(jlong, trailFollowed)
(JNIEnv* env, jclass, jlong packed, jint status, jbyteArray bytes_before, jbyteArray bytes_after) {
  Octets const before(env, bytes_before);
  Octets const after(env, bytes_after);
  oncemore_trail const trail = trail_of(packed);
  return to_java(oncemore_trail_followed(&trail, status, before.data(), before.size(), after.data(),
                                         after.size()));
}

NATIVE(jlong, trailSentAgain)(JNIEnv*, jclass, jlong packed) {
  oncemore_trail const trail = trail_of(packed);
  return to_java(oncemore_trail_sent_again(&trail));
}

NATIVE(jboolean, provesAcceptance)(JNIEnv*, jclass, jint proof, jlong packed) {
  oncemore_trail const trail = trail_of(packed);
  return oncemore_proves_acceptance(static_cast<uint32_t>(proof), &trail) != 0;
}

NATIVE(jlongArray, defaultHop)(JNIEnv* env, jclass) {
  oncemore_hop hop;
  oncemore_hop_init(&hop, sizeof hop);
  jlong const facts = hop.method | hop.body << NUMBER(BODY_SHIFT) |
                      static_cast<jlong>(hop.retry_after.kind) << NUMBER(RETRY_AFTER_KIND_SHIFT);
  return to_java(env,
                 {hop.status, facts, hop.has_location, hop.elapsed_ms, hop.retry_after.wait_ms});
}

NATIVE(jlong, follow)
(JNIEnv* env, jclass, jbyteArray packed, jlong packed_trail, jint status, jint facts,
 jboolean has_location, jlong elapsed, jlong wait) {
  oncemore_policy const policy = policy_from(env, packed);
  oncemore_trail const trail = trail_of(packed_trail);
  oncemore_hop hop = ONCEMORE_HOP_INIT;
  hop.status = status;
  hop.method = method_of(facts);
  hop.body = body_of(facts);
  hop.has_location = has_location;
  hop.elapsed_ms = elapsed;
  hop.retry_after = retry_after_of(wait, kind_of(facts));
  oncemore_hop_decision const decision = oncemore_follow(&policy, &trail, &hop);
  constexpr int body_shift = NUMBER(NEXT_BODY_SHIFT) - NUMBER(NOTES_SHIFT);
  return answer(decision.delay_ms, decision.verdict, decision.reason,
                decision.method | static_cast<uint32_t>(decision.body) << body_shift);
}

// ---- Decisions ----------------------------------------------------------------------------------

NATIVE(jlongArray, defaultAttempt)(JNIEnv* env, jclass) {
  oncemore_attempt attempt;
  oncemore_attempt_init(&attempt, sizeof attempt);
  return to_java(env, words_of(attempt).at);
}

NATIVE(jlong, decide)
(JNIEnv* env, jclass, jbyteArray packed, jint number, jint status, jint failure, jint facts,
 jlong elapsed, jlong previous_delay, jlong wait, jlong trail, jint budget_paid, jlong hold,
 jlong random) {
  oncemore_policy const policy = policy_from(env, packed);
  oncemore_attempt const attempt = attempt_of(number, status, failure, facts, elapsed,
                                              previous_delay, wait, trail, budget_paid, hold);
  oncemore_decision const decision =
      oncemore_decide(&policy, &attempt, static_cast<uint64_t>(random));
  return answer(decision.delay_ms, decision.verdict, decision.reason, decision.notes);
}

NATIVE(void, advance)
(JNIEnv* env, jclass, jlongArray words, jlong delay, jint verdict, jint reason, jint paid) {
  oncemore_attempt attempt = attempt_from(env, words);
  oncemore_decision const decision = {delay, static_cast<oncemore_verdict>(verdict),
                                      static_cast<oncemore_reason>(reason), 0};
  oncemore_advance(&attempt, &decision, static_cast<uint32_t>(paid));
  env->SetLongArrayRegion(words, 0, 10, words_of(attempt).at);
}

NATIVE(jlong, timeLeft)(JNIEnv* env, jclass, jbyteArray packed, jlong elapsed) {
  oncemore_policy const policy = policy_from(env, packed);
  return oncemore_time_left(&policy, elapsed);
}

NATIVE(jint, evidenceOfAttempt)(JNIEnv* env, jclass, jbyteArray packed, jlongArray words) {
  oncemore_policy const policy = policy_from(env, packed);
  oncemore_attempt const attempt = attempt_from(env, words);
  return static_cast<jint>(oncemore_evidence_of_attempt(&policy, &attempt));
}

NATIVE(jstring, describe)
(JNIEnv* env, jclass, jbyteArray packed, jlongArray words, jlong delay, jint verdict, jint reason,
 jint notes) {
  oncemore_policy const policy = policy_from(env, packed);
  oncemore_attempt const attempt = attempt_from(env, words);
  oncemore_decision const decision = {delay, static_cast<oncemore_verdict>(verdict),
                                      static_cast<oncemore_reason>(reason),
                                      static_cast<uint32_t>(notes)};
  char line[ONCEMORE_DESCRIBE_MAX];
  oncemore_describe(&policy, &attempt, &decision, line, sizeof line);
  return env->NewStringUTF(line);
}

NATIVE(jint, evidenceOfFailure)(JNIEnv*, jclass, jint failure) {
  return static_cast<jint>(oncemore_evidence_of_failure(static_cast<uint32_t>(failure)));
}

NATIVE(jint, evidenceOfStatus)(JNIEnv* env, jclass, jint status, jlongArray words) {
  oncemore_status_set const unprocessed = set_from(env, words);
  return static_cast<jint>(oncemore_evidence_of_status(status, &unprocessed));
}

NATIVE(jint, verdictOf)(JNIEnv*, jclass, jint reason) {
  return oncemore_verdict_of(static_cast<oncemore_reason>(reason));
}

}  // extern "C"
