// SPDX-License-Identifier: MIT
// A delay is whole; who wants fractions of a second divides it himself.
// expect-g++: to non-scalar type
// expect-clang: no viable conversion from
#include <chrono>

#include <oncemore/oncemore.hpp>

double seconds(oncemore::Decision const& decision) {
#ifdef ACCEPT
  std::chrono::duration<double> const delay = std::chrono::milliseconds(decision.delay);
#endif
#ifdef REJECT
  std::chrono::duration<double> const delay = decision.delay;
#endif
  return delay.count();
}
