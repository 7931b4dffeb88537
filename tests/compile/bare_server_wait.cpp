// SPDX-License-Identifier: MIT
// What the server asked for is a duration or a field that is parsed, not a number.
// expect-g++: no match for 'operator='
// expect-clang: no viable overloaded '='
#include <chrono>

#include <oncemore/oncemore.hpp>

void test(oncemore::Attempt& attempt) {
#ifdef ACCEPT
  attempt.retry_after = oncemore::RetryAfter(std::chrono::seconds(2));
#endif
#ifdef REJECT
  attempt.retry_after = 2;
#endif
}
