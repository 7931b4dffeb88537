// SPDX-License-Identifier: MIT
#define ONCEMORE_RULES_AT_RUN_TIME
#include "../static/method.cpp"

#include <string>

TEST(Method, EveryOtherSpellingIsUnknown) {
  for (Registered const& row : registry) {
    std::string const token = row.token;
    EXPECT_EQ(parse_method(token), row.method);
    for (size_t i = 0; i < token.size(); ++i) {
      for (int octet = 0; octet < 256; ++octet) {
        std::string other = token;
        other[i] = static_cast<char>(octet);
        if (other == token) continue;
        Method const parsed = parse_method(other);
        // No registered token is one octet away from another.
        EXPECT_EQ(parsed, Method::unknown) << other;
      }
      // UPDATE begins UPDATEREDIRECTREF; no other token begins another.
      std::string const begin = token.substr(0, i);
      EXPECT_EQ(parse_method(begin), begin == "UPDATE" ? Method::update : Method::unknown) << begin;
    }
    EXPECT_EQ(parse_method(token + " "), Method::unknown);
    EXPECT_EQ(parse_method(token + '\0'), Method::unknown);
    EXPECT_EQ(parse_method(std::string(1, '\0') + token), Method::unknown);
  }
}

TEST(Method, ALongTokenIsUnknown) {
  EXPECT_EQ(parse_method(std::string(1 << 20, 'G')), Method::unknown);
}

TEST(Method, WhatIsSafeIsIdempotent) {
  for (uint32_t i = 0; i < 100; ++i) {
    EXPECT_TRUE(!is_safe(Method{i}) || is_idempotent(Method{i})) << i;
  }
}
