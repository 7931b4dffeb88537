// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cli {

/// What of all that is known was perhaps meant: `; did you mean decide?`, or nothing where nothing
/// is near. Near is a third of the letters wrong, missing or surplus, two swapped ones counting
/// once; or the beginning of what is known. At most three are named, each as near as the others.
std::string did_you_mean(std::string_view written, std::vector<std::string> const& known);

}  // namespace cli
