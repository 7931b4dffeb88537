// SPDX-License-Identifier: MIT
#pragma once

#include <stddef.h>

namespace cli {

/// What standard output is.
struct Screen {
  bool is_terminal = false;
  bool colour = false;  ///< a terminal, and nobody has set NO_COLOR
  size_t columns = 0;   ///< of the terminal; 0 if it does not say
};

/// Asked of the system.
Screen screen();

}  // namespace cli
