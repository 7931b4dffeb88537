// SPDX-License-Identifier: MIT
// A point in time deduces the type of what is added; a delay has to be named there.
// expect-g++: no match for 'operator+'
// expect-clang: invalid operands to binary expression
#include <chrono>

#include <oncemore/oncemore.hpp>

std::chrono::steady_clock::time_point when(oncemore::Decision const& decision) {
#ifdef ACCEPT
  return std::chrono::steady_clock::now() + std::chrono::milliseconds(decision.delay);
#endif
#ifdef REJECT
  return std::chrono::steady_clock::now() + decision.delay;
#endif
}
