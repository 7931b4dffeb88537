// SPDX-License-Identifier: MIT
// Retry-After speaks of the calendar, and only the system clock knows it.
// expect: system_clock
#include <chrono>

#include <oncemore/oncemore.hpp>

oncemore::Instant now() {
#ifdef ACCEPT
  return std::chrono::system_clock::now();
#endif
#ifdef REJECT
  return std::chrono::steady_clock::now();
#endif
}
