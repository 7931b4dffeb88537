// SPDX-License-Identifier: MIT
#define ONCEMORE_RULES_AT_RUN_TIME
#include "../static/redirect.cpp"

#include <string>

#include "values.hpp"

TEST(Redirect, EveryHopByTheTable) {
  for (int32_t const status : values::statuses()) {
    for (bool const changed : {false, true}) {
      for (uint32_t flags = 0; flags < 8; ++flags) {
        Trail const before = Trail::from_raw(7, flags);
        Trail const after = before.followed(status, "POST", changed ? "GET" : "POST");
        bool const accepts = status == 303 || changed;
        bool const leaves_open = !accepts && status != 307 && status != 308;
        ASSERT_EQ(after.hops(), 8U);
        ASSERT_TRUE(after.moved());
        ASSERT_EQ(after.accepted(), before.accepted() || accepts) << status;
        ASSERT_EQ(after.doubtful(), before.doubtful() || leaves_open) << status;
        ASSERT_TRUE(after.possible());
        ASSERT_FALSE(after.sent_again().moved() || after.sent_again().accepted() ||
                     after.sent_again().doubtful());
        ASSERT_EQ(after.sent_again().hops(), 8U);
      }
    }
  }
}

TEST(Redirect, MethodsOfTheLibrarysTypes) {
  std::string const before = "POST";
  std::string const after = "GET";
  EXPECT_TRUE(Trail().followed(302, before, after).accepted());
  EXPECT_FALSE(Trail().followed(302, before, before).accepted());
  EXPECT_TRUE(Trail().followed(302, std::string("P\0ST", 4), std::string("P\0TS", 4)).accepted());
}

TEST(Redirect, RewritingTouchesOnlyFiveStatuses) {
  for (int32_t const status : values::statuses()) {
    for (Method const method : values::enumerators<Method>()) {
      for (RedirectRewrite const mode : values::enumerators<RedirectRewrite>()) {
        Rewriting const answer = rewritten(mode, status, method);
        ASSERT_TRUE(!answer.method_becomes_get || answer.body_is_dropped);
        bool const may_rewrite = status == 301 || status == 302 || status == 303;
        ASSERT_TRUE(may_rewrite || !answer.body_is_dropped) << status;
      }
    }
  }
}
