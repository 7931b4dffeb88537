// SPDX-License-Identifier: MIT
#define ONCEMORE_RULES_AT_RUN_TIME
#include "../static/http_date.cpp"

#include <memory>
#include <string>

#include "dates.hpp"
#include "values.hpp"

namespace {

/// The field at the very end of a heap block, so that a sanitizer sees a step beyond it.
int64_t strict_at_the_edge(std::string const& field) {
  std::unique_ptr<char[]> const exact(new char[field.size()]);
  field.copy(exact.get(), field.size());
  return strict(Text(exact.get(), field.size()));
}
int64_t lenient_at_the_edge(std::string const& field) {
  std::unique_ptr<char[]> const exact(new char[field.size()]);
  field.copy(exact.get(), field.size());
  return lenient(Text(exact.get(), field.size()));
}

std::string const examples[] = {"Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
                                "Sun Nov  6 08:49:37 1994", "Sun Nov 6 08:49:37 -0800 1994",
                                "6 November 94 8:49 PST"};

}  // namespace

TEST(HttpDate, EveryDayOfThreeCenturiesInThreeForms) {
  dates::Day date;
  for (int i = 0; date.year < 2200; ++i, date.advance()) {
    int const second = i * 9973 % 86400;
    int64_t const expected = date.days_since_1970 * 86400 + second;
    std::string const fixdate = dates::imf_fixdate(date, second);
    ASSERT_TRUE(both(fixdate, expected)) << fixdate;
    std::string const asctime = dates::asctime_date(date, second);
    ASSERT_TRUE(both(asctime, expected)) << asctime;
    // Read in its own year, a date is at most a year from now.
    std::string const rfc850 = dates::rfc850_date(date, second);
    ASSERT_TRUE(both(rfc850, expected, Instant(expected * 1000))) << rfc850;
  }
}

TEST(HttpDate, EverySecondOfADay) {
  dates::Day date;
  for (int second = 0; second < 86400; ++second) {
    std::string const fixdate = dates::imf_fixdate(date, second);
    ASSERT_TRUE(both(fixdate, date.days_since_1970 * 86400 + second)) << fixdate;
  }
}

TEST(HttpDate, EveryWrongWeekdayIsSeenByStrictAlone) {
  dates::Day date;
  for (; date.year < 1930; date.advance()) {
    for (int other = 1; other < 7; ++other) {
      dates::Day wrong = date;
      wrong.weekday = (date.weekday + other) % 7;
      std::string const field = dates::imf_fixdate(wrong, 0);
      ASSERT_TRUE(only_lenient(field, date.days_since_1970 * 86400)) << field;
    }
  }
}

// A hundred years of now, and for each the hundred years that two digits can mean.
TEST(HttpDate, TwoDigitYearsByTheDefinition) {
  dates::Day today;
  for (int year = 1970; year < 2070; ++year) {
    while (today.year < year || today.month < 6 || today.day < 15) today.advance();
    Instant const at(today.days_since_1970 * 86400000);
    dates::Day then;
    for (int candidate = 1900; candidate < year + 50; ++candidate) {
      while (then.year < candidate || then.month < 6 || then.day < 15) then.advance();
      if (candidate < year - 50) continue;
      int64_t const midnight = then.days_since_1970 * 86400;
      if (candidate > year - 50) {
        ASSERT_EQ(strict(dates::rfc850_date(then, 0), at), midnight) << candidate << " in " << year;
      } else {
        // A hundred years on it is just 50 years ahead at midnight, and at noon it is more.
        ASSERT_NE(lenient(dates::rfc850_date(then, 0), at), midnight) << year;
        ASSERT_EQ(strict(dates::rfc850_date(then, 43200), at), midnight + 43200) << year;
      }
    }
  }
}

TEST(HttpDate, StrictIsWithinLenient) {
  for (std::string const& example : examples) {
    for (size_t i = 0; i < example.size(); ++i) {
      for (int octet = 0; octet < 256; ++octet) {
        std::string changed = example;
        changed[i] = static_cast<char>(octet);
        int64_t const by_the_letter = strict_at_the_edge(changed);
        int64_t const generously = lenient_at_the_edge(changed);
        ASSERT_TRUE(by_the_letter == malformed || by_the_letter == generously) << changed;
      }
    }
  }
}

TEST(HttpDate, NoPieceOfADateIsOne) {
  for (std::string const& example : examples) {
    ASSERT_NE(lenient_at_the_edge(example), malformed) << example;
    for (size_t size = 0; size < example.size(); ++size) {
      std::string const cut = example.substr(0, size);
      int64_t const of_the_beginning = strict_at_the_edge(cut);
      ASSERT_EQ(of_the_beginning, malformed) << cut;
      (void)lenient_at_the_edge(cut);
      (void)lenient_at_the_edge(example.substr(size));
      // An octet too many anywhere.
      for (char const more : {'\0', ' ', '0', 'x', ',', '\r', '\n', '\x7f', '\xff'}) {
        std::string longer = example;
        longer.insert(size, 1, more);
        (void)strict_at_the_edge(longer);
        (void)lenient_at_the_edge(longer);
      }
    }
    ASSERT_EQ(lenient_at_the_edge(example + '\0'), malformed);
    ASSERT_EQ(lenient_at_the_edge('\0' + example), malformed);
    ASSERT_EQ(lenient_at_the_edge(example + example), malformed);
  }
}

TEST(HttpDate, AMebibyteOfAnythingIsMalformed) {
  for (char const octet : {'0', '9', 'x', 'S', ' ', '\t', ',', ':', '-', '+', '\0', '\xff'}) {
    std::string const field(1 << 20, octet);
    EXPECT_EQ(strict(field), malformed);
    EXPECT_EQ(lenient(field), malformed);
    EXPECT_EQ(lenient("Sun, 06 Nov 1994 08:49:37 " + field + "GMT"),
              octet == ' ' || octet == '\t' ? rfc_example : malformed);
    EXPECT_EQ(lenient("Sun" + field), malformed);
  }
  std::string const blanks(1 << 20, ' ');
  EXPECT_TRUE(both(blanks + examples[0] + blanks, rfc_example));
}

TEST(HttpDate, NowMayBeAnyInstant) {
  for (int64_t const count : values::counts()) {
    EXPECT_NE(lenient("Sun, 06 Nov 94 08:49:37 GMT", Instant(count)), malformed) << count;
    EXPECT_TRUE(both("Sun, 06 Nov 1994 08:49:37 GMT", rfc_example, Instant(count))) << count;
  }
}
