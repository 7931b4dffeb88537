// SPDX-License-Identifier: MIT
#pragma once

// The border to C. cgo passes arguments and results by value without allocating, so these functions
// take and give structs by value where the library takes pointers. They hold no rule.

#include <string.h>

#include "renamed.h"

#include "oncemore.h"

// ---- Names --------------------------------------------------------------------------------------

/// A text that lives as long as the program; data is NULL if there is none.
typedef struct border_text {
  const char* data;
  size_t size;
} border_text;

static inline border_text border_text_of(const char* text) {
  border_text result = {text, text != NULL ? strlen(text) : 0};
  return result;
}

enum {
  BORDER_VERDICT,
  BORDER_REASON,
  BORDER_REASON_MESSAGE,
  BORDER_NOTE,
  BORDER_NEXT_METHOD,
  BORDER_NEXT_BODY,
  BORDER_METHOD,
  BORDER_FAILURE,
  BORDER_EVIDENCE,
  BORDER_REPEATABLE,
  BORDER_BODY,
  BORDER_BUDGET,
  BORDER_SERVER_SAYS,
  BORDER_RETRY_AFTER_KIND,
  BORDER_TRAIL_FLAG,
  BORDER_UNREPEATABLE,
  BORDER_REDIRECT_PROOF,
  BORDER_REDIRECT_REWRITE,
  BORDER_JITTER,
  BORDER_SERVER_WAIT_MODE,
  BORDER_OVER_CAP,
  BORDER_GRAMMAR,
  BORDER_POLICY_ERROR,
  BORDER_POLICY_ERROR_MESSAGE,
  BORDER_CONVENTION
};

static inline border_text border_name(uint32_t enumeration, uint32_t number) {
  static const char* (*const functions[])(uint32_t) = {
      [BORDER_VERDICT] = oncemore_verdict_name,
      [BORDER_REASON] = oncemore_reason_name,
      [BORDER_REASON_MESSAGE] = oncemore_reason_message,
      [BORDER_NOTE] = oncemore_note_name,
      [BORDER_NEXT_METHOD] = oncemore_next_method_name,
      [BORDER_NEXT_BODY] = oncemore_next_body_name,
      [BORDER_METHOD] = oncemore_method_name,
      [BORDER_FAILURE] = oncemore_failure_name,
      [BORDER_EVIDENCE] = oncemore_evidence_name,
      [BORDER_REPEATABLE] = oncemore_repeatable_name,
      [BORDER_BODY] = oncemore_body_name,
      [BORDER_BUDGET] = oncemore_budget_answer_name,
      [BORDER_SERVER_SAYS] = oncemore_server_says_name,
      [BORDER_RETRY_AFTER_KIND] = oncemore_retry_after_kind_name,
      [BORDER_TRAIL_FLAG] = oncemore_trail_flag_name,
      [BORDER_UNREPEATABLE] = oncemore_unrepeatable_name,
      [BORDER_REDIRECT_PROOF] = oncemore_redirect_proof_name,
      [BORDER_REDIRECT_REWRITE] = oncemore_redirect_rewrite_name,
      [BORDER_JITTER] = oncemore_jitter_name,
      [BORDER_SERVER_WAIT_MODE] = oncemore_server_wait_mode_name,
      [BORDER_OVER_CAP] = oncemore_over_cap_name,
      [BORDER_GRAMMAR] = oncemore_grammar_name,
      [BORDER_POLICY_ERROR] = oncemore_policy_error_name,
      [BORDER_POLICY_ERROR_MESSAGE] = oncemore_policy_error_message,
      [BORDER_CONVENTION] = oncemore_convention_name,
  };
  return border_text_of(functions[enumeration](number));
}

static inline border_text border_version(void) { return border_text_of(oncemore_version()); }

// ---- The policy ---------------------------------------------------------------------------------

static inline oncemore_policy border_default_policy(void) {
  oncemore_policy policy;
  oncemore_policy_init(&policy, sizeof policy);
  return policy;
}

/// The policy with its size, which Go has no reason to know.
static inline oncemore_policy border_policy(oncemore_policy policy) {
  policy.struct_size = sizeof policy;
  return policy;
}

static inline oncemore_policy_error border_validate(oncemore_policy policy) {
  policy = border_policy(policy);
  return oncemore_validate(&policy);
}

