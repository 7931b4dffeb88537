// SPDX-License-Identifier: MIT
#include <exception>
#include <iostream>

#include "arguments.hpp"
#include "command.hpp"
#include "help.hpp"
#include "manual.hpp"
#include "pages.hpp"
#include "suggest.hpp"
#include "text.hpp"

namespace cli {

std::vector<Command> const& commands() {
  static std::vector<Command> const all = {
      decide_command(),   follow_command(),     schedule_command(), retry_after_command(),
      requests_command(), convert_command(),    explain_command(),  demo_command(),
      help_command(),     completion_command(), time_left_command()};
  return all;
}

namespace {

std::string listed(std::vector<std::string> const& words) {
  std::string text;
  for (std::string const& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

ExitCode run(Command const& command, int argc, char** argv) {
  Settings const settings = read_arguments(command, argc, argv);
  if (!settings.help) return command.run(settings);
  bool const all = !settings.operands.empty() && settings.operands.back() == "all";
  std::cout << help(command, all);
  return exit_go_on;
}

/// Runs what the first argument names.
ExitCode dispatch(std::string_view first, int argc, char** argv) {
  struct Page {
    std::string_view name;
    std::string (*text)();
  };
  constexpr Page pages[] = {{"--help", help},
                            {"-h", help},
                            {"--version", [] { return version() + '\n'; }},
                            {"--man", manual_page}};
  for (Page const& page : pages) {
    if (first != page.name) continue;
    if (argc > 1) throw UsageError{quoted(first) + " takes no arguments"};
    std::cout << page.text();
    return exit_go_on;
  }
  for (Command const& command : commands()) {
    if (first == command.name) return run(command, argc, argv);
  }
  std::string const near = did_you_mean(first, command_names());
  throw UsageError{
      (first.empty() ? "a command is missing" : "there is no command " + quoted(first)) +
      (near.empty() ? "; there are " + listed(command_names()) : near)};
}

}  // namespace
}  // namespace cli

int main(int argc, char** argv) {
  std::string const first = argc > 1 ? argv[1] : "";
  std::string command;
  for (cli::Command const& one : cli::commands()) {
    if (one.name == first) command = ' ' + first;
  }
  try {
    cli::ExitCode const code = cli::dispatch(first, argc - 1, argv + 1);
    if (std::cout.flush()) return code;
    std::cerr << "oncemore" << command << ": standard output cannot be written\n";
  } catch (cli::UsageError const& error) {
    std::cerr << "oncemore" << command << ": " << error.message << '\n';
  } catch (std::exception const& error) {
    std::cerr << "oncemore" << command << ": " << error.what() << '\n';
  }
  return cli::exit_usage;
}
