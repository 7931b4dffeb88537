// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

#include <oncemore/oncemore.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

/// How values are written on the command line, and how they are shown. What a value may be is asked
/// of the library: its enumerators are found by their names, and its ranges by its own functions.
namespace cli {

// Three values that the library keeps as plain numbers or durations are written in their own way.

/// Thousandths, written as a ratio: `2`, `0.5`, `50%`.
struct Ratio {
  uint32_t value = 0;
  Ratio() = default;
  explicit Ratio(uint32_t thousandths) : value(thousandths) {}
  explicit Ratio(oncemore::Thousandths ratio) : value(ratio.count()) {}
  operator uint32_t() const { return value; }
  operator oncemore::Thousandths() const { return oncemore::thousandths(value); }
};

/// A number of attempts: `4`, `unlimited`.
struct Count {
  uint32_t value = 0;
  operator uint32_t() const { return value; }
  operator oncemore::Count() const { return value; }
};

/// A duration of which the largest is no limit at all: `5s`, `none`.
struct Limit {
  oncemore::Milliseconds value;
  operator oncemore::Milliseconds() const { return value; }
};

// Each reads a whole text and leaves the value alone if the text is no such value.
bool read(std::string_view text, uint32_t& number);
bool read(std::string_view text, int64_t& number);
bool read(std::string_view text, std::string& words);
bool read(std::string_view text, Ratio& ratio);
bool read(std::string_view text, Count& count);
bool read(std::string_view text, Limit& limit);
bool read(std::string_view text, oncemore::Count& number);
bool read(std::string_view text, oncemore::Milliseconds& duration);
bool read(std::string_view text, oncemore::Instant& instant);
bool read(std::string_view text, oncemore::Method& method);
bool read(std::string_view text, oncemore::StatusSet& set);
bool read(std::string_view text, oncemore::FailureSet& set);
/// 64 bits, decimal or with 0x in front.
bool read_bits(std::string_view text, uint64_t& bits);
/// One more step of a trail: `303:POST>GET`, or `again` for a new attempt. `3+moved+accepted` is a
/// whole trail, whatever came before.
bool read_step(std::string_view text, oncemore::Trail& trail);

std::string shown(uint32_t number);
std::string shown(oncemore::Count number);
std::string shown(Ratio ratio);
std::string shown(Count count);
std::string shown(Limit limit);
std::string shown(oncemore::Milliseconds duration);
std::string shown(oncemore::Method method);
std::string shown(oncemore::StatusSet const& set);
std::string shown(oncemore::FailureSet set);
/// In UTC: `2026-11-14T22:15:20Z`; empty for a year that four digits do not hold.
std::string shown(oncemore::Instant instant);
/// In seconds to the millisecond, as sleep(1) takes them: `1.250`.
std::string seconds(oncemore::Milliseconds duration);

/// Every enumerator that has a name, in order.
template <class Enum> std::vector<Enum> every() {
  std::vector<Enum> all;
  for (uint32_t i = 0; name(static_cast<Enum>(i)) != nullptr; ++i) {
    all.push_back(static_cast<Enum>(i));
  }
  return all;
}

/// The same where the enumerators are bits.
template <> inline std::vector<oncemore::Note> every<oncemore::Note>() {
  std::vector<oncemore::Note> all;
  for (uint32_t bit = 1; name(static_cast<oncemore::Note>(bit)) != nullptr; bit <<= 1) {
    all.push_back(static_cast<oncemore::Note>(bit));
  }
  return all;
}

template <class Enum> using IfEnum = std::enable_if_t<std::is_enum_v<Enum>>*;

template <class Enum, IfEnum<Enum> = nullptr> bool read(std::string_view text, Enum& value) {
  for (Enum const candidate : every<Enum>()) {
    if (text != name(candidate)) continue;
    value = candidate;
    return true;
  }
  return false;
}

template <class Enum, IfEnum<Enum> = nullptr> std::string shown(Enum value) { return name(value); }

/// What a kind of value is called in --help, and what an error says that it is.
struct Kind {
  std::string placeholder;
  std::string description;
  std::vector<std::string> words = {};  // all of them, where they are words
};

/// The members of a range of numbers for which something holds: `101, 200-999`.
template <class Predicate> std::string ranges(int32_t first, int32_t last, Predicate holds) {
  std::string text;
  for (int32_t i = first; i <= last; ++i) {
    if (!holds(i)) continue;
    int32_t const from = i;
    while (i < last && holds(i + 1)) ++i;
    if (!text.empty()) text += ", ";
    text += std::to_string(from);
    if (i > from) text += '-' + std::to_string(i);
  }
  return text;
}

template <class Enum> std::string names(std::vector<Enum> const& values, std::string const& last) {
  std::string text;
  for (size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text += i + 1 < values.size() ? std::string(", ") : last;
    text += name(values[i]);
  }
  return text;
}

// The argument only says which type is meant.
Kind kind_of(uint32_t const& number);
Kind kind_of(oncemore::Count const& number);
Kind kind_of(Ratio const& ratio);
Kind kind_of(Count const& count);
Kind kind_of(Limit const& limit);
Kind kind_of(oncemore::Milliseconds const& duration);
Kind kind_of(oncemore::Instant const& instant);
Kind kind_of(oncemore::Method const& method);
Kind kind_of(oncemore::StatusSet const& set);
Kind kind_of(oncemore::FailureSet const& set);
template <class Enum> std::vector<std::string> words_of(std::vector<Enum> const& values) {
  std::vector<std::string> words;
  for (Enum const value : values) words.push_back(name(value));
  return words;
}
template <class Enum, IfEnum<Enum> = nullptr> Kind kind_of(Enum const&) {
  return {"WORD", names(every<Enum>(), " or "), words_of(every<Enum>())};
}

}  // namespace cli
