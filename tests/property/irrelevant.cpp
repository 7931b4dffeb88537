// SPDX-License-Identifier: MIT
//
// What each reason depends on and what it does not, as irrelevant.txt says.

#include <ostream>

#include "cases.hpp"
#include "fields.hpp"
#include "lists.hpp"

using namespace oncemore;
using cases::Case;
using cases::HopCase;
using lists::Names;

namespace oncemore { inline namespace v1 {

/// How GoogleTest calls it.
static void PrintTo(Reason reason, std::ostream* out) { *out << name(reason); }

}}  // namespace oncemore::v1

namespace {

template <class It> char const* function;
template <> constexpr char const* function<Case> = "decide";
template <> constexpr char const* function<HopCase> = "follow";

template <class Owner> Names names_of(std::vector<fields::Field<Owner>> const& all) {
  Names names;
  for (auto const& field : all) names.insert(field.name);
  return names;
}

template <class It> Names all_names() {
  Names names = names_of(fields::settings());
  names.merge(names_of(fields::facts<It>()));
  return names;
}

template <class It> Names irrelevant(Reason reason) {
  auto const listed = [reason](char const* kind, Names const& all) {
    return lists::irrelevant(function<It>, name(reason), kind, all);
  };
  Names names = listed("settings", names_of(fields::settings()));
  names.merge(listed("facts", names_of(fields::facts<It>())));
  return names;
}

/// The case with these fields of another, decided anew.
template <class It> void replace(Names const& names, It& it, It const& other) {
  for (auto const& setting : fields::settings()) {
    if (names.count(setting.name) != 0) setting.copy(it.policy, other.policy);
  }
  for (auto const& fact : fields::facts<It>()) {
    if (names.count(fact.name) != 0) fact.copy(it, other);
  }
  it.decide_again();
}

template <class It> void expect_that_what_is_listed_changes_nothing(Reason reason) {
  Names const names = irrelevant<It>(reason);
  properties::expect_to_hold([&] {
    It it;
    bring_to(reason, it);
    replace(names, it, It());
    RC_LOG() << "with other values: " << rc::toString(it.policy) << '\n';
    RC_ASSERT(it.reason() == reason);
  });
}

/// Whether chance finds a case in which another value of this field alone makes another reason
/// decide. Chance is the same each time.
template <class It> bool matters(std::string const& field, Reason reason) {
  auto const differs = rc::gen::exec([&] {
    It it;
    bring_to(reason, it);
    replace({field}, it, It());
    return it.reason() != reason;
  });
  constexpr uint64_t tries = 20000;
  for (uint64_t seed = 0; seed < tries; ++seed) {
    if (differs(rc::Random(seed), rc::kNominalSize).value()) return true;
  }
  return false;
}

template <class It> void expect_that_what_is_not_listed_matters(Reason reason) {
  // Not these: what was spoilt is not known, and whatever is replaced may be that.
  if (reason == Reason::invalid_attempt || reason == Reason::invalid_policy) return;
  Names const names = irrelevant<It>(reason);
  for (auto const& field : all_names<It>()) {
    if (names.count(field) != 0) continue;
    EXPECT_TRUE(matters<It>(field, reason)) << field;
  }
}

TEST(Fields, every_setting_that_can_be_wrong_has_its_field) {
  Names const names = names_of(fields::settings());
  for (uint32_t i = 1; name(static_cast<PolicyError>(i)) != nullptr; ++i) {
    EXPECT_EQ(names.count(name(static_cast<PolicyError>(i))), 1U) << i;
  }
}

// --- decide() ---

class Decide : public testing::TestWithParam<Reason> {};

TEST_P(Decide, what_is_listed_changes_nothing) {
  expect_that_what_is_listed_changes_nothing<Case>(GetParam());
}

TEST_P(Decide, what_is_not_listed_matters) {
  expect_that_what_is_not_listed_matters<Case>(GetParam());
}

/// Those of decide() come before those of follow() alone.
std::vector<Reason> reasons_of_decide() {
  std::vector<Reason> reasons;
  for (auto reason = Reason::invalid_attempt; reason <= Reason::retryable_failure;
       reason = static_cast<Reason>(static_cast<int>(reason) + 1)) {
    reasons.push_back(reason);
  }
  return reasons;
}

INSTANTIATE_TEST_SUITE_P(Reasons, Decide, testing::ValuesIn(reasons_of_decide()),
                         [](auto const& it) { return std::string(name(it.param)); });

// --- follow() ---

class Follow : public testing::TestWithParam<Reason> {};

TEST_P(Follow, what_is_listed_changes_nothing) {
  expect_that_what_is_listed_changes_nothing<HopCase>(GetParam());
}

TEST_P(Follow, what_is_not_listed_matters) {
  expect_that_what_is_not_listed_matters<HopCase>(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Reasons, Follow,
                         testing::Values(Reason::invalid_attempt, Reason::invalid_policy,
                                         Reason::not_a_redirect, Reason::no_location,
                                         Reason::redirect_limit, Reason::body_consumed,
                                         Reason::server_wait_too_long, Reason::deadline,
                                         Reason::follow),
                         [](auto const& it) { return std::string(name(it.param)); });

}  // namespace
