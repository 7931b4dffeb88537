// SPDX-License-Identifier: MIT
#include "values.hpp"

#include <stdio.h>

#include <algorithm>
#include <chrono>

namespace cli {
namespace {

using oncemore::Failure;
using oncemore::FailureSet;
using oncemore::Milliseconds;
using oncemore::StatusSet;

constexpr uint64_t trillion = 1000000000000;

/// A decimal number as it is written, exact to the trillionth, and whether something finer follows.
/// The whole part saturates.
struct Decimal {
  bool negative = false;
  uint64_t whole = 0;
  uint64_t trillionths = 0;
  bool finer = false;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool take(std::string_view& text, std::string_view wanted) {
  if (text.substr(0, wanted.size()) != wanted) return false;
  text.remove_prefix(wanted.size());
  return true;
}

/// Takes a run of digits from the front of a text.
std::string_view take_digits(std::string_view& text) {
  size_t const count =
      static_cast<size_t>(std::find_if_not(text.begin(), text.end(), is_digit) - text.begin());
  std::string_view const digits = text.substr(0, count);
  text.remove_prefix(count);
  return digits;
}

uint64_t saturating_number(std::string_view digits) {
  uint64_t number = 0;
  for (char const c : digits) {
    uint64_t const digit = static_cast<uint64_t>(c - '0');
    if (number > (UINT64_MAX - digit) / 10) return UINT64_MAX;
    number = number * 10 + digit;
  }
  return number;
}

std::optional<Decimal> take_decimal(std::string_view& text) {
  Decimal decimal;
  decimal.negative = take(text, "-");
  std::string_view const whole = take_digits(text);
  if (whole.empty()) return std::nullopt;
  decimal.whole = saturating_number(whole);
  if (!take(text, ".")) return decimal;
  std::string_view const fraction = take_digits(text);
  if (fraction.empty()) return std::nullopt;
  uint64_t unit = trillion / 10;
  for (char const c : fraction) {
    decimal.trillionths += static_cast<uint64_t>(c - '0') * unit;
    decimal.finer = decimal.finer || (unit == 0 && c != '0');
    unit /= 10;
  }
  return decimal;
}

/// So many units in whole ones, a fraction rounded up; what 63 bits cannot hold saturates.
int64_t rounded_up(Decimal const& decimal, uint64_t unit) {
  if (decimal.whole >= INT64_MAX / unit) return INT64_MAX;
  uint64_t const parts = decimal.trillionths * unit;
  bool const rest = parts % trillion != 0 || decimal.finer;
  return static_cast<int64_t>(decimal.whole * unit + parts / trillion + (rest ? 1 : 0));
}

struct Unit {
  char const* name;
  Milliseconds length;
};
constexpr Unit units[] = {{"ms", std::chrono::milliseconds(1)},
                          {"s", std::chrono::seconds(1)},
                          {"m", std::chrono::minutes(1)},
                          {"h", std::chrono::hours(1)}};

/// Reads a list that changes a set. One that begins with a sign changes the set at hand, one that
/// does not begins with an empty set; in both a member without a sign is added. `change` takes the
/// members of one entry and says whether it is one.
template <class Set, class Change>
bool read_list(std::string_view text, Set& set, Change const& change) {
  bool const edits = !text.empty() && (text[0] == '+' || text[0] == '-');
  Set changed = edits ? set : Set();
  if (text != "none") {
    while (true) {
      size_t const comma = std::min(text.find(','), text.size());
      std::string_view entry = text.substr(0, comma);
      entry.remove_prefix(std::min(entry.find_first_not_of(' '), entry.size()));
      bool const out = take(entry, "-");
      if (!out) take(entry, "+");
      if (!change(changed, entry, !out)) return false;
      if (comma == text.size()) break;
      text.remove_prefix(comma + 1);
    }
  }
  set = changed;
  return true;
}

/// One status or a range of them. The library says which statuses a set holds: the first that it
/// does not hold ends the range, since the set is then invalid for good.
bool change_statuses(StatusSet& set, std::string_view entry, bool in) {
  uint32_t first = 0;
  uint32_t last = 0;
  std::string_view const from = take_digits(entry);
  if (!read(from, first)) return false;
  last = first;
  if (!entry.empty() && !(take(entry, "-") && read(entry, last) && last >= first)) return false;
  if (last > INT32_MAX) return false;
  for (uint32_t status = first; status <= last && set.valid(); ++status) {
    set = in ? set.with(static_cast<int32_t>(status)) : set.without(static_cast<int32_t>(status));
  }
  return true;
}

bool change_failures(FailureSet& set, std::string_view entry, bool in) {
  Failure failure = Failure::none;
  if (!read(entry, failure)) return false;
  set = in ? set.with(failure) : set.without(failure);
  return true;
}

}  // namespace

bool read(std::string_view text, oncemore::Count& number) {
  uint32_t value = 0;
  if (!read(text, value)) return false;
  number = value;
  return true;
}

bool read(std::string_view text, uint32_t& number) {
  std::string_view const digits = take_digits(text);
  uint64_t const value = saturating_number(digits);
  if (digits.empty() || !text.empty() || value > UINT32_MAX) return false;
  number = static_cast<uint32_t>(value);
  return true;
}

bool read(std::string_view text, int64_t& number) {
  bool const negative = take(text, "-");
  std::string_view const digits = take_digits(text);
  uint64_t const value = saturating_number(digits);
  uint64_t const largest = static_cast<uint64_t>(INT64_MAX) + (negative ? 1 : 0);
  if (digits.empty() || !text.empty() || value > largest) return false;
  number = static_cast<int64_t>(negative ? 0 - value : value);
  return true;
}

bool read(std::string_view text, std::string& words) {
  words = text;
  return true;
}

bool read(std::string_view text, Ratio& ratio) {
  std::optional<Decimal> const decimal = take_decimal(text);
  if (!decimal || decimal->negative) return false;
  uint64_t const unit = take(text, "%") ? 10 : 1000;
  if (!text.empty() || decimal->whole > UINT32_MAX / unit) return false;
  // The nearest thousandth, half of one counting up.
  uint64_t const part = (decimal->trillionths * unit + trillion / 2) / trillion;
  uint64_t const thousandths = decimal->whole * unit + part;
  if (thousandths > UINT32_MAX) return false;
  ratio.value = static_cast<uint32_t>(thousandths);
  return true;
}

bool read(std::string_view text, Count& count) {
  if (text != shown(Count{oncemore::unlimited})) return read(text, count.value);
  count.value = oncemore::unlimited;
  return true;
}

bool read(std::string_view text, Milliseconds& duration) {
  std::optional<Decimal> const decimal = take_decimal(text);
  if (!decimal) return false;
  bool const zero = decimal->whole == 0 && decimal->trillionths == 0 && !decimal->finer;
  for (Unit const& unit : units) {
    if (text != unit.name && !(text.empty() && zero)) continue;
    int64_t const count = rounded_up(*decimal, static_cast<uint64_t>(unit.length.count()));
    duration = Milliseconds(decimal->negative ? -count : count);
    return true;
  }
  return false;
}

bool read(std::string_view text, Limit& limit) {
  if (text != shown(Limit{Milliseconds::largest()})) return read(text, limit.value);
  limit.value = Milliseconds::largest();
  return true;
}

bool read(std::string_view text, oncemore::Instant& instant) {
  std::optional<Decimal> decimal = take_decimal(text);
  if (!decimal || !text.empty() || decimal->whole > INT64_MAX / 1000 - 1) return false;
  // Rounded down, as the library does it: for an instant before 1970 that is away from zero.
  if (!decimal->negative) {
    decimal->trillionths -= decimal->trillionths % (trillion / 1000);
    decimal->finer = false;
  }
  int64_t const count = rounded_up(*decimal, 1000);
  instant = oncemore::Instant(decimal->negative ? -count : count);
  return true;
}

bool read(std::string_view text, oncemore::Method& method) {
  if (text.empty()) return false;
  method = oncemore::parse_method(text);
  return true;
}

bool read(std::string_view text, StatusSet& set) { return read_list(text, set, change_statuses); }

bool read(std::string_view text, FailureSet& set) { return read_list(text, set, change_failures); }

bool read_bits(std::string_view text, uint64_t& bits) {
  unsigned const base = take(text, "0x") || take(text, "0X") ? 16 : 10;
  uint64_t value = 0;
  for (char const c : text) {
    char const lower = c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
    bool const letter = lower >= 'a' && lower <= 'f';
    if (!is_digit(c) && !(letter && base == 16)) return false;
    uint64_t const digit = static_cast<uint64_t>(letter ? lower - 'a' + 10 : c - '0');
    if (value > (UINT64_MAX - digit) / base) return false;
    value = value * base + digit;
  }
  if (text.empty()) return false;
  bits = value;
  return true;
}

namespace {

/// A trail as what it is: `3+moved+accepted`, the flags in this order.
bool read_trail(std::string_view text, oncemore::Trail& trail) {
  uint32_t hops = 0;
  std::string_view const digits = take_digits(text);
  if (!read(digits, hops)) return false;
  oncemore::Trail const known =
      oncemore::Trail().followed(300, "GET", "GET").followed(303, "GET", "GET");
  uint32_t const moved = oncemore::Trail().followed(307, "GET", "GET").flags();
  uint32_t const accepted = oncemore::Trail().followed(303, "GET", "GET").flags() & ~moved;
  uint32_t flags = 0;
  if (take(text, "+moved")) flags |= moved;
  if (take(text, "+accepted")) flags |= accepted;
  if (take(text, "+doubtful")) flags |= known.flags() & ~moved & ~accepted;
  oncemore::Trail const read = oncemore::Trail::from_raw(hops, flags);
  if (!text.empty() || !read.possible()) return false;
  trail = read;
  return true;
}

}  // namespace

bool read_step(std::string_view text, oncemore::Trail& trail) {
  if (read_trail(text, trail)) return true;
  if (text == "again") {
    trail = trail.sent_again();
    return true;
  }
  size_t const colon = std::min(text.find(':'), text.size());
  size_t const arrow = std::min(text.find('>', colon), text.size());
  if (arrow == text.size()) return false;
  std::string_view const before = text.substr(colon + 1, arrow - colon - 1);
  std::string_view const after = text.substr(arrow + 1);
  uint32_t status = 0;
  if (!read(text.substr(0, colon), status) || status > INT32_MAX) return false;
  if (before.empty() || after.empty()) return false;
  trail = trail.followed(static_cast<int32_t>(status), before, after);
  return true;
}

std::string shown(uint32_t number) { return std::to_string(number); }
std::string shown(oncemore::Count number) { return shown(uint32_t{number}); }

std::string shown(Count count) {
  return count.value == oncemore::unlimited ? "unlimited" : std::to_string(count.value);
}

std::string shown(Ratio ratio) {
  std::string text = std::to_string(ratio.value / 1000) + '.' +
                     std::to_string(1000 + ratio.value % 1000).substr(1);
  text.erase(std::max(text.find_last_not_of('0'), text.find('.') + 1) + 1);
  return text;
}

std::string shown(Limit limit) {
  return limit.value == Milliseconds::largest() ? "none" : shown(limit.value);
}

std::string shown(Milliseconds duration) {
  int64_t const count = duration.count();
  if (count == 0) return "0s";
  if (count < 1000) return std::to_string(count) + "ms";
  std::string text = seconds(duration);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text + "s";
}

std::string shown(oncemore::Method method) { return name(method); }

std::string shown(StatusSet const& set) {
  std::string const text =
      ranges(400, 999, [&set](int32_t status) { return set.contains(status); });
  return text.empty() ? "none" : text;
}

std::string shown(FailureSet set) {
  std::vector<Failure> members = every<Failure>();
  members.erase(std::remove_if(members.begin(), members.end(),
                               [set](Failure failure) { return !set.contains(failure); }),
                members.end());
  std::string const text = names(members, ", ");
  return text.empty() ? "none" : text;
}

std::string shown(oncemore::Instant instant) {
  oncemore::detail::CalendarTime const time = oncemore::detail::calendar_time(instant);
  if (time.year < 0 || time.year > 9999) return {};
  char date[80] = {};
  snprintf(date, sizeof date, "%04d-%02u-%02uT%02u:%02u:%02u", static_cast<int>(time.year),
           time.month, time.day, time.hour, time.minute, time.second);
  int64_t const past = (instant.count() % 1000 + 1000) % 1000;
  std::string const fraction = past == 0 ? "" : '.' + std::to_string(1000 + past).substr(1);
  return date + fraction + 'Z';
}

std::string seconds(Milliseconds duration) {
  int64_t const count = duration.count();
  return std::to_string(count / 1000) + '.' + std::to_string(1000 + count % 1000).substr(1);
}

Kind kind_of(uint32_t const&) {
  return {"N", "a whole number, at most " + std::to_string(UINT32_MAX)};
}
Kind kind_of(oncemore::Count const&) { return kind_of(uint32_t{}); }
Kind kind_of(Ratio const&) { return {"RATIO", "a ratio such as 2, 0.5 or 50%"}; }
Kind kind_of(Count const&) { return {"N|unlimited", "a whole number, or unlimited"}; }
Kind kind_of(Limit const&) {
  return {"DURATION|none", "a duration such as 250ms, 1.5s, 2m or 1h, or none"};
}
Kind kind_of(Milliseconds const&) {
  return {"DURATION", "a duration such as 250ms, 1.5s, 2m or 1h"};
}
Kind kind_of(oncemore::Instant const&) {
  return {"SECONDS", "seconds since 1970 in UTC, as 'date +%s' prints them"};
}
Kind kind_of(oncemore::Method const&) { return {"METHOD", "a method as it is sent, such as GET"}; }
Kind kind_of(StatusSet const&) {
  return {"STATUSES",
          "statuses such as 429,503 (these alone) or +409,-530,500-504 (changes), or none"};
}
Kind kind_of(FailureSet const&) {
  return {"FAILURES",
          "failures such as timeout,send (these alone) or +other,-timeout (changes), or none"};
}

}  // namespace cli
