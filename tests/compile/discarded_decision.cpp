// SPDX-License-Identifier: MIT
// Who asks and does not listen has forgotten something.
// expect: ignoring return value of
#include <oncemore/oncemore.hpp>

bool test(oncemore::Policy const& policy, oncemore::Attempt const& attempt) {
#ifdef ACCEPT
  return decide(policy, attempt, 0).retry();
#endif
#ifdef REJECT
  decide(policy, attempt, 0);
  return false;
#endif
}
