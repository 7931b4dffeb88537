// SPDX-License-Identifier: MIT
#include "property/property.hpp"

#include <rapidcheck.h>

#include <cstdlib>
#include <iostream>
#include <sstream>

namespace properties {
namespace {

// Ten times as many as rapidcheck's own.
int const more_cases = setenv("RC_PARAMS", "max_success=1000", 0);

}  // namespace

void expect_to_hold(std::function<void()> const& property) {
  auto const* const test = testing::UnitTest::GetInstance()->current_test_info();
  rc::detail::TestMetadata about;
  about.id = std::string(test->test_suite_name()) + '.' + test->name();
  about.description = test->name();
  auto const result = rc::detail::checkTestable(property, about);
  std::ostringstream said;
  rc::detail::printResultMessage(result, said);
  rc::detail::SuccessResult success;
  if (!result.match(success)) FAIL() << said.str();
  if (!success.distribution.empty()) std::cout << said.str() << '\n';
  std::cout << "property: " << about.id << ": " << success.numSuccess << " cases\n";
}

}  // namespace properties
