// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

#include <functional>
#include <oncemore/oncemore.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "response.hpp"

/// What a command is: a name, options, texts, and a function. The tables made of these are read
/// three times: to understand the command line, to print --help, and to write the manual page.
namespace cli {

enum ExitCode { exit_go_on = 0, exit_stop = 1, exit_usage = 2 };

/// What is wrong with the command line or with a file that it names, in one sentence without a full
/// stop.
struct UsageError {
  std::string message;
};

/// One layer of clients, as far as the command line has described it.
struct Layer {
  std::optional<uint32_t> attempts;
  std::optional<uint32_t> redirects;
};

/// What the command line says, with the library's defaults for what it leaves out.
struct Settings {
  oncemore::Policy policy{};
  oncemore::Attempt attempt{};

  std::string method;             // the token of attempt.method
  std::optional<int32_t> status;  // 0 where curl says 000
  std::optional<oncemore::Failure> failure;
  std::optional<uint32_t> curl_exit;
  std::optional<int32_t> connect_status;  // 0 if there was no CONNECT
  std::optional<uint32_t> followed;
  Head told;  // its fields, as the options tell them
  std::optional<oncemore::Instant> now;
  bool strict = false;
  bool location = false;
  std::optional<std::string> response;
  std::optional<uint64_t> random;

  bool json = false;
  bool delay = false;
  bool log = false;
  bool exit_zero = false;

  uint32_t rows = 20;
  std::vector<Layer> layers;
  bool shared = false;
  bool list = false;

  bool help = false;
  std::vector<std::string> given;  // the names of the options, in order
  std::vector<std::string> operands;

  [[nodiscard]] bool has(std::string_view option) const;
  /// The clock, which --now sets.
  [[nodiscard]] oncemore::Instant clock() const;
  [[nodiscard]] oncemore::Grammar grammar() const;
};

struct Option {
  std::string name;           // without its dashes
  std::string placeholder;    // of its value; empty if it takes none
  std::string description;    // of its value, as in "takes a duration such as 250ms"
  std::string says;           // sentences for --help
  std::string default_value;  // empty if there is none worth showing
  std::string field;          // of the policy, as validate() names it
  /// Takes the value; false if it is none that this option takes.
  std::function<bool(Settings&, std::string_view)> take;
  std::vector<std::string> words = {};  // its values, where they are few
};

struct OptionGroup {
  std::string title;
  std::vector<Option> options;
};

struct Example {
  std::string arguments;  // after "oncemore"
  std::string prints;     // the first line of what it prints
};

struct Command {
  std::string name;
  std::string operands;  // as they are written after the name; empty if it takes none
  std::string summary;   // a line, without a full stop
  std::vector<std::string> description;  // paragraphs
  std::vector<OptionGroup> groups;
  std::vector<Example> examples;
  std::function<ExitCode(Settings const&)> run;
  std::function<std::vector<std::string>()> operand_words = {};  // what an operand may be
};

Command decide_command();
Command follow_command();
Command schedule_command();
Command retry_after_command();
Command requests_command();
Command convert_command();
Command explain_command();
Command demo_command();
Command help_command();
Command completion_command();
Command time_left_command();
std::vector<Command> const& commands();

}  // namespace cli
