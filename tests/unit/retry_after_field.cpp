// SPDX-License-Identifier: MIT
#define ONCEMORE_RULES_AT_RUN_TIME
#include "../static/retry_after_field.cpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "values.hpp"

using namespace std::chrono_literals;
using std::chrono::system_clock;

namespace {

constexpr size_t mebibyte = 1 << 20;

/// The field at the very end of a heap block, so that a sanitizer sees a step beyond it.
int64_t at_the_edge(std::string const& field, Grammar grammar) {
  std::unique_ptr<char[]> const exact(new char[field.size()]);
  field.copy(exact.get(), field.size());
  return wait_of(parse_retry_after(Text(exact.get(), field.size()), now, grammar));
}

}  // namespace

TEST(RetryAfterField, TakesAHeaderAsClientsHaveIt) {
  EXPECT_EQ(lenient(std::string("120")), 120000);
  EXPECT_EQ(lenient(std::string_view("120")), 120000);
  EXPECT_EQ(lenient(std::optional<std::string>()), absent);
  EXPECT_EQ(lenient(std::optional<std::string>("120")), 120000);
  EXPECT_EQ(lenient(std::optional<std::string_view>("")), malformed);
  EXPECT_EQ(lenient(std::vector<char>{'7'}), 7000);
}

TEST(RetryAfterField, TakesNowFromTheSystemClock) {
  system_clock::time_point const at(1781524800s);
  RetryAfter const asked = parse_retry_after("Mon, 15 Jun 2026 12:00:02 GMT", at);
  EXPECT_EQ(asked.wait(), 2s);
  EXPECT_EQ(RetryAfter(Instant(at + 5s), at).wait(), 5s);
  EXPECT_EQ(RetryAfter(5s).wait(), 5000ms);
  EXPECT_EQ(RetryAfter(250ms).wait().count(), 250);
  EXPECT_TRUE(parse_retry_after("120", system_clock::now()).is_wait());
}

// The reference may be the response's own Date, so that a clock that is wrong does no harm.

TEST(RetryAfterField, TakesNowFromTheResponsesDate) {
  HttpDate const date = parse_http_date("Mon, 15 Jun 2026 12:00:00 GMT", Instant());
  ASSERT_TRUE(date.valid());
  EXPECT_EQ(lenient("Mon, 15 Jun 2026 12:02:00 GMT", date.instant()), 120000);
}

TEST(RetryAfterField, FourHundredDigitsAreTheLargest) {
  EXPECT_TRUE(both(std::string(400, '1'), largest));
  EXPECT_TRUE(both(std::string(400, '0'), 0));
  EXPECT_TRUE(both(std::string(399, '0') + "7", 7000));
  EXPECT_TRUE(only_lenient(std::string(400, '9') + ".5", largest));
  EXPECT_TRUE(only_lenient("1." + std::string(400, '9'), 2000));
  EXPECT_TRUE(only_lenient("1." + std::string(400, '0') + "1", 1001));
}

TEST(RetryAfterField, AMebibyteIsReadOnce) {
  EXPECT_TRUE(both(std::string(mebibyte, '9'), largest));
  EXPECT_TRUE(both(std::string(mebibyte, '0') + "3", 3000));
  EXPECT_TRUE(both(std::string(mebibyte, ' ') + "3" + std::string(mebibyte, '\t'), 3000));
  EXPECT_TRUE(neither(std::string(mebibyte, ' ')));
  EXPECT_TRUE(neither(std::string(mebibyte, ',')));
  EXPECT_TRUE(only_lenient(std::string(mebibyte, ',') + "3", 3000));
  EXPECT_TRUE(only_lenient("0." + std::string(mebibyte, '0') + "1", 1));
  EXPECT_TRUE(neither(std::string(mebibyte, '.')));
  EXPECT_TRUE(neither(std::string(mebibyte, '\0')));
  EXPECT_TRUE(neither(std::string(mebibyte, 'x')));
  std::string list;
  for (int i = 0; i < 100000; ++i) list += "1 ,";
  EXPECT_TRUE(only_lenient(list + "2", 2000));
  EXPECT_TRUE(neither(list + "x"));
}

TEST(RetryAfterField, AControlAnywhereIsMalformed) {
  for (int octet = 0; octet < 256; ++octet) {
    bool const control = (octet < 32 && octet != '\t') || octet == 127 || octet > 127;
    if (!control) continue;
    char const c = static_cast<char>(octet);
    bool const line_end = c == '\r' || c == '\n';
    std::string const at_end = std::string("12") + c;
    std::string const at_start = c + std::string("12");
    std::string const inside = std::string("1") + c + "2";
    EXPECT_EQ(lenient(at_end), line_end ? 12000 : malformed) << octet;
    EXPECT_EQ(lenient(at_start), line_end ? 12000 : malformed) << octet;
    EXPECT_TRUE(neither(inside)) << octet;
    EXPECT_EQ(strict(at_end), malformed) << octet;
    EXPECT_EQ(strict(at_start), malformed) << octet;
  }
}

TEST(RetryAfterField, EveryNumberOfSecondsUpToADay) {
  for (int64_t seconds = 0; seconds <= 86400; ++seconds) {
    ASSERT_TRUE(both(std::to_string(seconds), seconds * 1000)) << seconds;
  }
}

TEST(RetryAfterField, EveryMillisecondOfASecond) {
  for (int64_t ms = 0; ms < 1000; ++ms) {
    std::string const digits = std::to_string(1000 + ms).substr(1);
    ASSERT_EQ(lenient("7." + digits), 7000 + ms) << digits;
    ASSERT_EQ(lenient("7." + digits + "000"), 7000 + ms) << digits;
    ASSERT_EQ(lenient("7." + digits + "0001"), 7001 + ms) << digits;
    ASSERT_EQ(strict("7." + digits), malformed);
  }
}

TEST(RetryAfterField, StrictIsWithinLenient) {
  std::string const letters = "0123456789 \t,.-+:xSunGMT\r\n";
  values::Bits bits(11);
  int understood = 0;
  for (int i = 0; i < 200000; ++i) {
    std::string field;
    for (uint64_t left = bits() % 6; left > 0; --left) {
      field += letters[static_cast<size_t>(bits() % letters.size())];
    }
    int64_t const by_the_letter = at_the_edge(field, Grammar::strict);
    int64_t const generously = at_the_edge(field, Grammar::lenient);
    ASSERT_TRUE(by_the_letter == malformed || by_the_letter == generously) << field;
    understood += generously != malformed ? 1 : 0;
  }
  EXPECT_GT(understood, 1000);
}
