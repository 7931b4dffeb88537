// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "picked.hpp"

// The two limits that decide() and follow() share.
namespace cases {

/// Lets the settings refuse a server wait, and gives one that they refuse.
inline oncemore::RetryAfter make_too_long(oncemore::ServerWait& settings) {
  using namespace oncemore;
  Milliseconds const second(1000);
  settings.mode = generators::one_of({ServerWaitMode::at_least, ServerWaitMode::instead});
  settings.over_cap = OverCap::give_up;
  if (settings.cap == Milliseconds::largest()) settings.cap = second;
  return RetryAfter(settings.cap + second);
}

/// A deadline that has come when the wait is over.
inline oncemore::Milliseconds deadline_before(oncemore::Policy const& policy,
                                              oncemore::Milliseconds elapsed,
                                              oncemore::Milliseconds wait) {
  using oncemore::Milliseconds;
  Milliseconds const then = elapsed + wait + policy.min_attempt_time;
  // The largest would be none.
  int64_t const latest = Milliseconds::largest().count() - 1;
  return *generators::duration_up_to(Milliseconds(std::min(then.count(), latest)));
}

}  // namespace cases
