// SPDX-License-Identifier: MIT
// 1.5 is 1500 thousandths, not one of them.
// expect-g++: no matching function for call to
// expect-clang: no matching function for call to
#include <oncemore/oncemore.hpp>

void test(oncemore::Policy& policy) {
#ifdef ACCEPT
  policy.backoff.multiplier = oncemore::thousandths(1500);
#endif
#ifdef REJECT
  policy.backoff.multiplier = oncemore::times(1.5);
#endif
}
