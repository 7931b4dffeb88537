// SPDX-License-Identifier: MIT
//
// Runs every row of every vector file in the folder named by the first argument, against the core.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <string>

#include "../environment.hpp"
#include "answers.hpp"

namespace {

int passed = 0;
int failed = 0;

void check(std::string const& where, cases::Text row, std::string const& expected,
           std::string const& got) {
  if (got == expected) {
    ++passed;
    return;
  }
  ++failed;
  std::cerr << where << ": " << row << "\n  expected: " << expected << "\n  got:      " << got
            << '\n';
}

/// retry_after.txt has two answers a row and words of its own for them, see its banner.
void run_retry_after_row(std::string const& where, cases::Text row, answers::Cells const& cells) {
  char const* const now = "1781524800000";
  int64_t const largest = 9223372036854;
  if (cells.size() != 4) throw cases::bad("not four cells", row);
  for (size_t const column : {size_t{1}, size_t{2}}) {
    cases::Text const grammar = column == 1 ? "strict" : "lenient";
    auto const words = cases::split(cells[column], ' ');
    std::string expected = "malformed";
    if (words[0] == "saturate") {
      expected = std::to_string(largest);
    } else if (words[0] == "seconds" || words[0] == "ms") {
      int64_t const unit = words[0] == "ms" ? 1 : 1000;
      expected = std::to_string(cases::number(words.at(1)) * unit);
    } else if (words[0] == "date") {
      std::string const instant = std::to_string(cases::number(words.at(1)) * 1000);
      check(where, row, instant, answers::http_date({grammar, now, cells[0]}));
      int64_t const wait = cases::number(instant) - cases::number(now);
      expected = std::to_string(std::clamp<int64_t>(wait, 0, largest));
    } else if (words[0] != "reject") {
      throw cases::bad("no such result", cells[column]);
    }
    check(where, row, expected, answers::retry_after({grammar, now, cells[0]}));
  }
}

void run_row(answers::Kind const& kind, std::string const& where, std::string const& row) {
  auto cells = cases::cells_of(row);
  if (cases::Text(kind.name) == "retry_after") return run_retry_after_row(where, row, cells);
  if (cells.size() != kind.inputs + 2)
    throw cases::bad("not as many cells as the banner says", row);
  std::string const expected(cells[kind.inputs]);
  cells.resize(kind.inputs);
  check(where, row, expected, kind.answer(cells));
}

/// A file's kind is its name up to the first dot: decide.txt, decide.reports.txt.
answers::Kind const* kind_of(std::filesystem::path const& file) {
  auto const name = file.filename().string();
  return answers::find_kind(name.substr(0, name.find('.')));
}

int run_file(answers::Kind const& kind, std::filesystem::path const& file) {
  std::ifstream in(file);
  int rows = 0;
  int line_number = 0;
  for (std::string line; std::getline(in, line);) {
    ++line_number;
    if (line.empty() || line[0] == '#') continue;
    std::string const where = file.filename().string() + ":" + std::to_string(line_number);
    try {
      run_row(kind, where, line);
    } catch (std::exception const& error) {
      check(where, line, "a row that can be read", error.what());
    }
    ++rows;
  }
  std::cout << file.filename().string() << ": " << rows << " rows\n";
  return rows;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: vectors FOLDER\n";
    return 2;
  }
  if (!environment_is_as_promised()) return 2;
  std::set<std::filesystem::path> files;
  for (auto const& entry : std::filesystem::directory_iterator(argv[1])) {
    if (entry.path().extension() == ".txt") files.insert(entry.path());
  }
  for (answers::Kind const& kind : answers::kinds) {
    files.insert(std::filesystem::path(argv[1]) / (std::string(kind.name) + ".txt"));
  }
  for (auto const& file : files) {
    auto const* const kind = kind_of(file);
    if (kind == nullptr) {
      std::cerr << file << ": nothing here knows how to run it\n";
      ++failed;
    } else if (run_file(*kind, file) == 0) {
      std::cerr << file << ": no row was read\n";
      ++failed;
    }
  }
  std::cout << passed << " passed, " << failed << " failed\n";
  return failed == 0 ? 0 : 1;
}
