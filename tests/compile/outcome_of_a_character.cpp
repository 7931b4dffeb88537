// SPDX-License-Identifier: MIT
// The first character of "503" is not 5.
// expect-g++: no match for 'operator='
// expect-clang: no viable overloaded '='
#include <oncemore/oncemore.hpp>

void test(oncemore::Attempt& attempt, char digit) {
#ifdef ACCEPT
  attempt.outcome = (digit - '0') * 100;
#endif
#ifdef REJECT
  attempt.outcome = digit;
#endif
}
