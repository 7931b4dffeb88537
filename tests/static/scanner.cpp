// SPDX-License-Identifier: MIT
#include <oncemore/hints/scanner.hpp>

#include <stddef.h>
#include <stdint.h>

#include "given.hpp"
#include "rule.hpp"

using namespace oncemore;
using detail::Scanner;
using detail::trimmed;

namespace {

constexpr bool is(Text text, char const* octets, size_t size) noexcept {
  if (text.absent() || text.size() != size) return false;
  for (size_t i = 0; i < size; ++i) {
    if (text[i] != octets[i]) return false;
  }
  return true;
}

constexpr bool takes_digits(Text text, size_t fewest, size_t most, uint32_t expected) noexcept {
  Scanner in(text);
  uint32_t value = 0;
  return in.digits(fewest, most, value) && value == expected;
}

constexpr bool refuses_digits(Text text, size_t fewest, size_t most) noexcept {
  Scanner in(text);
  uint32_t value = 0;
  return !in.digits(fewest, most, value);
}

constexpr bool reads_on() noexcept {
  Scanner in("ab,\t 7\xff");
  bool const letters = in.letters() == "ab" && in.letters().size() == 0;
  bool const comma = !in.take(';') && in.take(',');
  bool const blanks = in.blanks() && !in.blanks();
  bool const digit = in.peek() == '7' && !in.at_end();
  in.skip();
  bool const octet = in.peek() == 0xff && in.take('\xff');
  return letters && comma && blanks && digit && octet && in.at_end() && in.peek() == -1 &&
         !in.take('\xff') && !in.take('\0') && !in.blanks() && in.letters().size() == 0;
}

}  // namespace

RULES(only_ascii_letters_have_a_case) {
  RULE(detail::equal_in_any_case("Sun", "sUN"));
  RULE(!detail::equal_in_any_case("Sun", "Sum"));
  RULE(!detail::equal_in_any_case("Sun", "Su"));
  // What differs from a letter in that one bit: [ and {, @ and `.
  RULE(!detail::equal_in_any_case("[", "{"));
  RULE(!detail::equal_in_any_case("@", "`"));
  RULE(!detail::equal_in_any_case("\xc4", "\xe4"));
}

RULES(digits_blanks_and_letters_are_ascii) {
  RULE(detail::is_digit('0') && detail::is_digit('9'));
  RULE(!detail::is_digit('/') && !detail::is_digit(':') && !detail::is_digit(-1));
  RULE(detail::is_blank(' ') && detail::is_blank('\t'));
  RULE(!detail::is_blank('\n') && !detail::is_blank('\r') && !detail::is_blank('\v'));
  RULE(!detail::is_blank('\f') && !detail::is_blank(0xa0) && !detail::is_blank(0));
  RULE(detail::is_letter('a') && detail::is_letter('z'));
  RULE(detail::is_letter('A') && detail::is_letter('Z'));
  RULE(!detail::is_letter('@') && !detail::is_letter('[') && !detail::is_letter('`'));
  RULE(!detail::is_letter('{') && !detail::is_letter(0xe4) && !detail::is_letter(-1));
}

// RFC 9110 5.5: SP and HTAB around a field value are no part of it.

RULES(what_surrounds_a_field_value_is_no_part_of_it) {
  RULE(is(trimmed(" \t 5 \t ", Grammar::strict), "5", 1));
  RULE(is(trimmed("5 5", Grammar::strict), "5 5", 3));
  RULE(is(trimmed("5\r\n", Grammar::strict), "5\r\n", 3));
  RULE(is(trimmed("\r\n \t5 \r\n\t", Grammar::lenient), "5", 1));
  RULE(is(trimmed("5\v", Grammar::lenient), "5\v", 2));
  RULE(is(trimmed(Text("\0005\0", 3), Grammar::lenient), "\0005\0", 3));
  RULE(trimmed("", Grammar::lenient).size() == 0);
  RULE(trimmed(" \t ", Grammar::strict).size() == 0);
  RULE(trimmed(Text(), Grammar::lenient).size() == 0);
}

RULES(a_scanner_goes_from_left_to_right) { RULE(reads_on()); }

RULES(a_run_of_digits_is_as_long_as_asked) {
  RULE(takes_digits("07", 2, 2, 7));
  RULE(takes_digits("7:", 1, 2, 7));
  RULE(takes_digits("2026 ", 2, 4, 2026));
  RULE(refuses_digits("7", 2, 2));
  RULE(refuses_digits("123", 2, 2));
  RULE(refuses_digits("", 1, 2));
  RULE(refuses_digits("x1", 1, 2));
  RULE(refuses_digits("4294967296", 1, 4));
}

RULES(grammar_names) {
  NAMED(Grammar, lenient);
  NAMED(Grammar, strict);
  constexpr Grammar all[] = {Grammar::lenient, Grammar::strict};
  RULE(given::are_all(all));
}
