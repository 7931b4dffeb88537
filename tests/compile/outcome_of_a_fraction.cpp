// SPDX-License-Identifier: MIT
// JSON knows only numbers, and some readers make a double of each.
// expect-g++: no match for 'operator='
// expect-clang: no viable overloaded '='
#include <oncemore/oncemore.hpp>

void test(oncemore::Attempt& attempt, double status) {
#ifdef ACCEPT
  attempt.outcome = static_cast<int>(status);
#endif
#ifdef REJECT
  attempt.outcome = status;
#endif
}
