// SPDX-License-Identifier: MIT
#pragma once

#include <oncemore/oncemore.hpp>

#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Reads the cells of a vector file (README.md beside this file says how they are spelled). What is
// not spelled so is an exception that names it: a typing error in a row must not test something
// else.
namespace cases {

using Text = std::string_view;

inline std::runtime_error bad(char const* what, Text where) {
  return std::runtime_error(std::string(what) + ": '" + std::string(where) + "'");
}

inline Text trimmed(Text cell) {
  auto const first = cell.find_first_not_of(' ');
  if (first == Text::npos) return {};
  return cell.substr(first, cell.find_last_not_of(' ') - first + 1);
}

/// The parts of a text between separators; one empty part of an empty text.
inline std::vector<Text> split(Text text, char separator) {
  std::vector<Text> parts;
  for (;;) {
    auto const at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == Text::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

inline std::vector<Text> cells_of(Text row) {
  auto cells = split(row, '|');
  for (Text& cell : cells) cell = trimmed(cell);
  return cells;
}

/// A whole number of any sign, saturating nowhere: what does not fit is an error in the row.
inline int64_t number(Text word) {
  std::string const digits(word);
  char* end = nullptr;
  errno = 0;
  long long const value = std::strtoll(digits.c_str(), &end, 10);
  if (digits.empty() || *end != '\0' || errno != 0) throw bad("not a number", word);
  return value;
}

inline uint32_t number32(Text word) {
  int64_t const value = number(word);
  if (value < 0 || value > UINT32_MAX) throw bad("not an unsigned 32-bit number", word);
  return static_cast<uint32_t>(value);
}

inline int32_t status(Text word) {
  int64_t const value = number(word);
  if (value < INT32_MIN || value > INT32_MAX) throw bad("not a 32-bit number", word);
  return static_cast<int32_t>(value);
}

inline oncemore::Milliseconds duration(Text word) { return oncemore::Milliseconds(number(word)); }

inline uint64_t random_bits(Text word) {
  std::string const digits(word);
  if (word.size() != 16 || word.find_first_not_of("0123456789abcdef") != Text::npos) {
    throw bad("not 16 hexadecimal digits", word);
  }
  return std::strtoull(digits.c_str(), nullptr, 16);
}

/// The enumerator with this name.
template <class Enumeration> Enumeration enumerator(Text word) {
  for (uint32_t i = 0;; ++i) {
    auto const candidate = static_cast<Enumeration>(i);
    char const* const candidate_name = name(candidate);
    if (candidate_name == nullptr) throw bad("no such name", word);
    if (word == candidate_name) return candidate;
  }
}

/// A text with \xNN for the octets that cannot stand in a row.
inline std::string unescaped(Text cell) {
  std::string octets;
  for (size_t i = 0; i < cell.size(); ++i) {
    if (cell[i] != '\\') {
      octets += cell[i];
      continue;
    }
    if (i + 3 >= cell.size() || cell[i + 1] != 'x') throw bad("not \\xNN", cell);
    std::string const hex(cell.substr(i + 2, 2));
    octets += static_cast<char>(std::strtol(hex.c_str(), nullptr, 16));
    i += 3;
  }
  return octets;
}

inline bool is_number(Text word) {
  return !word.empty() && (word[0] == '-' || (word[0] >= '0' && word[0] <= '9'));
}

inline oncemore::Outcome outcome(Text word) {
  if (is_number(word)) return status(word);
  return enumerator<oncemore::Failure>(word);
}

inline oncemore::RetryAfter retry_after(Text word) {
  if (word == "absent") return {};
  if (word == "malformed") return oncemore::RetryAfter::malformed();
  return oncemore::RetryAfter(duration(word));
}

/// `default` or `none`, then +member and -member from left to right.
template <class Set, class Member> Set set(Text spelled, Set const& defaults, Member member) {
  auto const first_sign = spelled.find_first_of("+-");
  Text const start = spelled.substr(0, first_sign);
  if (start != "default" && start != "none") throw bad("not default or none", spelled);
  Set result = start == "default" ? defaults : Set();
  Text rest = first_sign == Text::npos ? Text() : spelled.substr(first_sign);
  while (!rest.empty()) {
    // A member may be a negative number, whose sign is not the next member's.
    Text const named = rest.substr(1, rest.find_first_of("+-", 2) - 1);
    result = rest[0] == '+' ? result.with(member(named)) : result.without(member(named));
    rest.remove_prefix(1 + named.size());
  }
  return result;
}

inline oncemore::StatusSet statuses(Text spelled, oncemore::StatusSet const& defaults) {
  return set(spelled, defaults, status);
}

/// What a trail is, `HOPS[+moved][+accepted][+doubtful]`.
inline oncemore::Trail trail_as_it_is(Text spelled) {
  auto const words = split(spelled, '+');
  uint32_t flags = 0;
  for (size_t i = 1; i < words.size(); ++i) {
    uint32_t const flag = words[i] == "moved"      ? 1
                          : words[i] == "accepted" ? 2
                          : words[i] == "doubtful" ? 4
                                                   : 0;
    if (flag == 0) throw bad("no flag of a trail", words[i]);
    flags |= flag;
  }
  return oncemore::Trail::from_raw(number32(words[0]), flags);
}

inline oncemore::Trail trail(Text spelled) {
  oncemore::Trail trail;
  if (spelled == "-") return trail;
  for (Text const step : split(spelled, ',')) {
    auto const colon = step.find(':');
    auto const arrow = step.find('>');
    if (step == "again") {
      trail = trail.sent_again();
    } else if (colon == Text::npos && step.data() == spelled.data()) {
      trail = trail_as_it_is(step);
    } else if (colon == Text::npos || arrow == Text::npos || arrow < colon) {
      throw bad("not a step of a trail", step);
    } else {
      trail = trail.followed(status(step.substr(0, colon)),
                             unescaped(step.substr(colon + 1, arrow - colon - 1)),
                             unescaped(step.substr(arrow + 1)));
    }
  }
  return trail;
}

/// Calls `assign(name, value)` for each word of a setting list; it says whether it knew the name.
template <class Assign> void for_each_setting(Text list, Assign assign) {
  if (list == "-") return;
  for (Text const word : split(list, ' ')) {
    if (word.empty()) continue;
    auto const equals = word.find('=');
    if (equals == Text::npos || !assign(word.substr(0, equals), word.substr(equals + 1))) {
      throw bad("no such setting", word);
    }
  }
}

inline bool assign(oncemore::Backoff& backoff, Text field, Text value) {
  using namespace oncemore;
  if (field == "initial") return backoff.initial = duration(value), true;
  if (field == "cap") return backoff.cap = duration(value), true;
  if (field == "floor") return backoff.floor = duration(value), true;
  if (field == "multiplier")
    return backoff.multiplier = oncemore::thousandths(number32(value)), true;
  if (field == "jitter") return backoff.jitter = enumerator<Jitter>(value), true;
  if (field == "spread") return backoff.spread = oncemore::thousandths(number32(value)), true;
  if (field == "spread_time") return backoff.spread_time = duration(value), true;
  return false;
}

inline bool assign(oncemore::ServerWait& server_wait, Text field, Text value) {
  using namespace oncemore;
  if (field == "mode") return server_wait.mode = enumerator<ServerWaitMode>(value), true;
  if (field == "over_cap") return server_wait.over_cap = enumerator<OverCap>(value), true;
  if (field == "cap") return server_wait.cap = duration(value), true;
  if (field == "spread") return server_wait.spread = oncemore::thousandths(number32(value)), true;
  return false;
}

inline bool assign(oncemore::Policy& policy, Text field, Text value) {
  using namespace oncemore;
  if (field.substr(0, 8) == "backoff.") return assign(policy.backoff, field.substr(8), value);
  if (field.substr(0, 12) == "server_wait.") {
    return assign(policy.server_wait, field.substr(12), value);
  }
  if (field == "max_attempts") return policy.max_attempts = number32(value), true;
  if (field == "unrepeatable") {
    return policy.unrepeatable = enumerator<Unrepeatable>(value), true;
  }
  if (field == "redirect_proof") {
    return policy.redirect_proof = enumerator<RedirectProof>(value), true;
  }
  if (field == "redirect_rewrite") {
    return policy.redirect_rewrite = enumerator<RedirectRewrite>(value), true;
  }
  if (field == "max_redirects") return policy.max_redirects = number32(value), true;
  if (field == "failures") {
    return policy.failures = set(value, default_failures, enumerator<Failure>), true;
  }
  if (field == "statuses") return policy.statuses = statuses(value, default_statuses), true;
  if (field == "unprocessed") {
    return policy.unprocessed = statuses(value, default_unprocessed), true;
  }
  if (field == "deadline") return policy.deadline = duration(value), true;
  if (field == "min_attempt_time") return policy.min_attempt_time = duration(value), true;
  return false;
}

inline bool assign(oncemore::Attempt& attempt, Text field, Text value) {
  using namespace oncemore;
  if (field == "number") return attempt.number = number32(value), true;
  if (field == "method") return attempt.method = parse_method(unescaped(value)), true;
  if (field == "outcome") return attempt.outcome = outcome(value), true;
  if (field == "repeatable") return attempt.repeatable = enumerator<Repeatable>(value), true;
  if (field == "evidence") return attempt.evidence = enumerator<Evidence>(value), true;
  if (field == "body") return attempt.body = enumerator<Body>(value), true;
  if (field == "budget") return attempt.budget = enumerator<BudgetAnswer>(value), true;
  if (field == "server_says") return attempt.server_says = enumerator<ServerSays>(value), true;
  if (field == "elapsed") return attempt.elapsed = duration(value), true;
  if (field == "previous_delay") return attempt.previous_delay = duration(value), true;
  if (field == "retry_after") return attempt.retry_after = retry_after(value), true;
  if (field == "redirects") return attempt.redirects = trail(value), true;
  if (field == "budget_paid") {
    return attempt.budget_paid = oncemore::thousandths(number32(value)), true;
  }
  if (field == "hold") return attempt.hold = duration(value), true;
  return false;
}

/// A decision as the answers spell it, without its notes.
inline oncemore::Decision decision(Text cell) {
  auto const words = split(cell, ' ');
  if (words.size() != 4) throw bad("a decision is VERDICT REASON DELAY NOTES", cell);
  return {duration(words[2]),
          enumerator<oncemore::Verdict>(words[0]),
          enumerator<oncemore::Reason>(words[1]),
          {}};
}

inline bool assign(oncemore::Hop& hop, Text field, Text value) {
  using namespace oncemore;
  if (field == "status") return hop.status = status(value), true;
  if (field == "method") return hop.method = parse_method(unescaped(value)), true;
  if (field == "has_location") return hop.has_location = value == "yes", true;
  if (field == "body") return hop.body = enumerator<Body>(value), true;
  if (field == "retry_after") return hop.retry_after = retry_after(value), true;
  if (field == "elapsed") return hop.elapsed = duration(value), true;
  return false;
}

/// A policy, an attempt or a hop out of a setting list.
template <class Struct> Struct read(Text list) {
  Struct result{};
  for_each_setting(list, [&](Text field, Text value) { return assign(result, field, value); });
  return result;
}

}  // namespace cases
