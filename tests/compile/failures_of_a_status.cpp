// SPDX-License-Identifier: MIT
// A set of failures holds no status.
// expect-g++: no match for 'operator='
// expect-clang: no viable overloaded '='
#include <oncemore/oncemore.hpp>

void test(oncemore::Policy& policy) {
#ifdef ACCEPT
  policy.failures = oncemore::Failure::timeout;
#endif
#ifdef REJECT
  policy.failures = 503;
#endif
}
