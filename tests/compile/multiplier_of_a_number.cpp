// SPDX-License-Identifier: MIT
// Is 2 twice as long, or two thousandths?
// expect-g++: no match for 'operator='
// expect-clang: no viable overloaded
#include <oncemore/oncemore.hpp>

void test(oncemore::Policy& policy) {
#ifdef ACCEPT
  policy.backoff.multiplier = oncemore::times(2);
#endif
#ifdef REJECT
  policy.backoff.multiplier = 2;
#endif
}
