// SPDX-License-Identifier: MIT
// Whether there was a response is not its status.
// expect-g++: no matching function for call to
// expect-clang: no matching conversion
#include <oncemore/oncemore.hpp>

void test() {
#ifdef ACCEPT
  (void)oncemore::Status(200);
#endif
#ifdef REJECT
  (void)oncemore::Status(true);
#endif
}
