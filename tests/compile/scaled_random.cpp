// SPDX-License-Identifier: MIT
// Generators love to give a fraction between 0 and 1; as 64 bits it is 0, and every client draws
// the shortest delay.
// expect: decide
#include <oncemore/oncemore.hpp>

bool test(oncemore::Policy const& policy, oncemore::Attempt const& attempt, uint64_t bits) {
#ifdef ACCEPT
  return decide(policy, attempt, bits).retry();
#endif
#ifdef REJECT
  double const fraction = static_cast<double>(bits) / 18446744073709551616.0;
  return decide(policy, attempt, fraction).retry();
#endif
}
