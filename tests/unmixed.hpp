// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

/// The random bits that a draw mixes into `bits`: how a test asks for an end of a range. The
/// inverse of splitmix64's finaliser, step by step, with the inverses of its two factors.
constexpr uint64_t unmixed(uint64_t bits) noexcept {
  bits = (bits ^ bits >> 31 ^ bits >> 62) * 0x319642b2d24d8ec3;
  bits = (bits ^ bits >> 27 ^ bits >> 54) * 0x96de1b173f119089;
  return bits ^ bits >> 30 ^ bits >> 60;
}
