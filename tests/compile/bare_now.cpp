// SPDX-License-Identifier: MIT
// Seconds or milliseconds? An instant says which, by its name.
// expect-g++: from 'int' to 'oncemore::
// expect-clang: no viable conversion from 'int' to
#include <oncemore/oncemore.hpp>

oncemore::RetryAfter asked() {
#ifdef ACCEPT
  return oncemore::parse_retry_after("120", oncemore::Instant(1781524800000));
#endif
#ifdef REJECT
  return oncemore::parse_retry_after("120", 1781524800);
#endif
}
