// SPDX-License-Identifier: MIT
#pragma once

#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <locale>

// Tests also run in other time zones and under another language (see tests/CMakeLists.txt). A time
// zone that is not installed is UTC without a word, and LC_ALL does nothing in a program that never
// calls setlocale: such a run would pass and prove nothing. So a test's main() asks here first.
inline bool environment_is_as_promised() {
  if (char const* const locale = std::getenv("ONCEMORE_TEST_LOCALE")) {
    if (std::setlocale(LC_ALL, locale) == nullptr) {
      std::fprintf(stderr, "The locale %s cannot be used; was it made in $LOCPATH?\n", locale);
      return false;
    }
    std::locale::global(std::locale(locale));
    if (*std::localeconv()->decimal_point != ',') {
      std::fprintf(stderr, "The locale %s has no decimal comma, so it is no test.\n", locale);
      return false;
    }
  }
  if (char const* const promised = std::getenv("ONCEMORE_TEST_UTC_OFFSET")) {
    std::time_t const mid_january = 1768435200;  // 2026-01-15T00:00:00Z, no summer time up north
    std::tm here = *std::localtime(&mid_january);
    std::tm utc = *std::gmtime(&mid_january);
    here.tm_isdst = utc.tm_isdst = 0;
    double const offset = std::difftime(std::mktime(&here), std::mktime(&utc));
    if (offset != std::atof(promised)) {
      std::fprintf(stderr, "TZ is %.0f s from UTC, not %s; is the time zone data installed?\n",
                   offset, promised);
      return false;
    }
  }
  return true;
}
