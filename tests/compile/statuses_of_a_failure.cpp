// SPDX-License-Identifier: MIT
// A set of statuses holds no failure.
// expect-g++: no match for 'operator='
// expect-clang: no viable overloaded '='
#include <oncemore/oncemore.hpp>

void test(oncemore::Policy& policy) {
#ifdef ACCEPT
  policy.statuses = {502, 503, 504};
#endif
#ifdef REJECT
  policy.statuses = oncemore::Failure::timeout;
#endif
}
