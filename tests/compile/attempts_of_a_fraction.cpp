// SPDX-License-Identifier: MIT
// Nobody sends a request two and a half times.
// expect-g++: no match for 'operator='
// expect-clang: no viable overloaded
#include <oncemore/oncemore.hpp>

void test(oncemore::Policy& policy, double attempts) {
#ifdef ACCEPT
  policy.max_attempts = static_cast<int>(attempts);
#endif
#ifdef REJECT
  policy.max_attempts = attempts;
#endif
}
