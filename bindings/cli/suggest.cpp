// SPDX-License-Identifier: MIT
#include "suggest.hpp"

#include <algorithm>

namespace cli {
namespace {

constexpr size_t most_suggestions = 3;
constexpr size_t longest = 40;  // no name is longer, so nothing longer is near

/// How many letters must be changed, put in, taken out or swapped with the next one.
size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<size_t>> table(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i) table[i][0] = i;
  for (size_t j = 0; j <= b.size(); ++j) table[0][j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t const changed = table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      table[i][j] = std::min({changed, table[i - 1][j] + 1, table[i][j - 1] + 1});
      bool const swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) table[i][j] = std::min(table[i][j], table[i - 2][j - 2] + 1);
    }
  }
  return table[a.size()][b.size()];
}

bool begins(std::string_view text, std::string_view with) {
  return text.substr(0, with.size()) == with;
}

/// Of the known ones those that are as near as any, and near enough.
std::vector<std::string> nearest(std::string_view written, std::vector<std::string> const& known) {
  std::vector<std::string> best;
  size_t least = std::max<size_t>(1, written.size() / 3) + 1;
  for (std::string const& one : known) {
    size_t const far = distance(written, one);
    if (far < least) best.clear();
    if (far < least || (far == least && !best.empty())) best.push_back(one);
    least = std::min(least, far);
  }
  if (!best.empty()) return best;
  std::copy_if(known.begin(), known.end(), std::back_inserter(best),
               [&](std::string const& one) { return begins(one, written); });
  return best;
}

}  // namespace

std::string did_you_mean(std::string_view written, std::vector<std::string> const& known) {
  if (written.empty() || written.size() > longest) return {};
  std::vector<std::string> const near = nearest(written, known);
  if (near.empty() || near.size() > most_suggestions) return {};
  std::string text = "; did you mean ";
  for (size_t i = 0; i < near.size(); ++i) {
    if (i > 0) text += i + 1 < near.size() ? ", " : " or ";
    text += near[i];
  }
  return text + '?';
}

}  // namespace cli
