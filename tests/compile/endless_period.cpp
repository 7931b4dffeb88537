// SPDX-License-Identifier: MIT
// 2^61 seconds a tick are no period that can be counted in milliseconds: they would wrap to 0.
// expect-g++: static assertion failed
// expect-clang: static_assert failed
#include <oncemore/oncemore.hpp>

#include <chrono>

#ifdef ACCEPT
using Tick = std::chrono::duration<int, std::ratio<3600>>;
#endif
#ifdef REJECT
using Tick = std::chrono::duration<int, std::ratio<2305843009213693952>>;
#endif

oncemore::Milliseconds test(Tick tick) { return tick; }
