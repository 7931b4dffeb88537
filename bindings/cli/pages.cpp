// SPDX-License-Identifier: MIT
#include "pages.hpp"

#include <algorithm>

namespace cli {
namespace {

std::vector<Option>::const_iterator find_kind(std::vector<Option> const& options,
                                              Option const& option) {
  return std::find_if(options.begin(), options.end(),
                      [&option](Option const& one) { return kind(one) == kind(option); });
}

}  // namespace

std::string version() {
  constexpr oncemore::Version version = oncemore::version;
  return "oncemore " + std::to_string(version.major_number) + '.' +
         std::to_string(version.minor_number) + '.' + std::to_string(version.patch_number);
}

std::string kind(Option const& option) {
  return option.placeholder.substr(0, option.placeholder.find('|'));
}

std::vector<Option> shared_kinds(std::vector<OptionGroup> const& groups) {
  std::vector<Option> seen;
  std::vector<Option> shared;
  for (OptionGroup const& group : groups) {
    for (Option const& option : group.options) {
      bool const own = option.placeholder.empty() || option.placeholder == "WORD";
      if (own || find_kind(shared, option) != shared.end()) continue;
      auto const earlier = find_kind(seen, option);
      if (earlier == seen.end()) {
        seen.push_back(option);
      } else {
        shared.push_back(option.placeholder == kind(option) ? option : *earlier);
      }
    }
  }
  return shared;
}

std::string heading(Option const& option) {
  return "--" + option.name + (option.placeholder.empty() ? "" : ' ' + option.placeholder);
}

std::string body(Option const& option, std::vector<Option> const& shared) {
  std::string text = option.says;
  if (!option.placeholder.empty() && find_kind(shared, option) == shared.end()) {
    text += ' ' + option.placeholder + ": " + option.description + '.';
  }
  if (!option.default_value.empty()) text += " Default: " + option.default_value + '.';
  return text;
}

std::string usage(Command const& command) {
  std::string line = "oncemore " + command.name;
  if (!command.groups.empty()) line += " [OPTION...]";
  return command.operands.empty() ? line : line + ' ' + command.operands;
}

std::string first_clause(Option const& option) {
  size_t end = option.says.size() - 1;
  for (char const* const mark : {". ", "; ", ": "}) end = std::min(end, option.says.find(mark));
  return option.says.substr(0, end) + '.';
}

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (Command const& command : commands()) names.push_back(command.name);
  return names;
}

}  // namespace cli
