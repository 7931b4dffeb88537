// SPDX-License-Identifier: MIT
#include <oncemore/hints/reference_time.hpp>

#include <stdint.h>

#include "rule.hpp"

using namespace oncemore;

namespace {

constexpr int64_t now = 1781524800000;  // 2026-06-15T12:00:00Z
constexpr int64_t told = 784111777000;
constexpr Text date = "Sun, 06 Nov 1994 08:49:37 GMT";

constexpr int64_t reference(Text date_field, Text age_field) noexcept {
  return reference_time(date_field, age_field, Instant(now)).count();
}

}  // namespace

RULES(the_servers_own_date_is_the_reference) {
  RULE(reference(date, nullptr) == told);
  RULE(reference(" Sunday, 06-Nov-94 08:49:37 GMT\r\n", nullptr) == told);
  RULE(reference("sun 6 nov 1994 8:49:37", nullptr) == told);
}

RULES(a_date_that_cannot_be_read_is_not_used) {
  RULE(reference(nullptr, nullptr) == now && reference("", nullptr) == now);
  RULE(reference("yesterday", nullptr) == now && reference(nullptr, "0") == now);
}

// RFC 9111 5.1: a field that is there says that a cache answered; 0 is as good as fresh.
RULES(the_date_of_a_cache_is_not_used) {
  RULE(reference(date, "1") == now && reference(date, "3600") == now);
  RULE(reference(date, "0") == told && reference(date, "000") == told);
  RULE(reference(date, " 0\t") == told && reference(date, "0\r\n") == told);
  RULE(reference(date, "00000000000000000000000000000000000000000000000001") == now);
}

RULES(an_age_that_is_no_number_is_a_caches) {
  RULE(reference(date, "") == now && reference(date, " ") == now);
  RULE(reference(date, "+0") == now && reference(date, "-0") == now);
  RULE(reference(date, "0.0") == now && reference(date, "0 0") == now);
  RULE(reference(date, "zero") == now && reference(date, Text("0\0", 2)) == now);
}
