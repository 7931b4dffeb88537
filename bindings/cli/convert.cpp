// SPDX-License-Identifier: MIT
#include <iostream>

#include "command.hpp"
#include "options.hpp"
#include "suggest.hpp"
#include "text.hpp"
#include "values.hpp"

namespace cli {
namespace {

using oncemore::Convention;

/// What a number means to a system, in attempts; 0 is what no policy takes.
std::string attempts(Convention convention, int64_t number) {
  uint32_t const count = oncemore::max_attempts_for(convention, number);
  return count == 0 ? "rejected" : shown(Count{count});
}

std::string counts(Convention convention) { return name(row(convention)->counts); }

ExitCode list() {
  std::vector<int64_t> const samples = {-1, 0, 1, 2, 3, 10, 11};
  std::vector<std::vector<std::string>> cells = {{"setting", "counts"}};
  for (int64_t const number : samples) cells[0].push_back(std::to_string(number));
  for (Convention const convention : every<Convention>()) {
    cells.push_back({name(convention), counts(convention)});
    for (int64_t const number : samples) cells.back().push_back(attempts(convention, number));
  }
  std::cout << "The max_attempts that these numbers of another system's setting are:\n\n"
            << table(cells, "llrrrrrrr");
  return exit_go_on;
}

ExitCode run(Settings const& settings) {
  std::vector<std::string> const& operands = settings.operands;
  if (settings.list) {
    if (!operands.empty()) throw UsageError{"--list takes no setting"};
    return list();
  }
  if (operands.size() != 2) {
    throw UsageError{"takes a setting and its number, such as micronaut.attempts 2"};
  }
  Convention convention{};
  if (!read(operands[0], convention)) {
    throw UsageError{"there is no setting " + quoted(operands[0]) +
                     did_you_mean(operands[0], words_of(every<Convention>())) +
                     "; 'oncemore convert --list' lists them"};
  }
  int64_t number = 0;
  if (!read(operands[1], number)) {
    throw UsageError{"the number of a setting is a whole one, not " + quoted(operands[1])};
  }
  if (oncemore::max_attempts_for(convention, number) == 0) {
    std::cout << "rejected: " << operands[0] << " cannot be " << number << '\n';
    return exit_stop;
  }
  std::cout << "max_attempts " << attempts(convention, number) << ": " << operands[0] << " counts "
            << counts(convention) << '\n';
  return exit_go_on;
}

}  // namespace

Command convert_command() {
  return {"convert",
          "SETTING N",
          "another system's setting in ours",
          {"Says which max_attempts another system's setting is, so that a policy can be moved "
           "without being off by one. The exit code is 1 if that system rejects the number."},
          {{"Options", {flag("list", "List all settings that are known.", &Settings::list)}}},
          {{"convert micronaut.attempts 2", "max_attempts 3: micronaut.attempts counts retries"},
           {"convert failsafe.maxRetries -1",
            "max_attempts unlimited: failsafe.maxRetries counts retries"},
           {"convert grpc.maxAttempts 1", "rejected: grpc.maxAttempts cannot be 1"}},
          run,
          [] { return words_of(every<Convention>()); }};
}

}  // namespace cli
