// SPDX-License-Identifier: MIT
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <oncemore/integer.hpp>

namespace oncemore { inline namespace v1 {

/// One layer of a stack of clients: how often it sends a request, and how many redirects it follows
/// after each.
struct RequestLayer {
  uint32_t attempts = 1;   ///< sends allowed, the first included
  uint32_t redirects = 0;  ///< hops allowed after each send
};

/// The worst number of requests that one call can cost where the redirect allowance starts afresh
/// with each attempt: attempts x (1 + redirects), 3 x (1 + 5) = 18. Saturates at 2^64-1.
[[nodiscard]] constexpr uint64_t requests_per_call(uint32_t attempts, uint32_t redirects) noexcept {
  return uint64_t{attempts} * (uint64_t{1} + redirects);
}

/// The same for layers that wrap each other: their product, saturating at 2^64-1. A layer that
/// sends nothing makes it 0, wherever it stands. No layer at all is the bare request: 1.
///
/// A template, since a literal 0 could be a null pointer where size_t has 32 bits.
template <class Layer, detail::only_if<detail::is_same<Layer, RequestLayer>> = 0>
[[nodiscard]] constexpr uint64_t requests_per_call(Layer const* layers, size_t count) noexcept {
  uint64_t product = 1;
  for (size_t i = 0; i < count; ++i) {
    uint64_t const factor = requests_per_call(layers[i].attempts, layers[i].redirects);
    product = detail::saturating_multiply(product, factor);
  }
  return product;
}

template <size_t count>
[[nodiscard]] constexpr uint64_t requests_per_call(RequestLayer const (&layers)[count]) noexcept {
  return requests_per_call(layers, count);
}

/// The worst number of requests where one redirect allowance serves the whole call, as follow()
/// counts: attempts + redirects.
[[nodiscard]] constexpr uint64_t requests_per_call_shared(uint32_t attempts,
                                                          uint32_t redirects) noexcept {
  return uint64_t{attempts} + redirects;
}

}}  // namespace oncemore::v1
