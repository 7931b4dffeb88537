// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <functional>

// A property as a test: its body is run with 1000 cases that chance draws, and what fails is made
// as small as can be. RC_PARAMS="max_success=..." says how many cases; RC_PARAMS="seed=..." with
// the seed of a failed run repeats it.
//
//     PROPERTY(Time, sums_are_commutative) {
//       Milliseconds const a = *duration().as("a");
//       ...
//       RC_ASSERT(a + b == b + a);
//     }
#define PROPERTY(suite, name)                                                  \
  static void property_##suite##_##name();                                     \
  TEST(suite, name) { properties::expect_to_hold(property_##suite##_##name); } \
  static void property_##suite##_##name()

namespace properties {

/// Fails the running test if the property does not hold, else says of how many cases it did:
/// `property: Time.sums_are_commutative: 1000 cases`, which the summary of CI counts.
void expect_to_hold(std::function<void()> const& property);

}  // namespace properties
