// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

#include <oncemore/failure.hpp>
#include <oncemore/outcome.hpp>
#include <oncemore/status.hpp>
#include <oncemore/text.hpp>

namespace oncemore { inline namespace v1 {

/// What is known about whether the server processed the request.
enum class Evidence : uint32_t {
  by_outcome = 0,     ///< in an attempt: derive it from how the attempt ended
  never_sent = 1,     ///< no byte of the request left
  not_processed = 2,  ///< the server says that it did not process it
  unknown = 3,        ///< it may have been processed
  processed = 4,      ///< it was
};

namespace detail {
// clang-format off
inline constexpr Text evidence_names[] = {
    "by_outcome", "never_sent", "not_processed", "unknown", "processed"};
// clang-format on
}  // namespace detail

/// The enumerator's own name; null for a number that names none.
[[nodiscard]] constexpr char const* name(Evidence evidence) noexcept {
  return detail::name_in(detail::evidence_names, evidence);
}

/// What a failure says of the request.
[[nodiscard]] constexpr Evidence evidence_of(Failure failure) noexcept {
  switch (failure) {
    case Failure::name_resolution:
    case Failure::connect:
    case Failure::tls_handshake:
    case Failure::not_sent:
    case Failure::tls_certificate: return Evidence::never_sent;
    case Failure::rejected: return Evidence::not_processed;  // RFC 9113 8.7, RFC 9114 4.1.1
    default: return Evidence::unknown;
  }
}

/// What an outcome, the last hop's, says of the request that it ended. `unprocessed` names the
/// statuses that stand for a request that was turned away. 303 answers a request that was processed
/// (RFC 9110 15.4.4).
[[nodiscard]] constexpr Evidence evidence_of(Outcome outcome,
                                             StatusSet const& unprocessed) noexcept {
  if (outcome.is_failure()) return evidence_of(outcome.failure());
  int32_t const status = outcome.status();
  if (unprocessed.contains(status)) return Evidence::not_processed;
  return is_2xx(status) || status == 303 ? Evidence::processed : Evidence::unknown;
}

}}  // namespace oncemore::v1
