// SPDX-License-Identifier: MIT
// A floating time point has no exact millisecond; its owner says which way it is rounded.
// expect: std::chrono::floor
#include <chrono>

#include <oncemore/oncemore.hpp>

using Measured = std::chrono::time_point<std::chrono::system_clock, std::chrono::duration<double>>;

oncemore::Instant now(Measured measured) {
#ifdef ACCEPT
  return std::chrono::floor<std::chrono::milliseconds>(measured);
#endif
#ifdef REJECT
  return measured;
#endif
}
