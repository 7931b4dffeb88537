// SPDX-License-Identifier: MIT
// Half a millisecond is no number of milliseconds.
// expect-g++: no matching function for call to
// expect-clang: functional-style cast from 'double'
#include <oncemore/oncemore.hpp>

oncemore::Milliseconds wait() {
#ifdef ACCEPT
  return oncemore::Milliseconds(1);
#endif
#ifdef REJECT
  return oncemore::Milliseconds(0.5);
#endif
}
