// SPDX-License-Identifier: MIT
#define ONCEMORE_RULES_AT_RUN_TIME
#include "../static/scanner.cpp"

#include <memory>
#include <string>

using namespace std::string_literals;

TEST(Scanner, NeverPassesTheEnd) {
  for (std::string const& field : {""s, "x"s, " "s, "1"s, "\0"s, "\xff"s}) {
    std::unique_ptr<char[]> const exact(new char[field.size()]);
    field.copy(exact.get(), field.size());
    Scanner in(Text(exact.get(), field.size()));
    uint32_t value = 0;
    in.blanks();
    (void)in.letters();
    (void)in.digits(1, 2, value);
    (void)in.take('\0');
    (void)in.take('\xff');
    EXPECT_TRUE(in.at_end());
    EXPECT_EQ(in.peek(), -1);
  }
}
