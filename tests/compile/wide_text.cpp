// SPDX-License-Identifier: MIT
// HTTP is octets; what else a text is made of is encoded first.
// expect-g++: could not convert
// expect-clang: no viable conversion from 'const wchar_t
#include <oncemore/oncemore.hpp>

oncemore::Method method() {
#ifdef ACCEPT
  return oncemore::parse_method("GET");
#endif
#ifdef REJECT
  return oncemore::parse_method(L"GET");
#endif
}
