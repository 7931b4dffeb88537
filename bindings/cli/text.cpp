// SPDX-License-Identifier: MIT
#include "text.hpp"

#include <algorithm>

namespace cli {

std::string wrapped(std::string_view text, size_t indent, size_t width) {
  std::string lines;
  std::string line;
  auto const end_line = [&] {
    lines += std::string(indent, ' ') + line + '\n';
    line.clear();
  };
  while (!text.empty()) {
    size_t const end = std::min(text.find(' '), text.size());
    if (!line.empty() && indent + line.size() + 1 + end > width) end_line();
    if (!line.empty()) line += ' ';
    line += text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (!line.empty()) end_line();
  return lines;
}

std::string table(std::vector<std::vector<std::string>> const& rows, std::string_view alignment,
                  size_t indent) {
  std::vector<size_t> widths;
  for (auto const& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (auto const& row : rows) {
    std::string line(indent, ' ');
    for (size_t i = 0; i < row.size(); ++i) {
      std::string const blanks(widths[i] - row[i].size(), ' ');
      bool const left = i < alignment.size() && alignment[i] == 'l';
      if (i > 0) line += "  ";
      line += left ? row[i] + blanks : blanks + row[i];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

std::string printable(std::string_view text) {
  constexpr char const digits[] = "0123456789abcdef";
  std::string line;
  for (char const c : text) {
    unsigned char const octet = static_cast<unsigned char>(c);
    if (octet >= 0x20 && octet < 0x7f) {
      line += c;
    } else {
      line += {'\\', 'x', digits[octet / 16], digits[octet % 16]};
    }
  }
  return line;
}

std::string quoted(std::string_view text) {
  constexpr size_t longest = 60;
  std::string const line = printable(text.substr(0, longest + 1));
  return '\'' + line.substr(0, longest) + (line.size() > longest ? "...'" : "'");
}

}  // namespace cli
