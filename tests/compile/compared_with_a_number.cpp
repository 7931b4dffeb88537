// SPDX-License-Identifier: MIT
// Longer than 30 what?
// expect-g++: no match for 'operator>'
// expect-clang: invalid operands to binary expression
#include <oncemore/oncemore.hpp>

bool test(oncemore::Decision const& decision) {
#ifdef ACCEPT
  return decision.delay > oncemore::Milliseconds(30);
#endif
#ifdef REJECT
  return decision.delay > 30;
#endif
}
