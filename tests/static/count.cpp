// SPDX-License-Identifier: MIT
#include <oncemore/count.hpp>

#include <stdint.h>

#include "rule.hpp"

using namespace oncemore;

RULES(a_negative_number_counts_as_0_and_not_as_a_large_one) {
  RULE(Count() == 0 && Count(4) == 4);
  RULE(Count(-1) == 0 && Count(INT64_MIN) == 0);
  RULE(Count(UINT32_MAX) == unlimited && Count(UINT64_MAX) == unlimited);
  RULE(Count(int64_t{1} << 32) == unlimited);
  RULE(attempts_from_retries(-1) == 1 && retries_from_attempts(-3) == 0);
}

RULES(the_first_send_is_no_retry) {
  RULE(attempts_from_retries(0) == 1);
  RULE(attempts_from_retries(3) == 4);
  RULE(retries_from_attempts(1) == 0);
  RULE(retries_from_attempts(4) == 3);
}

RULES(attempts_and_retries_saturate_at_unlimited) {
  RULE(attempts_from_retries(UINT32_MAX - 2) == UINT32_MAX - 1);
  RULE(attempts_from_retries(UINT32_MAX - 1) == unlimited);
  RULE(attempts_from_retries(UINT32_MAX) == unlimited);
  RULE(retries_from_attempts(UINT32_MAX) == UINT32_MAX);
  RULE(retries_from_attempts(UINT32_MAX - 1) == UINT32_MAX - 2);
  RULE(retries_from_attempts(0) == 0);
}
