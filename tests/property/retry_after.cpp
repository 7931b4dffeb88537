// SPDX-License-Identifier: MIT
#include "generators.hpp"
#include "support/picked.hpp"

using namespace oncemore;
using namespace generators;

namespace {

RetryAfter parse(std::string const& field, Grammar grammar = Grammar::lenient) {
  return parse_retry_after(field, Instant(), grammar);
}

std::string blanks() { return *text_of(" \t").as("blanks"); }

}  // namespace

PROPERTY(RetryAfter, seconds_are_read_as_written) {
  int64_t const seconds = *count_up_to(INT64_MAX).as("seconds");
  std::string const zeros(below(50), '0');
  std::string const field = blanks() + zeros + std::to_string(seconds) + blanks();
  RetryAfter const expected(seconds > 9223372036 ? Milliseconds::largest()
                                                 : Milliseconds(seconds * 1000));
  RC_ASSERT(parse(field) == expected);
  RC_ASSERT(parse(field, Grammar::strict) == expected);
}

PROPERTY(RetryAfter, a_fraction_is_the_next_millisecond) {
  int64_t const seconds = below(1000000);
  std::string const digits = *text_of("0123456789").as("digits");
  RetryAfter const asked = parse(std::to_string(seconds) + '.' + digits);
  RC_ASSERT(asked.is_wait());
  // The digits as thousandths, and whether anything is left behind them.
  std::string const padded = digits + "000";
  int64_t expected = seconds * 1000 + std::stoll(padded.substr(0, 3));
  if (padded.find_first_not_of('0', 3) != std::string::npos) ++expected;
  RC_ASSERT(asked.wait() == Milliseconds(expected));
}

PROPERTY(RetryAfter, a_list_is_its_largest_member) {
  uint32_t const size = 1 + below(8);
  std::string field;
  RetryAfter largest;
  for (uint32_t i = 0; i < size; ++i) {
    int64_t const number = *count_up_to(INT64_MAX).as("number");
    field += (field.empty() ? "" : blanks() + ',') + blanks() + std::to_string(number);
    largest = combined(largest, parse(std::to_string(number)));
  }
  RC_ASSERT(parse(field) == largest);
}

PROPERTY(RetryAfter, what_strict_takes_lenient_takes_alike) {
  std::string const octets("019 \t,.-x\r\0", 11);
  std::string const field = *text_of(octets).as("field");
  RetryAfter const strict = parse(field, Grammar::strict);
  RC_ASSERT(strict.is_malformed() || strict == parse(field));
  RC_ASSERT(!strict.is_absent());
}

PROPERTY(RetryAfter, longer_has_an_order) {
  RetryAfter const a = *retry_after().as("a");
  RetryAfter const b = *retry_after().as("b");
  RetryAfter const c = *retry_after().as("c");
  RC_ASSERT(combined(a, b) == combined(b, a));
  RC_ASSERT(combined(a, combined(b, c)) == combined(combined(a, b), c));
  RC_ASSERT(combined(a, a) == a);
  RC_ASSERT(combined(a, b) == a || combined(a, b) == b);
  RC_ASSERT(combined(a, RetryAfter()) == a);
}
