// SPDX-License-Identifier: MIT
// A Retry-After date is compared with the calendar, not with the time since the last boot.
// expect: system_clock
#include <chrono>

#include <oncemore/oncemore.hpp>

oncemore::RetryAfter asked() {
#ifdef ACCEPT
  return oncemore::parse_retry_after("120", std::chrono::system_clock::now());
#endif
#ifdef REJECT
  return oncemore::parse_retry_after("120", std::chrono::steady_clock::now());
#endif
}
