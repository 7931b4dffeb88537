// SPDX-License-Identifier: MIT
#pragma once

#include <curl/curl.h>
#include <stdint.h>

#include <cstdio>
#include <random>
#include <string>
#include <utility>

#include <oncemore/adapter/curl/fields.hpp>
#include <oncemore/adapter/curl/options.hpp>
#include <oncemore/oncemore.hpp>

namespace oncemore { inline namespace v1 { namespace curl {

/// A random UUID (RFC 9562, version 4), for Options::make_key.
[[nodiscard]] inline std::string make_uuid() {
  std::random_device device;
  std::uniform_int_distribution<uint64_t> bits;
  uint64_t const high = (bits(device) & ~uint64_t{0xf000}) | 0x4000;
  uint64_t const low = (bits(device) & ~(uint64_t{3} << 62)) | (uint64_t{2} << 62);
  auto const part = [](uint64_t from, int shift, uint64_t mask) {
    return static_cast<unsigned long long>((from >> shift) & mask);
  };
  char text[37];
  std::snprintf(text, sizeof text, "%08llx-%04llx-%04llx-%04llx-%012llx", part(high, 32, ~0U),
                part(high, 16, 0xffff), part(high, 0, 0xffff), part(low, 48, 0xffff),
                part(low, 0, 0xffffffffffff));
  return text;
}

namespace detail {

/// The fields of the requests of one call, if Options says any.
class RequestFields {
 public:
  explicit RequestFields(Options const& options) : options_(options) {
    char const* const unnamed = options.make_key ? "Idempotency-Key" : nullptr;
    key_field_ = options.key_field != nullptr ? options.key_field : unnamed;
    if (options.make_key && !carry_key()) key_ = options.make_key();
  }

  /// Whether CURLOPT_HTTPHEADER is set by them.
  [[nodiscard]] bool owned() const noexcept {
    return options_.headers != nullptr || options_.attempt_field != nullptr ||
           key_field_ != nullptr;
  }

  [[nodiscard]] bool carry_key() const noexcept {
    return !key_.empty() || (key_field_ != nullptr && carries(options_.headers, key_field_));
  }

  /// Good until the next call of it.
  [[nodiscard]] curl_slist* of_attempt(uint32_t number) {
    if (options_.attempt_field == nullptr && key_.empty()) return options_.headers;
    std::string const before = std::to_string(number - 1);
    char const* const value = number > 1 ? before.c_str() : nullptr;
    char const* const key = key_.empty() ? nullptr : key_.c_str();
    Fields fields;
    if (key != nullptr) fields = with_field(options_.headers, key_field_, key);
    auto const* const so_far = key != nullptr ? fields.get() : options_.headers;
    bool const numbered = options_.attempt_field != nullptr;
    current_ = numbered ? with_field(so_far, options_.attempt_field, value) : std::move(fields);
    return current_.get();
  }

  /// The same without what describes a body: of a hop that drops it.
  [[nodiscard]] curl_slist* without_content() {
    auto const* const all = current_ != nullptr ? current_.get() : options_.headers;
    bodiless_ = without(all, [](Text line) {
      return is_field_like(line, "Content-") || is_field(line, "Transfer-Encoding");
    });
    return bodiless_.get();
  }

 private:
  Options const& options_;
  char const* key_field_ = nullptr;
  std::string key_{};
  Fields current_{};
  Fields bodiless_{};
};

}  // namespace detail

}}}  // namespace oncemore::v1::curl