static inline oncemore_status_set border_default_statuses(void) {
  oncemore_status_set set;
  oncemore_default_statuses(&set);
  return set;
}

static inline oncemore_status_set border_default_unprocessed(void) {
  oncemore_status_set set;
  oncemore_default_unprocessed(&set);
  return set;
}

static inline oncemore_status_set border_statuses_with(oncemore_status_set set, int32_t status) {
  oncemore_status_set_with(&set, status);
  return set;
}

static inline oncemore_status_set border_statuses_without(oncemore_status_set set, int32_t status) {
  oncemore_status_set_without(&set, status);
  return set;
}

static inline uint32_t border_statuses_contain(oncemore_status_set set, int32_t status) {
  return oncemore_status_set_contains(&set, status);
}

static inline uint32_t border_statuses_valid(oncemore_status_set set) {
  return oncemore_status_set_valid(&set);
}

static inline uint32_t border_default_failures(void) { return oncemore_default_failures(); }

static inline uint32_t border_failures_with(uint32_t set, uint32_t failure) {
  return oncemore_failure_set_with(set, failure);
}

static inline uint32_t border_failures_without(uint32_t set, uint32_t failure) {
  return oncemore_failure_set_without(set, failure);
}

static inline uint32_t border_failures_contain(uint32_t set, uint32_t failure) {
  return oncemore_failure_set_contains(set, failure);
}

static inline uint32_t border_failures_valid(uint32_t set) {
  return oncemore_failure_set_valid(set);
}

// ---- Counting -----------------------------------------------------------------------------------

static inline uint32_t border_attempts_from_retries(uint32_t retries) {
  return oncemore_attempts_from_retries(retries);
}

static inline uint32_t border_retries_from_attempts(uint32_t attempts) {
  return oncemore_retries_from_attempts(attempts);
}

static inline uint32_t border_max_attempts_for(uint32_t convention, int64_t n) {
  return oncemore_max_attempts_for(convention, n);
}

static inline uint64_t border_requests_per_call(uint32_t attempts, uint32_t redirects) {
  return oncemore_requests_per_call(attempts, redirects);
}

static inline uint64_t border_requests_per_call_layers(const oncemore_request_layer* layers,
                                                       size_t count) {
  return oncemore_requests_per_call_layers(layers, count);
}

static inline uint64_t border_requests_per_call_shared(uint32_t attempts, uint32_t redirects) {
  return oncemore_requests_per_call_shared(attempts, redirects);
}

// ---- Methods and statuses -----------------------------------------------------------------------

static inline uint32_t border_parse_method(const char* token, size_t size) {
  return oncemore_parse_method(token, size);
}

static inline uint32_t border_is_safe(uint32_t method) { return oncemore_is_safe(method); }

static inline uint32_t border_is_idempotent(uint32_t method) {
  return oncemore_is_idempotent(method);
}

static inline uint32_t border_is_final(int32_t status) { return oncemore_is_final(status); }

static inline uint32_t border_is_success(int32_t status) { return oncemore_is_success(status); }

static inline uint32_t border_is_redirection(int32_t status) {
  return oncemore_is_redirection(status);
}

static inline uint32_t border_is_followable(int32_t status) {
  return oncemore_is_followable(status);
}

static inline uint32_t border_is_assigned_server_error(int32_t status) {
  return oncemore_is_assigned_server_error(status);
}

// ---- Retry-After and dates ----------------------------------------------------------------------

/// A text of Go. An empty one may have no address there, but it is not absent.
static inline const char* border_present(const char* text) { return text != NULL ? text : ""; }

/// One more line of a field.
static inline oncemore_retry_after border_retry_after_line(oncemore_retry_after so_far,
                                                           const char* line, size_t size,
                                                           int64_t now_ms, uint32_t grammar) {
  oncemore_retry_after parsed =
      oncemore_parse_retry_after(border_present(line), size, now_ms, grammar);
  return oncemore_combined(&so_far, &parsed);
}

/// A field is absent if `has` says so.
static inline int64_t border_reference_time(uint32_t has_date, const char* date, size_t date_size,
                                            uint32_t has_age, const char* age, size_t age_size,
                                            int64_t now_ms) {
  return oncemore_reference_time(has_date ? border_present(date) : NULL, date_size,
                                 has_age ? border_present(age) : NULL, age_size, now_ms);
}

