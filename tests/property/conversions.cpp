// SPDX-License-Identifier: MIT
//
// There and back again: what is converted comes back as it was. Durations are in time.cpp, dates in
// http_date.cpp.

#include <chrono>

#include "generators.hpp"
#include "support/picked.hpp"

using namespace oncemore;
using namespace generators;

PROPERTY(Conversions, retries_come_back_from_attempts) {
  auto const retries = static_cast<uint32_t>(*count_up_to(UINT32_MAX).as("retries"));
  uint32_t const attempts = attempts_from_retries(retries);
  RC_ASSERT(attempts >= 1U);
  // The two largest are both unlimited.
  bool const is_unlimited = retries >= UINT32_MAX - 1;
  RC_ASSERT(retries_from_attempts(attempts) == (is_unlimited ? unlimited : retries));
}

PROPERTY(Conversions, attempts_come_back_from_retries) {
  auto const attempts = static_cast<uint32_t>(*count_up_to(UINT32_MAX).as("attempts"));
  RC_PRE(attempts != 0);
  RC_ASSERT(attempts_from_retries(retries_from_attempts(attempts)) == attempts);
}

// Other systems count the one or the other, so a setting of theirs is one of these two or invalid.
PROPERTY(Conversions, a_number_of_another_system_is_not_off_by_one) {
  auto const convention = any_of<Convention>();
  int64_t const n = *count_up_to(UINT32_MAX - 2).as("n");
  RC_PRE(n > 0);
  ConventionRow const& system = *row(convention);
  uint32_t const attempts = max_attempts_for(convention, n);
  bool const is_taken = n >= system.lowest && n <= system.limit && n != system.unlimited_at;
  RC_CLASSIFY(is_taken, "taken");
  if (!is_taken) return;
  uint32_t const back =
      system.counts == Counts::retries ? retries_from_attempts(attempts) : attempts;
  RC_ASSERT(int64_t{back} == n);
}

PROPERTY(Conversions, a_trail_comes_back_from_its_numbers) {
  Trail const it = *trail().as("trail");
  RC_ASSERT(Trail::from_raw(it.hops(), it.flags()) == it);
}

PROPERTY(Conversions, a_retry_after_comes_back_from_its_numbers) {
  RetryAfter const it = *retry_after().as("retry_after");
  RC_ASSERT(RetryAfter::from_raw(it.kind(), it.is_wait() ? it.wait() : Milliseconds()) == it);
}

PROPERTY(Conversions, sets_and_notes_come_back_from_their_numbers) {
  Policy const policy = *valid_policy().as("policy");
  RC_ASSERT(FailureSet::from_bits(policy.failures.bits()) == policy.failures);
  StatusSet const& set = policy.statuses;
  uint64_t const words[4] = {set.word(0), set.word(1), set.word(2), set.word(3)};
  RC_ASSERT(StatusSet::from_words(words) == set);
  Notes const notes = decide(policy, *possible_attempt().as("attempt"), 0).notes;
  RC_ASSERT(Notes::from_bits(notes.bits()) == notes);
}

PROPERTY(Conversions, an_instant_comes_back_from_the_system_clock) {
  // As far as the clock's nanoseconds reach.
  int64_t const count = *count_up_to(Milliseconds::largest().count()).as("milliseconds");
  std::chrono::system_clock::time_point const point{std::chrono::milliseconds(count)};
  RC_ASSERT(Instant(point).count() == count);
}

PROPERTY(Conversions, a_method_comes_back_from_its_name) {
  auto const method = any_of<Method>();
  RC_ASSERT(parse_method(name(method)) == method || method == Method::unknown);
}
