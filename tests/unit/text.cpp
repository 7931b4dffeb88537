// SPDX-License-Identifier: MIT
#define ONCEMORE_RULES_AT_RUN_TIME
#include "../static/text.cpp"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#if __cplusplus >= 202002L
#include <span>
#endif

using namespace std::string_literals;
using namespace std::string_view_literals;

namespace {

std::string copied(Text text) { return std::string(text.data(), text.size()); }

// A borrowed text lives as long as the call: that is what a temporary is passed for.
size_t size_of(Text text) { return text.size(); }

}  // namespace

TEST(Text, TakesTheTypesOfTheLibrary) {
  EXPECT_EQ(copied("GET"s), "GET");
  EXPECT_EQ(copied("GET"sv), "GET");
  EXPECT_EQ(copied(std::vector<char>{'G', 'E', 'T'}), "GET");
  EXPECT_EQ(copied(std::array<char, 3>{'G', 'E', 'T'}), "GET");
  EXPECT_EQ(copied(std::optional("GET"s)), "GET");
  EXPECT_EQ(copied(std::optional("GET"sv)), "GET");
  EXPECT_EQ(copied(std::optional<char const*>("GET")), "GET");
#if __cplusplus >= 202002L
  std::string const octets = "GET";
  EXPECT_EQ(copied(std::span<char const>(octets)), "GET");
#endif
}

TEST(Text, TakesBuffersUpToTheirNul) {
  char buffer[8] = "GET";
  EXPECT_EQ(copied(buffer), "GET");
  char* const to_buffer = buffer;
  EXPECT_EQ(copied(to_buffer), "GET");
  char const* const constant = buffer;
  EXPECT_EQ(copied(constant), "GET");
  // A heap block of just this size, so that a sanitizer sees a step beyond its end.
  std::unique_ptr<char[]> const exact(new char[3]{'G', 'E', 'T'});
  EXPECT_EQ(copied(Text(exact.get(), 3)), "GET");
}

TEST(Text, KeepsANulThatHasALength) {
  EXPECT_EQ(copied("5\0junk"s), "5\0junk"s);
  EXPECT_EQ(copied("5\0junk"sv), "5\0junk"s);
}

TEST(Text, TellsAbsentFromEmpty) {
  EXPECT_TRUE(Text(std::optional<std::string>()).absent());
  EXPECT_TRUE(Text(std::optional<std::string_view>()).absent());
  EXPECT_FALSE(Text(std::optional(""s)).absent());
  EXPECT_FALSE(Text(""s).absent());
  EXPECT_FALSE(Text(""sv).absent());
  // An empty container is there, though it may have no octets to point to.
  EXPECT_FALSE(Text(std::vector<char>()).absent());
  EXPECT_FALSE(Text(std::optional(std::vector<char>())).absent());
  // A view of nothing has no octets to point to.
  EXPECT_TRUE(Text(std::string_view()).absent());
  EXPECT_TRUE(Text(std::optional(std::string_view())).absent());
}

TEST(Text, BorrowsATemporaryForTheCall) { EXPECT_EQ(size_of(std::string(1000, 'x')), 1000U); }

TEST(Text, IsComparedToItsEnd) {
  std::string const a(1 << 20, 'x');
  std::string b = a;
  EXPECT_TRUE(Text(a) == Text(b));
  b.back() = 'y';
  EXPECT_FALSE(Text(a) == Text(b));
}
