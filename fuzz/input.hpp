// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

// What the targets share: values out of bytes, and the way to say that something is wrong.
namespace fuzz {

/// Ends the program with a sentence if something does not hold; the fuzzer keeps the input.
inline void require(bool holds, char const* sentence) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", sentence);
  std::abort();
}

/// Takes values off the front of an input. At its end everything is 0, so that every input is one.
class Input {
 public:
  Input(uint8_t const* bytes, size_t size) : bytes_(reinterpret_cast<char const*>(bytes), size) {}

  bool empty() const { return bytes_.empty(); }

  uint8_t byte() {
    if (bytes_.empty()) return 0;
    auto const first = static_cast<uint8_t>(bytes_.front());
    bytes_.remove_prefix(1);
    return first;
  }

  bool flag() { return (byte() & 1) != 0; }

  /// A number below `count`, which is at most 256.
  uint32_t below(uint32_t count) { return byte() % count; }

  /// An integer of all its bytes, the lowest first on every machine.
  template <class Integer> Integer number() {
    uint64_t value = 0;
    for (size_t i = 0; i < sizeof(Integer); ++i) value |= uint64_t{byte()} << (8 * i);
    return static_cast<Integer>(value);
  }

  /// Octets, at most so many.
  std::string_view octets(size_t most) {
    auto const taken = bytes_.substr(0, most);
    bytes_.remove_prefix(taken.size());
    return taken;
  }

  std::string_view rest() { return octets(bytes_.size()); }

 private:
  std::string_view bytes_;
};

/// Octets in a buffer of exactly their size, so that a read beyond the end is seen; not null even
/// if there are none, which would be another thing.
class Exact {
 public:
  explicit Exact(std::string_view octets) : size_(octets.size()), data_(new char[size_]) {
    octets.copy(data_, size_);
  }
  ~Exact() { delete[] data_; }
  Exact(Exact const&) = delete;
  Exact& operator=(Exact const&) = delete;

  char* data() { return data_; }
  char const* data() const { return data_; }
  size_t size() const { return size_; }

 private:
  size_t size_;
  char* data_;
};

}  // namespace fuzz

extern "C" int LLVMFuzzerTestOneInput(uint8_t const* bytes, size_t size);
