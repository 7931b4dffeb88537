// SPDX-License-Identifier: MIT
// `.outcome = response.ok()` is a status of 1 to nobody.
// expect-g++: no match for 'operator='
// expect-clang: no viable overloaded '='
#include <oncemore/oncemore.hpp>

void test(oncemore::Attempt& attempt, bool ok) {
#ifdef ACCEPT
  attempt.outcome = ok ? 200 : 500;
#endif
#ifdef REJECT
  attempt.outcome = ok;
#endif
}
