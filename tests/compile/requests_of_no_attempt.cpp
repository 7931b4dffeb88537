// SPDX-License-Identifier: MIT
// Zero is a number of attempts, and no address of layers.
// expect: requests_per_call
#include <oncemore/oncemore.hpp>

uint64_t requests() {
#ifdef ACCEPT
  return oncemore::requests_per_call(0, 5);
#endif
#ifdef REJECT
  return oncemore::requests_per_call(nullptr, nullptr);
#endif
}
