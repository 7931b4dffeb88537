// SPDX-License-Identifier: MIT
#include "help.hpp"

#include <algorithm>
#include <iostream>

#include "pages.hpp"
#include "suggest.hpp"
#include "text.hpp"

namespace cli {
namespace {

constexpr size_t few_options = 10;  // a command with more has a first page
constexpr size_t column = 26;       // where the first page says what an option is
constexpr char const* everyday[] = {"attempt",
                                    "method",
                                    "status",
                                    "failure",
                                    "response",
                                    "curl-exit",
                                    "repeatable",
                                    "elapsed",
                                    "retry-after",
                                    "redirect",
                                    "delay",
                                    "json",
                                    "log",
                                    "location",
                                    "redirects",
                                    "attempts",
                                    "deadline",
                                    "max-attempts",
                                    "failure-set",
                                    "status-set",
                                    "backoff-jitter",
                                    "backoff-initial",
                                    "backoff-cap",
                                    "server-wait-cap"};

bool is_everyday(Option const& option) {
  return std::find(std::begin(everyday), std::end(everyday), option.name) != std::end(everyday);
}

size_t count_options(Command const& command) {
  size_t count = 0;
  for (OptionGroup const& group : command.groups) count += group.options.size();
  return count;
}

std::string examples(Command const& command) {
  std::string text = command.examples.empty() ? "" : "\nExamples:\n";
  for (Example const& example : command.examples) {
    text += "  $ oncemore " + example.arguments + '\n';
    if (!example.prints.empty()) text += "  " + example.prints + '\n';
  }
  return text;
}

std::string beginning(Command const& command) {
  return "oncemore " + command.name + ": " + command.summary + "\n\nUsage: " + usage(command) +
         '\n';
}

/// An option and its first clause in two columns.
std::string brief(Option const& option) {
  std::string const left = "  " + heading(option);
  std::string says = first_clause(option);
  bool const is_word = option.placeholder == "WORD";
  if (is_word) says.back() = ':';
  if (is_word) says += ' ' + option.description + '.';
  std::string text = wrapped(says, column);
  bool const fits = left.size() < column;
  return fits ? left + text.substr(left.size()) : left + '\n' + text;
}

std::string first_page(Command const& command) {
  std::string text = beginning(command) + '\n' + wrapped(command.description.front(), 0);
  for (OptionGroup const& group : command.groups) {
    std::string options;
    for (Option const& option : group.options) options += is_everyday(option) ? brief(option) : "";
    if (!options.empty()) text += '\n' + group.title + ":\n" + options;
  }
  return text + examples(command) + "\n'oncemore " + command.name + " --help all' says more: all " +
         std::to_string(count_options(command)) + " options, their values and defaults.\n";
}

std::string whole_page(Command const& command) {
  std::vector<Option> const shared = shared_kinds(command.groups);
  std::string text = beginning(command);
  for (std::string const& paragraph : command.description) text += '\n' + wrapped(paragraph, 0);
  for (OptionGroup const& group : command.groups) {
    text += '\n' + group.title + ":\n";
    for (Option const& option : group.options) {
      text += "  " + heading(option) + '\n' + wrapped(body(option, shared), 6);
    }
  }
  if (!shared.empty()) text += "\nValues:\n";
  for (Option const& option : shared) {
    text += "  " + kind(option) + '\n' + wrapped(option.description + '.', 6);
  }
  return text + examples(command);
}

ExitCode run(Settings const& settings) {
  std::vector<std::string> const& operands = settings.operands;
  bool const all = operands.size() == 2 && operands[1] == "all";
  if (operands.size() > 1 && !all) throw UsageError{"takes one command, and perhaps all"};
  if (operands.empty()) {
    std::cout << help();
    return exit_go_on;
  }
  for (Command const& command : commands()) {
    if (command.name != operands[0]) continue;
    std::cout << help(command, all);
    return exit_go_on;
  }
  throw UsageError{"there is no command " + quoted(operands[0]) +
                   did_you_mean(operands[0], command_names())};
}

}  // namespace

std::string help() {
  std::vector<std::vector<std::string>> rows;
  for (Command const& command : commands()) rows.push_back({command.name, command.summary});
  return std::string("oncemore: ") + question + "\n\nUsage: oncemore COMMAND [OPTION...]\n\n" +
         table(rows, "ll", 2) +
         "\n'oncemore help COMMAND' says more. 'oncemore --version' prints the version,\n"
         "'oncemore --man' the manual page. The exit code is 2 for every error.\n";
}

std::string help(Command const& command, bool all) {
  return all || count_options(command) <= few_options ? whole_page(command) : first_page(command);
}

Command help_command() {
  return {"help",
          "[COMMAND [all]]",
          "what there is, or what a command takes",
          {"Prints what 'oncemore COMMAND --help' prints, or, with all, '--help all'."},
          {},
          {{"help decide", "oncemore decide: should this request be sent once more, and when?"}},
          run,
          command_names};
}

}  // namespace cli
