// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "command.hpp"

/// --help and the manual page, made of the tables that the commands are made of.
namespace cli {

/// What `oncemore --help` prints.
std::string help();
/// What `oncemore COMMAND --help` prints.
std::string help(Command const& command);
/// oncemore(1) for man(1), in the man macros.
std::string manual_page();
/// `oncemore 0.1.0`
std::string version();

}  // namespace cli
