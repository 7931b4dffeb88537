// SPDX-License-Identifier: MIT
//
// Reads cases, one a line (`KIND | input cells`), and writes the core's answers, one a line: the
// other side of the comparison with the model, see compare.py.

#include <iostream>
#include <string>

#include "../vectors/answers.hpp"

namespace {

std::string answer(std::string const& line) {
  try {
    auto cells = cases::cells_of(line);
    auto const* const kind = answers::find_kind(cells.front());
    if (kind == nullptr) throw cases::bad("no such kind", cells.front());
    cells.erase(cells.begin());
    if (cells.size() != kind->inputs) throw cases::bad("not as many cells as asked for", line);
    return kind->answer(cells);
  } catch (std::exception const& error) {
    return std::string("error: ") + error.what();
  }
}

}  // namespace

int main() {
  std::ios::sync_with_stdio(false);
  for (std::string line; std::getline(std::cin, line);) std::cout << answer(line) << '\n';
}
