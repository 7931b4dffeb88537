// SPDX-License-Identifier: MIT
#include <oncemore/text.hpp>

#include <stddef.h>
#include <stdint.h>

#include "given.hpp"
#include "rule.hpp"

using namespace oncemore;
namespace {

// The shapes of std::string_view and std::optional, for a compiler that has no library at hand.
struct View {
  char const* octets = nullptr;
  size_t length = 0;
  [[nodiscard]] constexpr char const* data() const noexcept { return octets; }
  [[nodiscard]] constexpr size_t size() const noexcept { return length; }
};

// The shape of a container whose size is signed and which has nowhere to point to when it is empty.
struct Container {
  [[nodiscard]] constexpr char const* data() const noexcept { return nullptr; }
  [[nodiscard]] constexpr int size() const noexcept { return 0; }
  [[nodiscard]] constexpr int capacity() const noexcept { return 0; }
};

template <class Value> struct Optional {
  Value value{};
  bool full = false;
  [[nodiscard]] constexpr bool has_value() const noexcept { return full; }
  constexpr Value const& operator*() const noexcept { return value; }
};

constexpr char const* pointer = "abc";
constexpr char const* null_pointer = nullptr;

constexpr bool is(Text text, char const* octets, size_t size) noexcept {
  if (text.absent() || text.size() != size) return false;
  for (size_t i = 0; i < size; ++i) {
    if (text[i] != octets[i]) return false;
  }
  return true;
}

}  // namespace

RULES(nothing_is_absent_and_empty_is_not) {
  RULE(Text().absent());
  RULE(Text(nullptr).absent());
  RULE(Text(null_pointer).absent());
  RULE(Text(null_pointer, 5).absent() && Text(null_pointer, 5).size() == 0);
  RULE(!Text("").absent() && Text("").size() == 0);
  RULE(!Text(pointer, 0).absent());
  RULE(Text(View{}).absent());
  RULE(!Text(Container{}).absent() && Text(Container{}).size() == 0);
  RULE(!Text(View{pointer, 0}).absent());
}

RULES(characters_go_up_to_their_nul) {
  RULE(is("abc", "abc", 3));
  RULE(is(pointer, "abc", 3));
  RULE(is("ab\0cd", "ab", 2));
  constexpr char const no_nul[] = {'a', 'b'};
  RULE(is(no_nul, "ab", 2));
}

RULES(a_length_is_believed_and_a_nul_in_it_kept) {
  RULE(is(Text("ab\0cd", 5), "ab\0cd", 5));
  RULE(is(Text("abc", 2), "ab", 2));
  RULE(is(View{"a\0b", 3}, "a\0b", 3));
}

RULES(an_optional_is_what_is_in_it_or_absent) {
  RULE(Text(Optional<View>{}).absent());
  RULE(is(Optional<View>{View{"abc", 3}, true}, "abc", 3));
  RULE(is(Optional<char const*>{"abc", true}, "abc", 3));
  RULE(Text(Optional<char const*>{"abc", false}).absent());
  // A pointer in an optional may be null all the same.
  RULE(Text(Optional<char const*>{nullptr, true}).absent());
  RULE(Text(Optional<Text>{Text(), true}).absent());
}

RULES(texts_are_equal_octet_by_octet) {
  RULE(Text("GET") == Text("GET"));
  RULE(Text("GET") != Text("get"));
  RULE(Text("GET") != Text("GE") && Text("GE") != Text("GET"));
  RULE(Text("a\0b", 3) != Text("a\0c", 3));
  RULE(Text() == Text(""));
  RULE(!(Text("GET") != Text("GET")) && !(Text("GET") == Text("PUT")));
}
