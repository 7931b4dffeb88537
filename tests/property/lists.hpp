// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>

namespace lists {

using Names = std::set<std::string>;

/// The fields of this kind, `settings` or `facts`, that irrelevant.txt lists for a reason of a
/// function, `decide` or `follow`. `all` are those that there are. What cannot be understood fails
/// the test that asks.
Names irrelevant(std::string const& function, std::string const& reason, std::string const& kind,
                 Names const& all);

}  // namespace lists
