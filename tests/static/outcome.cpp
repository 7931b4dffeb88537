// SPDX-License-Identifier: MIT
#include <oncemore/outcome.hpp>

#include <stdint.h>

#include "given.hpp"
#include "rule.hpp"

using namespace oncemore;

RULES(an_outcome_is_a_status_or_a_failure) {
  constexpr Outcome status = 503;
  RULE(status.status() == 503 && !status.is_failure() && status.failure() == Failure::none);
  constexpr Outcome failure = Failure::timeout;
  RULE(failure.is_failure() && failure.failure() == Failure::timeout && failure.status() == 0);
}

RULES(a_status_comes_in_any_integer_type) {
  RULE(Outcome(static_cast<short>(503)) == Outcome(503));
  RULE(Outcome(uint16_t{503}) == Outcome(503));
  RULE(Outcome(503U) == Outcome(503));
  RULE(Outcome(503L) == Outcome(503) && Outcome(503UL) == Outcome(503));
  RULE(Outcome(503LL) == Outcome(503) && Outcome(503ULL) == Outcome(503));
  RULE(Outcome(uint8_t{200}) == Outcome(200));
}

// 2^32 + 503 is 503 in 32 bits.
RULES(a_hops_status_is_an_outcome) {
  RULE(Outcome(Status(503)) == Outcome(503));
  RULE(Outcome(Status((int64_t{1} << 32) + 503)).status() == INT32_MAX);
}

RULES(a_status_is_never_narrowed) {
  RULE(Outcome(4294967799).status() == INT32_MAX);
  RULE(Outcome(INT64_MAX).status() == INT32_MAX);
  RULE(Outcome(UINT64_MAX).status() == INT32_MAX);
  RULE(Outcome(UINT32_MAX).status() == INT32_MAX);
  RULE(Outcome(INT64_MIN).status() == INT32_MIN);
  RULE(Outcome(-4294966793).status() == INT32_MIN);
  RULE(Outcome(65736).status() == 65736);
  RULE(!Outcome(4294967799).possible() && !Outcome(65736).possible());
}

RULES(a_status_that_ends_an_attempt_is_possible) {
  RULE(Outcome(200).possible() && Outcome(302).possible() && Outcome(999).possible());
  RULE(Outcome(101).possible());
}

RULES(no_status_or_an_interim_one_is_impossible) {
  RULE(!Outcome().possible());
  RULE(!Outcome(0).possible() && !Outcome(99).possible() && !Outcome(1000).possible());
  RULE(!Outcome(100).possible() && !Outcome(102).possible() && !Outcome(199).possible());
  RULE(!Outcome(-1).possible() && !Outcome(INT32_MIN).possible());
}

RULES(a_known_failure_is_possible) {
  RULE(Outcome(Failure::name_resolution).possible());
  RULE(Outcome(Failure::other).possible() && Outcome(Failure::cancelled).possible());
  RULE(!Outcome(Failure::none).possible());
  RULE(!Outcome(Failure{14}).possible() && !Outcome(Failure{UINT32_MAX}).possible());
}

RULES(both_at_once_is_impossible) {
  RULE(!Outcome(503, Failure::timeout).possible());
  RULE(!Outcome(200, Failure::cancelled).possible());
  RULE(!Outcome(0, Failure::none).possible());
  RULE(Outcome(0, Failure::timeout) == Outcome(Failure::timeout));
  RULE(Outcome(503, Failure::none) == Outcome(503));
  RULE(Outcome(0, Failure::timeout).possible() && Outcome(503, Failure::none).possible());
}

RULES(outcomes_are_equal_if_both_numbers_are) {
  RULE(Outcome(503) != Outcome(502));
  RULE(Outcome(Failure::timeout) != Outcome(Failure::send));
  RULE(Outcome(503) != Outcome(503, Failure::timeout));
  RULE(Outcome() == Outcome(0));
  RULE(!(Outcome(503) != Outcome(503)) && !(Outcome(503) == Outcome(502)));
}
