// SPDX-License-Identifier: MIT
#pragma once

#include <stddef.h>

#include <string>
#include <string_view>
#include <vector>

namespace cli {

/// A text broken into lines of at most `width` columns, each after `indent` blanks, with an LF at
/// the end of each.
std::string wrapped(std::string_view text, size_t indent, size_t width = 79);

/// Rows of cells in columns, each as wide as its widest cell. A column is set to the right unless
/// its letter in `alignment` is 'l'; two blanks stand between them, none at the end of a line.
std::string table(std::vector<std::vector<std::string>> const& rows, std::string_view alignment,
                  size_t indent = 0);

/// A text from outside, made fit for one line and a terminal: `soon\x0a`.
std::string printable(std::string_view text);

/// The same in quotes, and not too long for an error.
std::string quoted(std::string_view text);

}  // namespace cli
