// SPDX-License-Identifier: MIT
#include <iostream>

#include "command.hpp"
#include "options.hpp"
#include "text.hpp"
#include "values.hpp"

namespace cli {
namespace {

using oncemore::Grammar;
using oncemore::Instant;
using oncemore::RetryAfter;

/// What is understood, by examples; each is one.
std::vector<std::string> forms(Grammar grammar) {
  std::vector<std::string> examples = {"120", "Sun, 06 Nov 1994 08:49:37 GMT",
                                       "Sunday, 06-Nov-94 08:49:37 GMT",
                                       "Sun Nov  6 08:49:37 1994"};
  if (grammar == Grammar::lenient) {
    examples.insert(examples.end(), {"1.5", "120, 60", "6 Nov 1994 8:49 -0800"});
  }
  return examples;
}

std::string meaning(RetryAfter asked, Instant now) {
  if (!asked.is_wait()) return name(asked.kind());
  int64_t const room = INT64_MAX - asked.wait().count();
  Instant const until(now.count() <= room ? now.count() + asked.wait().count() : INT64_MAX);
  std::string const date = shown(until);
  return "wait " + seconds(asked.wait()) + " s" + (date.empty() ? "" : ", until " + date);
}

ExitCode run(Settings const& settings) {
  if (settings.operands.empty()) throw UsageError{"the value of a Retry-After field is missing"};
  Instant const now = settings.clock();
  RetryAfter all;
  for (std::string const& value : settings.operands) {
    RetryAfter const asked = oncemore::parse_retry_after(value, now, settings.grammar());
    all = combined(all, asked);
    std::cout << printable(value) << ": " << meaning(asked, now) << '\n';
  }
  if (settings.operands.size() > 1) std::cout << "all of them: " << meaning(all, now) << '\n';
  if (all.is_wait()) return exit_go_on;
  std::cout << "understood are, for example:\n";
  for (std::string const& form : forms(settings.grammar())) std::cout << "    " << form << '\n';
  return exit_stop;
}

}  // namespace

Command retry_after_command() {
  return {"retry-after",
          "'VALUE'...",
          "what a Retry-After field means",
          {"Says for each value how long it asks to wait, and until when, or that it is malformed "
           "and what is understood. Several values are the lines of one field, which asks for the "
           "longest of them. The exit code is 0 if it asks for a wait and 1 if it is malformed."},
          {{"Options", {now_option(), strict_option()}}},
          {{"retry-after 120 --now 1700000000", "120: wait 120.000 s, until 2023-11-14T22:15:20Z"},
           {"retry-after 'Tue, 14 Nov 2023 22:13:21 GMT' --now 1700000000",
            "Tue, 14 Nov 2023 22:13:21 GMT: wait 1.000 s, until 2023-11-14T22:13:21Z"},
           {"retry-after soon", "soon: malformed"}},
          run};
}

}  // namespace cli
