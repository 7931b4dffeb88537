// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

#include <oncemore/hints/http_date.hpp>
#include <oncemore/hints/scanner.hpp>
#include <oncemore/integer.hpp>
#include <oncemore/retry_after.hpp>
#include <oncemore/text.hpp>
#include <oncemore/time.hpp>

namespace oncemore { inline namespace v1 {
namespace detail {

/// A number of seconds, in milliseconds; a fraction is rounded up. There must be a digit before the
/// point. However long it is, it is read once and saturates.
[[nodiscard]] constexpr bool read_seconds(Scanner& in, bool fraction_allowed,
                                          uint64_t& milliseconds) noexcept {
  if (!is_digit(in.peek())) return false;
  uint64_t seconds = 0;
  for (; is_digit(in.peek()); in.skip()) {
    seconds =
        saturating_add(saturating_multiply(seconds, 10), static_cast<uint64_t>(in.peek() - '0'));
  }
  milliseconds = saturating_multiply(seconds, 1000);
  if (!fraction_allowed || !in.take('.')) return true;
  uint64_t fraction = 0;
  uint64_t unit = 100;
  bool more = false;
  for (; is_digit(in.peek()); in.skip()) {
    uint64_t const digit = static_cast<uint64_t>(in.peek() - '0');
    fraction += digit * unit;
    more = more || (unit == 0 && digit != 0);
    unit /= 10;
  }
  milliseconds = saturating_add(milliseconds, fraction + (more ? 1 : 0));
  return true;
}

/// delay-seconds = 1*DIGIT; if lenient, a list of decimal numbers, some of them left out, of which
/// the largest is meant.
[[nodiscard]] constexpr RetryAfter parse_seconds(Text trimmed_field, Grammar grammar) noexcept {
  if (grammar > Grammar::strict) return RetryAfter::malformed();
  Scanner in(trimmed_field);
  bool const lenient = grammar == Grammar::lenient;
  RetryAfter longest;
  do {
    in.blanks();
    uint64_t milliseconds = 0;
    if (read_seconds(in, lenient, milliseconds)) {
      longest = combined(longest, RetryAfter(Milliseconds(milliseconds)));
    }
    in.blanks();
  } while (lenient && in.take(','));
  return in.at_end() && longest.is_wait() ? longest : RetryAfter::malformed();
}

}  // namespace detail

/// What one Retry-After field line asks for (RFC 9110 10.2.3): a number of seconds, or a date that
/// is compared with `now`, a date in the past being a wait of 0. Never in local time, never an
/// exception, never a wrap: what is too large is Milliseconds::largest().
///
/// An absent text is absent; an empty one, and any under an unknown grammar, is malformed. Several
/// lines are parsed one by one and combined with combined(). For `now` the response's own Date, by
/// parse_http_date(), is better than a clock that may be wrong.
[[nodiscard]] constexpr RetryAfter parse_retry_after(Text field, Instant now,
                                                     Grammar grammar = Grammar::lenient) noexcept {
  if (field.absent()) return {};
  Text const value = detail::trimmed(field, grammar);
  RetryAfter const seconds = detail::parse_seconds(value, grammar);
  if (seconds.is_wait()) return seconds;
  HttpDate const date = detail::parse_date(value, now, grammar);
  return date.valid() ? RetryAfter(date.instant(), now) : RetryAfter::malformed();
}

}}  // namespace oncemore::v1
