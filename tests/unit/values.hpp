// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include <oncemore/time.hpp>

// Values for loops over what nobody would write down one by one.
namespace values {

/// Counts of milliseconds that have gone wrong somewhere: the ends of types and their neighbours.
inline std::vector<int64_t> const& counts() {
  static std::vector<int64_t> const all = {INT64_MIN,
                                           INT64_MIN + 1,
                                           -9223372036855,
                                           -9223372036854,
                                           INT32_MIN,
                                           -1,
                                           0,
                                           1,
                                           2,
                                           999,
                                           1000,
                                           30000,
                                           30001,
                                           INT32_MAX,
                                           int64_t{UINT32_MAX} + 1,
                                           9223372036853,
                                           9223372036854,
                                           9223372036855,
                                           INT64_MAX - 1,
                                           INT64_MAX};
  return all;
}

inline std::vector<oncemore::Milliseconds> durations() {
  std::vector<oncemore::Milliseconds> all;
  for (int64_t const count : counts()) all.emplace_back(count);
  return all;
}

/// Statuses all over the int32, dense where statuses are.
inline std::vector<int32_t> const& statuses() {
  static std::vector<int32_t> const all = [] {
    std::vector<int32_t> list = {INT32_MIN, INT32_MIN + 1, INT32_MAX - 1, INT32_MAX};
    for (int64_t status = INT32_MIN; status <= INT32_MAX; status += 1000003) {
      list.push_back(static_cast<int32_t>(status));
    }
    for (int32_t status = -1100; status <= 1100; ++status) list.push_back(status);
    // What 8 and 16 bits make of a status.
    for (int32_t status = 200; status <= 599; ++status) {
      list.push_back(status + 65536);
      list.push_back(status - 65536);
    }
    return list;
  }();
  return all;
}

/// Every enumerator, and what comes after the last of them.
template <class Enumeration> std::vector<Enumeration> enumerators() {
  std::vector<Enumeration> all;
  for (uint32_t i = 0;; ++i) {
    auto const enumerator =
        static_cast<Enumeration>(static_cast<std::underlying_type_t<Enumeration>>(i));
    all.push_back(enumerator);
    if (name(enumerator) == nullptr) return all;
  }
}

/// A generator of 64 bits that are the same in every run (splitmix64).
class Bits {
 public:
  explicit Bits(uint64_t seed) : state_(seed) {}
  uint64_t operator()() {
    uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  /// One of the elements.
  template <class T> T const& of(std::vector<T> const& list) {
    return list[static_cast<size_t>((*this)() % list.size())];
  }

 private:
  uint64_t state_;
};

}  // namespace values
