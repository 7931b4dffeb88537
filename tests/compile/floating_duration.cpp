// SPDX-License-Identifier: MIT
// A floating duration has no exact millisecond; its owner says which way it is rounded.
// expect: std::chrono::ceil
#include <chrono>

#include <oncemore/oncemore.hpp>

std::chrono::duration<double> const measured(0.25);

void test() {
  oncemore::Attempt attempt;
#ifdef ACCEPT
  attempt.elapsed = std::chrono::ceil<std::chrono::milliseconds>(measured);
#endif
#ifdef REJECT
  attempt.elapsed = measured;
#endif
}
