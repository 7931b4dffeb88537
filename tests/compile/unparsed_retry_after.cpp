// SPDX-License-Identifier: MIT
// A field value is parsed first, and that takes the time at which it arrived.
// expect-g++: no match for 'operator='
// expect-clang: no viable overloaded '='
#include <oncemore/oncemore.hpp>

void test(oncemore::Attempt& attempt, oncemore::Instant now) {
#ifdef ACCEPT
  attempt.retry_after = oncemore::parse_retry_after("2", now);
#endif
#ifdef REJECT
  attempt.retry_after = "2";
  (void)now;
#endif
}
