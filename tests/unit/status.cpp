// SPDX-License-Identifier: MIT
#define ONCEMORE_RULES_AT_RUN_TIME
#include "../static/status.cpp"

#include <set>

#include "values.hpp"

TEST(Status, HasOneClassAtMost) {
  for (int32_t const status : values::statuses()) {
    bool const interim = status >= 100 && status <= 199 && status != 101;
    bool const sendable = status >= 100 && status <= 999 && !interim;
    ASSERT_EQ(is_final(status), sendable) << status;
    ASSERT_FALSE(is_success(status) && is_redirection(status)) << status;
    bool const is_an_error = !is_success(status) && !is_redirection(status);
    ASSERT_EQ(is_an_error, !sendable || status >= 400) << status;
  }
}

TEST(Status, SetsHoldOnlyErrors) {
  StatusSet const all = everything();
  for (int32_t const status : values::statuses()) {
    bool const may_be_in = status >= 400 && status <= 999;
    ASSERT_EQ(all.contains(status), may_be_in) << status;
    ASSERT_EQ(StatusSet(status).valid(), may_be_in) << status;
    ASSERT_EQ(all.with(status).valid(), may_be_in) << status;
    ASSERT_EQ(all.without(status).valid(), may_be_in) << status;
    ASSERT_FALSE(all.without(status).contains(status)) << status;
    ASSERT_EQ(StatusSet().with(status).contains(status), may_be_in) << status;
  }
}

TEST(Status, ASetIsWhatAStdSetIs) {
  values::Bits bits(4);
  StatusSet set;
  std::set<int32_t> model;
  for (int i = 0; i < 3000; ++i) {
    auto const status = static_cast<int32_t>(400 + bits() % 201);
    if ((bits() & 1) != 0) {
      set = set.with(status);
      model.insert(status);
    } else {
      set = set.without(status);
      model.erase(status);
    }
    for (int32_t asked = 400; asked <= 600; ++asked) {
      ASSERT_EQ(set.contains(asked), model.count(asked) == 1) << asked;
    }
    ASSERT_TRUE(copied(set) == set && set.valid());
  }
}

TEST(Status, AWordPastTheEndIsStillOne) {
  // A border may ask for any index; the answer must not be what lies behind the set.
  for (uint32_t const index : {4U, 5U, 100U, UINT32_MAX}) {
    EXPECT_EQ(default_statuses.word(index), default_statuses.word(index % 4));
  }
}
