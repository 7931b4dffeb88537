// SPDX-License-Identifier: MIT
#include <oncemore/hints/retry_after_field.hpp>

#include <stdint.h>

#include "given.hpp"
#include "rule.hpp"

using namespace oncemore;
using namespace given;

namespace {

constexpr int64_t malformed = -1;
constexpr int64_t absent = -2;
constexpr int64_t largest = 9223372036854;
constexpr Instant now{1781524800000};  // 2026-06-15T12:00:00Z

constexpr int64_t wait_of(RetryAfter asked) noexcept {
  if (asked.is_absent()) return absent;
  return asked.is_malformed() ? malformed : asked.wait().count();
}
constexpr int64_t strict(Text field, Instant at = now) noexcept {
  return wait_of(parse_retry_after(field, at, Grammar::strict));
}
constexpr int64_t lenient(Text field, Instant at = now) noexcept {
  return wait_of(parse_retry_after(field, at));
}
constexpr bool both(Text field, int64_t expected, Instant at = now) noexcept {
  return strict(field, at) == expected && lenient(field, at) == expected;
}
constexpr bool only_lenient(Text field, int64_t expected) noexcept {
  return strict(field) == malformed && lenient(field) == expected;
}
constexpr bool neither(Text field) noexcept { return both(field, malformed); }

/// Several field lines, each parsed alone.
constexpr RetryAfter lines(Text a, Text b, Grammar grammar) noexcept {
  return combined(parse_retry_after(a, now, grammar), parse_retry_after(b, now, grammar));
}

}  // namespace

RULES(each_line_is_parsed_alone) {
  RULE(wait_of(lines("5", "5", Grammar::strict)) == 5000);
  RULE(wait_of(lines("5", "10", Grammar::strict)) == 10000);
  RULE(wait_of(lines("10", "junk", Grammar::strict)) == 10000);
  RULE(wait_of(lines("junk", "junk", Grammar::lenient)) == malformed);
  RULE(wait_of(lines("", "5", Grammar::strict)) == 5000);
  RULE(wait_of(lines("1.5", "1", Grammar::strict)) == 1000);
  RULE(wait_of(lines("1.5", "1", Grammar::lenient)) == 1500);
  RULE(wait_of(lines(nullptr, nullptr, Grammar::lenient)) == absent);
}

RULES(a_missing_field_is_absent_and_an_empty_one_malformed) {
  RULE(both(nullptr, absent));
  RULE(both(Text(), absent));
  RULE(neither(""));
  RULE(neither(" "));
  RULE(neither(" \t "));
  RULE(neither("\r\n"));
}

// RFC 9110 10.2.3: delay-seconds = 1*DIGIT.

RULES(delay_seconds) {
  RULE(both("0", 0));
  RULE(both("5", 5000));
  RULE(both("120", 120000));
  RULE(both("007", 7000));
  RULE(both(" \t120\t ", 120000));
  RULE(both("2147483648", 2147483648000));
  RULE(only_lenient("120\r\n", 120000));
  RULE(only_lenient("\r120", 120000));
}

// RFC 9111 1.2.2 for the same rule: the largest that fits, never a wrap and never a drop.

RULES(delay_seconds_saturate) {
  RULE(both("9223372036", 9223372036000));
  RULE(both("9223372037", largest));
  RULE(both("9223372036854775807", largest));
  RULE(both("9223372036854775808", largest));
  RULE(both("18446744073709551615", largest));
  RULE(both("18446744073709551616", largest));
  RULE(both("18446744073709552616", largest));
  RULE(both("340282366920938463463374607431768211456", largest));
  RULE(both("00000000000000000000000000000000000000000000000000000000000000005", 5000));
}

RULES(numbers_are_tried_before_dates) {
  RULE(both("1796083200", 1796083200000));
  RULE(both("20261201", 20261201000));
  RULE(both("2026", 2026000));
}

RULES(signs_units_and_other_numerals_are_malformed) {
  RULE(neither("-1") && neither("-0") && neither("+5"));
  RULE(neither("1e3") && neither("0x10") && neither("1_000") && neither("1 000"));
  RULE(neither("120s") && neither("120 seconds") && neither("2m") && neither("PT2M"));
  RULE(neither("00:02:00") && neither("5 5"));
  RULE(neither("\"5\"") && neither("'5'") && neither("5;x") && neither("120 (maintenance)"));
  RULE(neither("soon") && neither("null") && neither("NaN") && neither("Infinity"));
  RULE(neither("5\xb2") && neither("\xd9\xa1\xd9\xa2\xd9\xa0") &&
       neither("\xef\xbb\xbf"
               "5"));
}

