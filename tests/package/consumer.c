/* SPDX-License-Identifier: MIT */
/* A program in C that uses an installed liboncemore. */
#include <oncemore.h>

int main(void) {
  oncemore_policy policy = ONCEMORE_POLICY_INIT;
  oncemore_attempt attempt = ONCEMORE_ATTEMPT_INIT;
  oncemore_decision decision;
  attempt.number = 1;
  attempt.method = oncemore_parse_method("POST", 4);
  attempt.status = 504;
  decision = oncemore_decide(&policy, &attempt, 0);
  return decision.reason == ONCEMORE_REASON_MAYBE_PROCESSED ? 0 : 1;
}
