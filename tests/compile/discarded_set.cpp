// SPDX-License-Identifier: MIT
// with() answers the larger set and leaves its own alone.
// expect: ignoring return value of
#include <oncemore/oncemore.hpp>

void test(oncemore::Policy& policy) {
#ifdef ACCEPT
  policy.statuses = policy.statuses.with(409);
#endif
#ifdef REJECT
  policy.statuses.with(409);
#endif
}
