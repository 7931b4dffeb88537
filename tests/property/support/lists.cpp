// SPDX-License-Identifier: MIT
#include "property/lists.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace lists {
namespace {

/// What a word of a list stands for: itself, or a group.
Names meant_by(std::string const& word, Names const& all) {
  std::string const group = word.back() == '*' ? word.substr(0, word.size() - 1) : "";
  Names meant;
  for (auto const& name : all) {
    bool const in_group = !group.empty() && name.compare(0, group.size(), group) == 0;
    if (in_group || name == word) meant.insert(name);
  }
  EXPECT_FALSE(meant.empty()) << "irrelevant.txt: there is no " << word;
  return meant;
}

Names without(Names names, Names const& others) {
  for (auto const& other : others) names.erase(other);
  return names;
}

Names read_list(std::istream& words, Names const& all) {
  Names named;
  bool is_complement = false;
  for (std::string word; words >> word;) {
    if (word == "all") {
      is_complement = true;
    } else if (word != "but" && word != "none") {
      named.merge(meant_by(word, all));
    }
  }
  return is_complement ? without(all, named) : named;
}

}  // namespace

Names irrelevant(std::string const& function, std::string const& reason, std::string const& kind,
                 Names const& all) {
  std::ifstream file(ONCEMORE_IRRELEVANT);
  Names names;
  bool found = false;
  for (std::string line; std::getline(file, line);) {
    std::istringstream in(line);
    std::string cells[3];
    for (auto& cell : cells) {
      std::string bar;
      in >> cell >> bar;
    }
    if (cells[0] != function || cells[1] != reason || cells[2] != kind) continue;
    names.merge(read_list(in, all));
    found = true;
  }
  EXPECT_TRUE(found) << "irrelevant.txt has no row: " << function << " | " << reason << " | "
                     << kind;
  return names;
}

}  // namespace lists
