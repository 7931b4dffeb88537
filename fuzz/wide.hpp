// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace fuzz {

/// A number of 128 bits and the arithmetic of primary school, in digits of 32 bits each: slow,
/// and with nothing in common with the library's.
struct Wide {
  uint32_t digits[4] = {0, 0, 0, 0};  // the lowest first

  static Wide product(uint64_t a, uint64_t b) {
    uint32_t const left[] = {static_cast<uint32_t>(a), static_cast<uint32_t>(a >> 32)};
    uint32_t const right[] = {static_cast<uint32_t>(b), static_cast<uint32_t>(b >> 32)};
    Wide wide;
    for (int i = 0; i < 2; ++i) {
      uint64_t carry = 0;
      for (int j = 0; j < 2; ++j) {
        uint64_t const sum = uint64_t{left[i]} * right[j] + wide.digits[i + j] + carry;
        wide.digits[i + j] = static_cast<uint32_t>(sum);
        carry = sum >> 32;
      }
      wide.digits[i + 2] = static_cast<uint32_t>(carry);
    }
    return wide;
  }

  /// The quotient by a divisor of 32 bits, rounded down or up.
  Wide divided(uint32_t divisor, bool up = false) const {
    Wide quotient;
    uint64_t rest = 0;
    for (int i = 3; i >= 0; --i) {
      uint64_t const part = rest << 32 | digits[i];
      quotient.digits[i] = static_cast<uint32_t>(part / divisor);
      rest = part % divisor;
    }
    for (int i = 0; up && rest != 0 && i < 4; ++i) {
      if (++quotient.digits[i] != 0) break;
    }
    return quotient;
  }

  uint64_t high() const { return uint64_t{digits[3]} << 32 | digits[2]; }
  uint64_t low() const { return uint64_t{digits[1]} << 32 | digits[0]; }
  uint64_t at_most(uint64_t limit) const { return high() != 0 || low() > limit ? limit : low(); }
};

}  // namespace fuzz
