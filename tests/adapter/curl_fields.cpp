// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "client.hpp"

namespace {

using namespace client;
using counting::answer;
using oncemore::Instant;
using oncemore::Milliseconds;
using oncemore::RetryAfter;
using oncemore::curl::retry_after_of;

RetryAfter received(Lines const& fields, oncemore::Grammar grammar = oncemore::Grammar::lenient) {
  counting::Server server({answer(503, fields)});
  Handle handle(server.url());
  EXPECT_EQ(curl_easy_perform(handle.curl), CURLE_OK);
  return retry_after_of(handle.curl, Instant(1781524800000), grammar);  // 2026-06-15T12:00:00Z
}

TEST(CurlFields, RetryAfterIsReadByTheLibrary) {
  EXPECT_TRUE(received({}).is_absent());
  EXPECT_EQ(received({"Retry-After: 7"}).wait(), Milliseconds(7000));
  EXPECT_EQ(received({"retry-after:    7  "}).wait(), Milliseconds(7000));
  EXPECT_TRUE(received({"Retry-After: 0"}).is_wait());
  EXPECT_TRUE(received({"Retry-After: soon"}).is_malformed());
  EXPECT_TRUE(received({"Retry-After:"}).is_malformed());
  EXPECT_EQ(received({"Retry-After: Mon, 15 Jun 2026 12:00:05 GMT"}).wait(), Milliseconds(5000));
  // libcurl: six hours at most, or 0.
  EXPECT_EQ(received({"Retry-After: 99999"}).wait(), Milliseconds(99999000));
  EXPECT_EQ(received({"Retry-After: 1" + std::string(30, '0')}).wait(), Milliseconds::largest());
}

TEST(CurlFields, TheLongestOfSeveralLinesCounts) {
  EXPECT_EQ(received({"Retry-After: 5", "Retry-After: 10", "Retry-After: 7"}).wait(),
            Milliseconds(10000));
  EXPECT_EQ(received({"Retry-After: soon", "Retry-After: 2"}).wait(), Milliseconds(2000));
}

// Here it is 12:00:00, and the server's clock is an hour slow, or fast.
TEST(CurlFields, ADateIsComparedWithThatOfTheResponse) {
  std::string const slow = "Date: Mon, 15 Jun 2026 11:00:00 GMT";
  std::string const soon = "Retry-After: Mon, 15 Jun 2026 11:00:02 GMT";
  EXPECT_EQ(received({slow, soon}).wait(), Milliseconds(2000));
  EXPECT_EQ(received({soon, slow, "Age: 0"}).wait(), Milliseconds(2000));
  EXPECT_EQ(received({"Date: Mon, 15 Jun 2026 13:00:00 GMT",
                      "Retry-After: Mon, 15 Jun 2026 13:00:02 GMT"})
                .wait(),
            Milliseconds(2000));
  // A cache's Date, or none that can be read, is not the server's clock.
  EXPECT_EQ(received({slow, soon, "Age: 1"}).wait(), Milliseconds(0));
  EXPECT_EQ(received({slow, soon, "Age: old"}).wait(), Milliseconds(0));
  EXPECT_EQ(received({"Date: today", soon}).wait(), Milliseconds(0));
  EXPECT_EQ(received({slow, "Retry-After: 7"}).wait(), Milliseconds(7000));
}

TEST(CurlFields, TheGrammarIsTheCallers) {
  EXPECT_EQ(received({"Retry-After: 1.5"}).wait(), Milliseconds(1500));
  EXPECT_TRUE(received({"Retry-After: 1.5"}, oncemore::Grammar::strict).is_malformed());
}

TEST(CurlFields, AHandleThatWasNeverUsedHasNone) {
  Handle handle("http://127.0.0.1/");
  EXPECT_TRUE(retry_after_of(handle.curl, Instant()).is_absent());
  EXPECT_TRUE(retry_after_of(nullptr, Instant()).is_absent());
}

curl_slist* list(Lines const& lines) {
  curl_slist* fields = nullptr;
  for (auto const& line : lines) fields = curl_slist_append(fields, line.c_str());
  return fields;
}

Lines with(Lines const& lines, char const* value) {
  using namespace oncemore::curl::detail;
  Fields const fields(list(lines));
  Lines result;
  Fields const set = with_field(fields.get(), "Retry-Attempt", value);
  for (auto const* field = set.get(); field != nullptr; field = field->next) {
    result.emplace_back(field->data);
  }
  return result;
}

TEST(CurlFields, AFieldIsSetAndNotAppended) {
  EXPECT_EQ(with({}, "2"), (Lines{"Retry-Attempt: 2"}));
  EXPECT_EQ(with({"A: b", "RETRY-attempt: 7", "Retry-Attempts: 8", "Retry-Attempt:"}, "2"),
            (Lines{"A: b", "Retry-Attempts: 8", "Retry-Attempt: 2"}));
  EXPECT_EQ(with({"Retry-Attempt: 7", "A: b"}, nullptr), (Lines{"A: b"}));
  EXPECT_EQ(with({}, nullptr), Lines());
}

bool carried(Lines const& lines) {
  using namespace oncemore::curl::detail;
  Fields const fields(list(lines));
  return carries(fields.get(), "Idempotency-Key");
}

TEST(CurlFields, AKeyHasANameInAnyCaseAndAValue) {
  EXPECT_TRUE(carried({"A: b", "idempotency-KEY: \"x\""}));
  EXPECT_TRUE(carried({"Idempotency-Key:x"}));
  EXPECT_FALSE(carried({}));
  EXPECT_FALSE(carried({"Idempotency-Key:"}));  // libcurl's "leave it out"
  EXPECT_FALSE(carried({"Idempotency-Key: \t"}));
  EXPECT_FALSE(carried({"Idempotency-Key;"}));  // libcurl's "without a value"
  EXPECT_FALSE(carried({"Idempotency-Keys: x", "X-Idempotency-Key: x"}));
}

}  // namespace
