// SPDX-License-Identifier: MIT
#include "screen.hpp"

#include <stdlib.h>

// Windows has none of these two.
#if __has_include(<unistd.h>) && __has_include(<sys/ioctl.h>)
#include <sys/ioctl.h>
#include <unistd.h>
#endif

namespace cli {

Screen screen() {
  Screen screen;
#ifdef TIOCGWINSZ
  screen.is_terminal = isatty(STDOUT_FILENO) != 0;
  screen.colour = screen.is_terminal && getenv("NO_COLOR") == nullptr;
  winsize size{};
  bool const told = screen.is_terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
  if (told) screen.columns = size.ws_col;
#endif
  return screen;
}

}  // namespace cli