RULES(other_controls_are_malformed) {
  RULE(neither("\v5") && neither("5\f") &&
       neither("\xa0"
               "5") &&
       neither("5\x7f"));
  RULE(neither(Text("5\0", 2)) && neither(Text("\0005", 2)) && neither(Text("\0", 1)));
  RULE(neither(Text("5\0junk", 6)));
  RULE(neither("5\r\n6") && neither("5,\r\n6"));
  RULE(neither("5\b"));
}

// Rounded down, the retry would come before the time that was asked for.

RULES(lenient_takes_a_fraction_and_rounds_it_up) {
  RULE(only_lenient("5.0", 5000));
  RULE(only_lenient("5.", 5000));
  RULE(only_lenient("1.5", 1500));
  RULE(only_lenient("0.001", 1));
  RULE(only_lenient("0.0001", 1));
  RULE(only_lenient("0.0000000000000000000000000000001", 1));
  RULE(only_lenient("0.0010", 1));
  RULE(only_lenient("0.0011", 2));
  RULE(only_lenient("0.00011", 1));
  RULE(only_lenient("0.1234", 124));
  RULE(only_lenient("0.9999", 1000));
  RULE(only_lenient("0.000", 0));
  RULE(only_lenient("9223372036.854", largest));
  RULE(only_lenient("9223372036.8541", largest));
  RULE(only_lenient("99999999999999999999.5", largest));
  RULE(neither(".5") && neither(".") && neither("1.2.3"));
  RULE(only_lenient("1,5.", 5000));
}

RULES(lenient_takes_a_list_and_the_largest_of_it) {
  RULE(only_lenient("5, 10", 10000));
  RULE(only_lenient("10, 5", 10000));
  RULE(only_lenient("120, 120", 120000));
  RULE(only_lenient("5,10", 10000));
  RULE(only_lenient("5 \t,\t 10", 10000));
  RULE(only_lenient("5,", 5000));
  RULE(only_lenient(",5", 5000));
  RULE(only_lenient(" , ,5,, ,7 , ", 7000));
  RULE(only_lenient("1,5", 5000));
  RULE(only_lenient("1.5, 0.25", 1500));
  RULE(only_lenient("0,0", 0));
  RULE(neither(",") && neither(", ,") && neither("5;10") && neither("5, x") && neither("x, 5"));
}

RULES(a_list_never_holds_a_date) {
  RULE(neither("5, Tue, 01 Dec 2026 00:00:00 GMT"));
  RULE(neither("Tue, 01 Dec 2026 00:00:00 GMT, 5"));
}

RULES(a_date_is_a_wait_from_now) {
  RULE(both("Mon, 15 Jun 2026 12:00:02 GMT", 2000));
  RULE(both("Monday, 15-Jun-26 12:00:02 GMT", 2000));
  RULE(both("Mon Jun 15 12:00:02 2026", 2000));
  RULE(only_lenient("Mon, 15 Jun 2026 14:00:02 +0200", 2000));
  RULE(both("Mon, 15 Jun 2026 12:00:02 GMT", 1500, Instant(1781524800500)));
  RULE(both("Fri, 31 Dec 9999 23:59:59 GMT", largest));
  RULE(both("Mon, 15 Jun 2026 12:00:02 GMT", largest, Instant(INT64_MIN)));
}

// curl told its callers a negative number here, and others took it for no wait at all.

RULES(a_date_in_the_past_is_a_wait_of_0) {
  RULE(both("Mon, 15 Jun 2026 12:00:00 GMT", 0));
  RULE(both("Mon, 15 Jun 2026 11:59:59 GMT", 0));
  RULE(both("Sun, 06 Nov 1994 08:49:37 GMT", 0));
  RULE(both("Mon, 15 Jun 2026 12:00:00 GMT", 0, Instant(INT64_MAX)));
}

RULES(what_is_no_date_either_is_malformed) {
  RULE(neither("Tue, 31 Apr 2026 00:00:00 GMT"));
  RULE(neither("2026-12-01T00:00:00Z"));
  RULE(only_lenient("Mon, 01 Dec 2026 00:00:00 GMT", 14558400000));
}

RULES(an_unknown_grammar_understands_no_field) {
  RULE(parse_retry_after("5", now, Grammar{2}).is_malformed());
  RULE(parse_retry_after("Mon, 15 Jun 2026 12:00:02 GMT", now, Grammar{2}).is_malformed());
  RULE(parse_retry_after(nullptr, now, Grammar{2}).is_absent());
}

RULES(reading_a_retry_after_never_throws) {
  RULE(noexcept(parse_retry_after("", Instant())));
  RULE(noexcept(combined(RetryAfter(), RetryAfter())));
}
