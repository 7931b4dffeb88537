// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "cases.hpp"

// What the core is told, field by field, by the names that vector files use: `backoff.cap`.
namespace fields {

template <class Owner> struct Field {
  std::string name;
  void (*copy)(Owner& to, Owner const& from);
};

/// The settings of a policy, in the order of validate(). Copied from one valid policy to another,
/// they leave that valid: a floor comes with no more than the cap, a cap with no less than the
/// floor.
std::vector<Field<oncemore::Policy>> const& settings();

/// All else: of decide() the attempt's fields and `random`, of follow() the hop's and the trail.
template <class Case> std::vector<Field<Case>> const& facts();
template <> std::vector<Field<cases::Case>> const& facts<cases::Case>();
template <> std::vector<Field<cases::HopCase>> const& facts<cases::HopCase>();

}  // namespace fields
