// SPDX-License-Identifier: MIT
// 30 what? A duration says its unit.
// expect-g++: no match for 'operator='
// expect-clang: no viable overloaded '='
#include <chrono>

#include <oncemore/oncemore.hpp>

void test() {
  oncemore::Policy policy;
#ifdef ACCEPT
  policy.deadline = std::chrono::seconds(30);
#endif
#ifdef REJECT
  policy.deadline = 30;
#endif
}
