// SPDX-License-Identifier: MIT
#include <oncemore/decision.hpp>

#include <stdint.h>

#include "given.hpp"
#include "rule.hpp"

using namespace oncemore;
using namespace given;

namespace {

constexpr Note all_notes[] = {Note::server_wait_applied, Note::server_wait_malformed,
                              Note::server_wait_clamped, Note::new_connection,
                              Note::not_early_data};

constexpr bool each_note_stands_alone() noexcept {
  for (Note const note : all_notes) {
    for (Note const other : all_notes) {
      if (Notes().with(note).has(other) != (note == other)) return false;
    }
  }
  return true;
}

constexpr bool stops(Reason reason) noexcept { return verdict_of(reason) == Verdict::stop; }

constexpr bool only_three_reasons_go_on() noexcept {
  for (uint16_t i = 0; i < 22; ++i) {
    bool const goes_on = i == 16 || i == 17 || i == 21;
    if (stops(Reason{i}) == goes_on) return false;
  }
  return true;
}

// In the order of Reason; 0 is follow()'s.
constexpr uint32_t rule_of[] = {1, 2, 3,  3,  4,  5,  6,  6, 7, 7, 7,
                                8, 9, 10, 11, 12, 13, 13, 0, 0, 0, 0};

constexpr bool each_reason_has_its_place() noexcept {
  for (uint16_t i = 0; i < 22; ++i) {
    if (row(Reason{i})->rule != rule_of[i]) return false;
  }
  return true;
}

constexpr bool a_wait_is_known_from_rule_9_on() noexcept {
  for (uint16_t i = 0; i < 22; ++i) {
    bool const known = rule_of[i] >= 9 || Reason{i} == Reason::follow;
    if (detail::carries_delay(Reason{i}) != known) return false;
  }
  return true;
}

constexpr Decision retry_in_5_ms{5_ms, Verdict::retry, Reason::retryable_status, {}};

}  // namespace

RULES(verdict_names) {
  NAMED(Verdict, stop);
  NAMED(Verdict, retry);
  NAMED(Verdict, follow);
  constexpr Verdict all[] = {Verdict::stop, Verdict::retry, Verdict::follow};
  RULE(are_all(all));
}

RULES(reason_names) {
  NAMED(Reason, invalid_attempt);
  NAMED(Reason, cancelled);
  NAMED(Reason, success);
  NAMED(Reason, redirect);
  NAMED(Reason, invalid_policy);
  NAMED(Reason, server_refused);
  NAMED(Reason, status_not_retried);
  NAMED(Reason, failure_not_retried);
  NAMED(Reason, accepted);
  NAMED(Reason, not_repeatable);
  NAMED(Reason, maybe_processed);
  NAMED(Reason, body_consumed);
  NAMED(Reason, attempts_exhausted);
  NAMED(Reason, budget_exhausted);
  NAMED(Reason, server_wait_too_long);
  NAMED(Reason, deadline);
  NAMED(Reason, retryable_status);
  NAMED(Reason, retryable_failure);
  NAMED(Reason, not_a_redirect);
  NAMED(Reason, no_location);
  NAMED(Reason, redirect_limit);
  NAMED(Reason, follow);
  constexpr Reason all[] = {Reason::invalid_attempt,
                            Reason::cancelled,
                            Reason::success,
                            Reason::redirect,
                            Reason::invalid_policy,
                            Reason::server_refused,
                            Reason::status_not_retried,
                            Reason::failure_not_retried,
                            Reason::accepted,
                            Reason::not_repeatable,
                            Reason::maybe_processed,
                            Reason::body_consumed,
                            Reason::attempts_exhausted,
                            Reason::budget_exhausted,
                            Reason::server_wait_too_long,
                            Reason::deadline,
                            Reason::retryable_status,
                            Reason::retryable_failure,
                            Reason::not_a_redirect,
                            Reason::no_location,
                            Reason::redirect_limit,
                            Reason::follow};
  RULE(are_all(all));
}

RULES(note_names) {
  NAMED(Note, server_wait_applied);
  NAMED(Note, server_wait_malformed);
  NAMED(Note, server_wait_clamped);
  NAMED(Note, new_connection);
  NAMED(Note, not_early_data);
  RULE(name(Note{0}) == nullptr && name(Note{3}) == nullptr && name(Note{32}) == nullptr);
}

RULES(notes_are_bits_in_order) {
  RULE(static_cast<uint32_t>(Note::server_wait_applied) == 1);
  RULE(static_cast<uint32_t>(Note::server_wait_malformed) == 2);
  RULE(static_cast<uint32_t>(Note::server_wait_clamped) == 4);
  RULE(static_cast<uint32_t>(Note::new_connection) == 8);
  RULE(static_cast<uint32_t>(Note::not_early_data) == 16);
  RULE(each_note_stands_alone());
}

RULES(notes_are_added) {
  RULE(Notes().bits() == 0 && !Notes().has(Note::new_connection));
  RULE(Notes().with(Note::new_connection).bits() == 8);
  RULE(Notes().with(Note::new_connection, false) == Notes());
  RULE(Notes().with(Note::new_connection).with(Note::new_connection, false).bits() == 8);
  RULE(Notes().with(Note::new_connection).with(Note::server_wait_applied).bits() == 9);
  RULE(Notes::from_bits(9).has(Note::server_wait_applied));
  RULE(Notes::from_bits(9) != Notes::from_bits(8));
  RULE(!(Notes::from_bits(9) == Notes::from_bits(8)));
}

RULES(a_reason_stands_for_one_verdict) {
  RULE(verdict_of(Reason::retryable_status) == Verdict::retry);
  RULE(verdict_of(Reason::retryable_failure) == Verdict::retry);
  RULE(verdict_of(Reason::follow) == Verdict::follow);
  RULE(only_three_reasons_go_on());
  RULE(stops(Reason{22}) && stops(Reason{UINT16_MAX}));
}

RULES(a_reason_has_one_place_in_the_order) {
  RULE(each_reason_has_its_place());
  RULE(a_wait_is_known_from_rule_9_on());
  RULE(row(Reason{22}) == nullptr && row(Reason{UINT16_MAX}) == nullptr);
  RULE(!detail::carries_delay(Reason{22}) && !detail::carries_delay(Reason{UINT16_MAX}));
  RULE(message(Reason{22}) == nullptr && message(Reason{UINT16_MAX}) == nullptr);
}

RULES(a_decision_that_nobody_filled_in_is_a_stop) {
  RULE(!Decision{}.retry());
  RULE(Decision{}.verdict == Verdict::stop && Decision{}.reason == Reason::invalid_attempt);
  RULE(Decision{}.delay == 0_ms && Decision{}.notes == Notes());
}

RULES(a_decision_says_whether_to_retry) {
  RULE(retry_in_5_ms.retry());
  RULE(!with(retry_in_5_ms, &Decision::verdict, Verdict::follow).retry());
}

RULES(decisions_are_equal_if_all_of_them_is) {
  RULE(retry_in_5_ms == retry_in_5_ms && !(retry_in_5_ms != retry_in_5_ms));
  RULE(with(retry_in_5_ms, &Decision::delay, 6_ms) != retry_in_5_ms);
  RULE(with(retry_in_5_ms, &Decision::verdict, Verdict::stop) != retry_in_5_ms);
  RULE(with(retry_in_5_ms, &Decision::reason, Reason::retryable_failure) != retry_in_5_ms);
  RULE(with(retry_in_5_ms, &Decision::notes, Notes::from_bits(8)) != retry_in_5_ms);
}

RULES(a_decision_fits_in_two_registers) { RULE(sizeof(Decision) == 16); }
