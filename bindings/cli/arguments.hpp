// SPDX-License-Identifier: MIT
#pragma once

#include "command.hpp"

namespace cli {

/// Reads the arguments after a command's name (argv[0] is that name) by its table of options.
/// Throws UsageError.
Settings read_arguments(Command const& command, int argc, char* const* argv);

/// Throws UsageError if the library holds the policy for invalid.
void check(oncemore::Policy const& policy);

}  // namespace cli
