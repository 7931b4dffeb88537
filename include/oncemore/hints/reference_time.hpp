// SPDX-License-Identifier: MIT
#pragma once

#include <stddef.h>

#include <oncemore/hints/http_date.hpp>
#include <oncemore/hints/scanner.hpp>
#include <oncemore/text.hpp>
#include <oncemore/time.hpp>

namespace oncemore { inline namespace v1 {

namespace detail {

/// Whether an Age field says that the response comes from a cache: it is there, and is anything but
/// a number that is 0 (RFC 9111 5.1).
[[nodiscard]] constexpr bool has_aged(Text age_field) noexcept {
  if (age_field.absent()) return false;
  Text const age = trimmed(age_field, Grammar::lenient);
  for (size_t i = 0; i < age.size(); ++i) {
    if (age[i] != '0') return true;
  }
  return age.size() == 0;
}

}  // namespace detail

/// The instant that a date in Retry-After is compared with: the response's own Date, so that a
/// client whose clock is wrong still waits as long as the server meant. `now` if there is no Date
/// that can be read (leniently), or if it is a cache's and not the server's: the Age field is there
/// and not 0.
[[nodiscard]] constexpr Instant reference_time(Text date_field, Text age_field,
                                               Instant now) noexcept {
  HttpDate const date = parse_http_date(date_field, now);
  return date.valid() && !detail::has_aged(age_field) ? date.instant() : now;
}

}}  // namespace oncemore::v1
