// SPDX-License-Identifier: MIT
// A number becomes a duration only where its author says so.
// expect-g++: from 'int' to non-scalar type
// expect-clang: no viable conversion from 'int' to
#include <oncemore/oncemore.hpp>

oncemore::Milliseconds wait() {
#ifdef ACCEPT
  oncemore::Milliseconds const thirty(30);
#endif
#ifdef REJECT
  oncemore::Milliseconds const thirty = 30;
#endif
  return thirty;
}
