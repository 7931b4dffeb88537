// SPDX-License-Identifier: MIT
#include "json.hpp"

#include <string_view>

namespace cli {

std::string member(std::string const& name, std::string const& value) {
  return '"' + name + "\": " + value;
}
std::string member(std::string const& name, char const* word) {
  std::string escaped;
  for (char const c : std::string_view(word)) {
    if (c == '"' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return member(name, '"' + escaped + '"');
}
std::string member(std::string const& name, int64_t number) {
  return member(name, std::to_string(number));
}
std::string member(std::string const& name, bool value) {
  return member(name, std::string(value ? "true" : "false"));
}

std::string object(std::vector<std::string> const& members) {
  std::string text;
  for (std::string const& one : members) text += (text.empty() ? "" : ", ") + one;
  return '{' + text + '}';
}

std::string array(std::vector<std::string> const& words) {
  std::string text;
  for (std::string const& word : words) text += (text.empty() ? "\"" : ", \"") + word + '"';
  return '[' + text + ']';
}

std::string json(oncemore::Trail trail) {
  std::vector<std::string> flags;
  if (trail.moved()) flags.push_back("moved");
  if (trail.accepted()) flags.push_back("accepted");
  if (trail.doubtful()) flags.push_back("doubtful");
  return object({member("hops", int64_t{trail.hops()}), member("flags", array(flags))});
}

std::string json(oncemore::RetryAfter asked) {
  return object({member("kind", name(asked.kind())), member("wait_ms", asked.wait().count())});
}

std::string json(oncemore::Attempt const& attempt) {
  return object({
      member("number", int64_t{attempt.number}),
      member("method", name(attempt.method)),
      member("status", int64_t{attempt.outcome.status()}),
      member("failure", name(attempt.outcome.failure())),
      member("repeatable", name(attempt.repeatable)),
      member("evidence", name(attempt.evidence)),
      member("body", name(attempt.body)),
      member("budget", name(attempt.budget)),
      member("server_says", name(attempt.server_says)),
      member("elapsed_ms", attempt.elapsed.count()),
      member("previous_delay_ms", attempt.previous_delay.count()),
      member("retry_after", json(attempt.retry_after)),
      member("redirects", json(attempt.redirects)),
      member("budget_paid", int64_t{attempt.budget_paid.count()}),
      member("hold_ms", attempt.hold.count()),
  });
}

}  // namespace cli
