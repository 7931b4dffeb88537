// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "command.hpp"

namespace cli {

/// What `oncemore --help` prints.
std::string help();
/// What `oncemore COMMAND --help` prints: of a command with many options those that are used every
/// day, each with a line or two; `all` of them at length for `--help all`.
std::string help(Command const& command, bool all);

}  // namespace cli
