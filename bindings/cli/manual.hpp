// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace cli {

/// oncemore(1) for man(1), in the man macros, made of the tables that the commands are made of.
std::string manual_page();

}  // namespace cli
