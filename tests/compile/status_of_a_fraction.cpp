// SPDX-License-Identifier: MIT
// 503.9 is no status; cut, it would be 503.
// expect-g++: no matching function for call to
// expect-clang: no matching conversion
#include <oncemore/oncemore.hpp>

void test() {
#ifdef ACCEPT
  (void)oncemore::Status(503);
#endif
#ifdef REJECT
  (void)oncemore::Status(503.9);
#endif
}