static inline oncemore_retry_after border_combined(oncemore_retry_after a, oncemore_retry_after b) {
  return oncemore_combined(&a, &b);
}

static inline oncemore_retry_after border_retry_after_until(int64_t until_ms, int64_t now_ms) {
  return oncemore_retry_after_until(until_ms, now_ms);
}

static inline oncemore_http_date border_parse_http_date(const char* field, size_t size,
                                                        int64_t now_ms, uint32_t grammar) {
  return oncemore_parse_http_date(border_present(field), size, now_ms, grammar);
}

// ---- Redirects ----------------------------------------------------------------------------------

static inline oncemore_trail border_trail_followed(oncemore_trail trail, int32_t status,
                                                   const char* before, size_t before_size,
                                                   const char* after, size_t after_size) {
  return oncemore_trail_followed(&trail, status, border_present(before), before_size,
                                 border_present(after), after_size);
}

static inline oncemore_trail border_trail_sent_again(oncemore_trail trail) {
  return oncemore_trail_sent_again(&trail);
}

static inline uint32_t border_proves_acceptance(uint32_t proof, oncemore_trail trail) {
  return oncemore_proves_acceptance(proof, &trail);
}

static inline oncemore_hop_decision border_follow(oncemore_policy policy, oncemore_trail trail,
                                                  oncemore_hop hop) {
  policy = border_policy(policy);
  hop.struct_size = sizeof hop;
  return oncemore_follow(&policy, &trail, &hop);
}

// ---- Decisions ----------------------------------------------------------------------------------

static inline oncemore_decision border_decide(oncemore_policy policy, oncemore_attempt attempt,
                                              uint64_t random) {
  policy.struct_size = sizeof policy;
  attempt.struct_size = sizeof attempt;
  return oncemore_decide(&policy, &attempt, random);
}

/// A line and its length.
typedef struct border_line {
  size_t size;
  char text[ONCEMORE_DESCRIBE_MAX];
} border_line;

static inline border_line border_describe(oncemore_policy policy, oncemore_attempt attempt,
                                          oncemore_decision decision) {
  border_line line;
  policy = border_policy(policy);
  attempt.struct_size = sizeof attempt;
  line.size = oncemore_describe(&policy, &attempt, &decision, line.text, sizeof line.text);
  return line;
}

static inline oncemore_attempt border_advance(oncemore_attempt attempt, oncemore_decision decision,
                                              uint32_t paid) {
  attempt.struct_size = sizeof attempt;
  oncemore_advance(&attempt, &decision, paid);
  return attempt;
}

static inline int64_t border_time_left(oncemore_policy policy, int64_t elapsed_ms) {
  policy = border_policy(policy);
  return oncemore_time_left(&policy, elapsed_ms);
}

static inline uint32_t border_verdict_of(uint32_t reason) {
  return oncemore_verdict_of((oncemore_reason)reason);
}

static inline uint32_t border_evidence_of_attempt(oncemore_policy policy,
                                                  oncemore_attempt attempt) {
  policy = border_policy(policy);
  attempt.struct_size = sizeof attempt;
  return oncemore_evidence_of_attempt(&policy, &attempt);
}

static inline uint32_t border_evidence_of_failure(uint32_t failure) {
  return oncemore_evidence_of_failure(failure);
}

static inline uint32_t border_evidence_of_status(int32_t status, oncemore_status_set unprocessed) {
  return oncemore_evidence_of_status(status, &unprocessed);
}

// ---- The backoff alone --------------------------------------------------------------------------

static inline int64_t border_ceiling(oncemore_policy policy, uint32_t number) {
  policy = border_policy(policy);
  return oncemore_ceiling(&policy, number);
}

static inline oncemore_range border_delay_range(oncemore_policy policy, uint32_t number,
                                                int64_t previous_delay_ms) {
  policy = border_policy(policy);
  return oncemore_delay_range(&policy, number, previous_delay_ms);
}

static inline int64_t border_own_delay(oncemore_policy policy, uint32_t number,
                                       int64_t previous_delay_ms, uint64_t random) {
  policy = border_policy(policy);
  return oncemore_own_delay(&policy, number, previous_delay_ms, random);
}

static inline int64_t border_draw(oncemore_range range, uint64_t random) {
  return oncemore_draw(&range, random);
}
