// SPDX-License-Identifier: MIT
// A delay converts to a duration that is named; sleep_for deduces its own and finds none.
// expect-g++: no matching function for call to 'sleep_for(
// expect-clang: no matching function for call to 'sleep_for'
#include <chrono>
#include <thread>

#include <oncemore/oncemore.hpp>

void wait(oncemore::Decision const& decision) {
#ifdef ACCEPT
  std::this_thread::sleep_for(std::chrono::milliseconds(decision.delay));
#endif
#ifdef REJECT
  std::this_thread::sleep_for(decision.delay);
#endif
}
