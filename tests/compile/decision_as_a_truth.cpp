// SPDX-License-Identifier: MIT
// A decision has more to say than yes: retry() is the question.
// expect-g++: to 'bool'
// expect-clang: is not contextually convertible to 'bool'
#include <oncemore/oncemore.hpp>

bool test(oncemore::Policy const& policy, oncemore::Attempt const& attempt) {
  oncemore::Decision const decision = decide(policy, attempt, 0);
#ifdef ACCEPT
  if (decision.retry()) return true;
#endif
#ifdef REJECT
  if (decision) return true;
#endif
  return false;
}
