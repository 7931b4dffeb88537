// SPDX-License-Identifier: MIT
// A method is parsed first: which case and which tokens are known is decided there.
// expect-g++: cannot convert 'const char [4]' to 'oncemore::v1::Method'
// expect-clang: from incompatible type 'const char[4]'
#include <oncemore/oncemore.hpp>

void test(oncemore::Attempt& attempt) {
#ifdef ACCEPT
  attempt.method = oncemore::parse_method("GET");
#endif
#ifdef REJECT
  attempt.method = "GET";
#endif
}
