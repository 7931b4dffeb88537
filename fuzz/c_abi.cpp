// SPDX-License-Identifier: MIT
//
// The C ABI over any octets whatever: structs of every struct_size in buffers of exactly the size
// that a caller vouches for, so that a read beyond is seen, and pointers that are null. What comes
// out must be what the C++ core says of the same fields, or the stop that the header promises.

#include <oncemore.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <oncemore/oncemore.hpp>
#include <string>
#include <vector>

#include "input.hpp"

namespace {

using fuzz::require;

/// Whether nothing but the size may be read of such a struct (convention 7).
template <class Struct>
bool size_is_valid(uint32_t size) {
  return size % 8 == 0 && size >= sizeof(Struct) && size <= ONCEMORE_STRUCT_SIZE_MAX;
}

/// A struct as a caller may hand it over, in a buffer of its own.
template <class Struct>
class Given {
 public:
  Given(fuzz::Input& input, Struct const& usual) {
    uint8_t const way = input.byte();
    if (way == 255) return;  // null
    uint32_t const size = chosen_size(input, way);
    bool const readable = size_is_valid<Struct>(size);
    size_t const octets = readable ? size : sizeof(size);
    // 64-bit words, for the alignment that the type has.
    words_ = std::make_unique<uint64_t[]>((octets + 7) / 8);
    trimmed_ = std::make_unique<fuzz::Exact>(std::string(octets, '\0'));
    std::string image(octets, '\0');
    if (readable) {
      std::memcpy(image.data(), &usual, sizeof(Struct));
      if ((way & 1) != 0) {
        auto const raw = input.octets(sizeof(Struct));
        raw.copy(image.data(), raw.size());
      } else {
        change(input, image);
      }
    }
    std::memcpy(image.data(), &size, sizeof(size));
    image.copy(trimmed_->data(), octets);
    understood_ = readable && std::all_of(image.begin() + known(readable), image.end(),
                                          [](char c) { return c == '\0'; });
    if (readable) std::memcpy(&value_, image.data(), sizeof(Struct));
  }

  Struct const* pointer() const {
    return trimmed_ ? reinterpret_cast<Struct const*>(trimmed_->data()) : nullptr;
  }
  /// Whether the library may go by what stands in it, reserved octets apart.
  bool understood() const { return understood_; }
  Struct const& value() const { return value_; }

 private:
  static std::ptrdiff_t known(bool readable) {
    return readable ? static_cast<std::ptrdiff_t>(sizeof(Struct)) : 0;
  }

  static uint32_t chosen_size(fuzz::Input& input, uint8_t way) {
    constexpr uint32_t usual = sizeof(Struct);
    switch (way >> 4) {
      case 1: return usual + 8 * (input.byte() % 32U);
      case 2: return usual - 1 - input.byte() % usual;
      case 3: return input.number<uint32_t>();
      case 4: return ONCEMORE_STRUCT_SIZE_MAX + input.byte() % 16U;
      case 5: return input.number<uint16_t>();
      default: return usual;
    }
  }

  /// Some octets of the usual struct are others.
  static void change(fuzz::Input& input, std::string& image) {
    for (uint32_t left = input.below(16); left > 0; --left) {
      size_t const at = input.number<uint16_t>() % image.size();
      image[at] = static_cast<char>(input.byte());
    }
  }

  std::unique_ptr<uint64_t[]> words_;
  std::unique_ptr<fuzz::Exact> trimmed_;
  bool understood_ = false;
  Struct value_{};
};

}  // namespace
