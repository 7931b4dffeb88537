// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "command.hpp"

/// What --help, the manual page and the completions say in the same words.
namespace cli {

constexpr char const question[] = "should this HTTP request be sent once more, and when?";

/// `oncemore 0.1.0`
std::string version();

/// The kind of value that an option takes: `DURATION` of `DURATION|none`.
std::string kind(Option const& option);
/// The kinds that several options take, each told by one of these. They are explained once, after
/// the options; which words an option takes is said with the option.
std::vector<Option> shared_kinds(std::vector<OptionGroup> const& groups);

/// `--status STATUS`
std::string heading(Option const& option);
/// All that is to be said of an option, but what its kind of value is if that is a shared one.
std::string body(Option const& option, std::vector<Option> const& shared);
/// The first clause of it.
std::string first_clause(Option const& option);
/// `oncemore decide [OPTION...]`
std::string usage(Command const& command);
/// Every command's name, in the order of the table.
std::vector<std::string> command_names();

}  // namespace cli
