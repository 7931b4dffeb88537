// SPDX-License-Identifier: MIT
#include "arguments.hpp"

#include <getopt.h>

#include <algorithm>
#include <chrono>

#include "options.hpp"
#include "suggest.hpp"
#include "text.hpp"

namespace cli {
namespace {

constexpr int first_option = 256;  // values below are characters
constexpr int operand = 1;         // what getopt_long says in the mode that begins with '-'
constexpr char const mode[] = "-:h";

std::string dashed(std::string const& name) { return "--" + name; }

/// What a value that an option does not take was perhaps meant to be.
std::string meant(Option const& option, std::string_view value) {
  Settings ignored;
  Option const curl_exit = option_of(curl_options(), "curl-exit");
  bool const is_code = option.name == "failure" && curl_exit.take(ignored, value);
  if (is_code) return "; did you mean --curl-exit " + std::string(value) + '?';
  return did_you_mean(value, option.words);
}

/// Reads the arguments one by one. No permuting, whatever the environment says, and no abbreviated
/// names: a script must not change its meaning when an option is added.
class Reader {
 public:
  Reader(Command const& command, int argc, char* const* argv) : argc_(argc), argv_(argv) {
    for (OptionGroup const& group : command.groups) {
      for (Option const& option : group.options) options_.push_back(&option);
    }
    for (Option const* option : options_) {
      int const argument = option->placeholder.empty() ? no_argument : required_argument;
      int const value = first_option + static_cast<int>(table_.size());
      table_.push_back({option->name.c_str(), argument, nullptr, value});
    }
    table_.push_back({"help", no_argument, nullptr, 'h'});
    table_.push_back({nullptr, 0, nullptr, 0});
    // As if it had never been called.
    opterr = 0;
    optind = 0;
    static_cast<void>(getopt_long(1, argv_, mode, table_.data(), nullptr));
    optind = 1;
  }

  Settings settings() {
    while (next()) {
    }
    for (int i = optind; i < argc_; ++i) settings_.operands.emplace_back(argv_[i]);
    return std::move(settings_);
  }

 private:
  bool next() {
    if (optind >= argc_) return false;
    std::string_view const argument = argv_[optind];
    // No option is a number, so -1 is an operand.
    bool const number = argument.size() > 1 && argument[0] == '-' &&
                        std::string_view(".0123456789").find(argument[1]) != std::string_view::npos;
    if (number) {
      settings_.operands.emplace_back(argv_[optind++]);
      return true;
    }
    int const found = getopt_long(argc_, argv_, mode, table_.data(), nullptr);
    if (found == -1) return false;
    if (found == operand) {
      settings_.operands.emplace_back(optarg);
    } else if (found == 'h') {
      if (argument != "--help" && argument[1] == '-') throw unknown(argument);
      settings_.help = true;
    } else if (found >= first_option) {
      take(*options_[static_cast<size_t>(found - first_option)], argument);
    } else {
      refuse(found, argument);
    }
    return true;
  }

  void take(Option const& option, std::string_view argument) {
    std::string_view const written = argument.substr(0, argument.find('='));
    if (written != dashed(option.name)) throw unknown(written);
    std::string_view const value = option.placeholder.empty() ? "" : optarg;
    if (!option.take(settings_, value)) {
      throw UsageError{dashed(option.name) + " takes " + option.description + ", not " +
                       quoted(value) + meant(option, value)};
    }
    settings_.given.push_back(option.name);
  }

  [[noreturn]] void refuse(int found, std::string_view argument) const {
    bool const known = optopt >= first_option;
    if (!known) throw unknown(argument.substr(0, argument.find('=')));
    Option const& option = *options_[static_cast<size_t>(optopt - first_option)];
    if (found == ':') {
      throw UsageError{dashed(option.name) + " takes " + option.description +
                       ", and its value is missing"};
    }
    throw UsageError{dashed(option.name) + " takes no value"};
  }

  [[nodiscard]] UsageError unknown(std::string_view argument) const {
    std::vector<std::string> known = {dashed("help")};
    for (Option const* option : options_) known.push_back(dashed(option->name));
    bool const is_long = argument.substr(0, 2) == "--";
    return UsageError{"there is no option " + quoted(argument) +
                      (is_long ? did_you_mean(argument, known) : "")};
  }

  int argc_;
  char* const* argv_;
  std::vector<Option const*> options_;
  std::vector<::option> table_;
  Settings settings_;
};

}  // namespace

Settings read_arguments(Command const& command, int argc, char* const* argv) {
  Settings settings = Reader(command, argc, argv).settings();
  bool const surplus = command.operands.empty() && !settings.operands.empty() && !settings.help;
  if (surplus) {
    throw UsageError{"takes only options, not " + quoted(settings.operands.front())};
  }
  return settings;
}

void check(oncemore::Policy const& policy) {
  oncemore::PolicyError const error = validate(policy);
  if (error == oncemore::PolicyError::none) return;
  for (Option const& option : policy_options().options) {
    if (option.field == name(error)) throw UsageError{dashed(option.name) + ": " + message(error)};
  }
  throw UsageError{message(error)};
}

bool Settings::has(std::string_view option) const {
  return std::find(given.begin(), given.end(), option) != given.end();
}

oncemore::Instant Settings::clock() const {
  return now ? *now : oncemore::Instant(std::chrono::system_clock::now());
}

oncemore::Grammar Settings::grammar() const {
  return strict ? oncemore::Grammar::strict : oncemore::Grammar::lenient;
}

}  // namespace cli
