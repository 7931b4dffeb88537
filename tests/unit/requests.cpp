// SPDX-License-Identifier: MIT
#define ONCEMORE_RULES_AT_RUN_TIME
#include "../static/requests.cpp"

#include <vector>

#include "values.hpp"

namespace {

/// A client of the first seed: follows so many hops after each attempt, and treats a redirect that
/// it did not follow like any other failure.
uint64_t requests_of_a_naive_client(uint32_t attempts, uint32_t redirects) {
  uint64_t sent = 0;
  for (uint32_t attempt = 1; attempt <= attempts; ++attempt) {
    ++sent;                                                  // answered 302
    for (uint32_t hop = 1; hop <= redirects; ++hop) ++sent;  // answered 302, back to itself
  }
  return sent;
}

}  // namespace

TEST(Requests, AreThoseThatTheFourStacksSent) {
  struct Stack {
    char const* name;
    uint32_t attempts;
    uint32_t redirects;
    uint64_t requests;
  };
  constexpr Stack stacks[] = {{"Micronaut", 3, 5, 18},
                              {"Spring MVC", 3, 1, 6},
                              {"Quarkus", 3, 0, 3},
                              {"Spring WebFlux", 1, 0, 1}};
  for (Stack const& stack : stacks) {
    EXPECT_EQ(requests_per_call(stack.attempts, stack.redirects), stack.requests) << stack.name;
    EXPECT_EQ(requests_of_a_naive_client(stack.attempts, stack.redirects), stack.requests)
        << stack.name;
  }
}

TEST(Requests, TakeLayersFromAVector) {
  std::vector<RequestLayer> layers = {{3, 5}, {2, 0}};
  EXPECT_EQ(requests_per_call(layers.data(), layers.size()), 36U);
  layers.clear();
  EXPECT_EQ(requests_per_call(layers.data(), layers.size()), 1U);
}

TEST(Requests, SaturateOnlyWhereTheyMust) {
  values::Bits bits(5);
  for (int i = 0; i < 20000; ++i) {
    std::vector<RequestLayer> layers;
    __extension__ unsigned __int128 product = 1;
    bool none = false;
    bool saturated = false;
    for (uint64_t left = bits() % 4; left > 0; --left) {
      RequestLayer const layer{static_cast<uint32_t>(bits() >> (32 + bits() % 32)),
                               static_cast<uint32_t>(bits() >> (32 + bits() % 32))};
      layers.push_back(layer);
      none = none || layer.attempts == 0;
      product *= uint64_t{layer.attempts} * (uint64_t{layer.redirects} + 1);
      saturated = saturated || product > UINT64_MAX;
      if (saturated) product = UINT64_MAX;
    }
    uint64_t const expected = none ? 0 : static_cast<uint64_t>(product);
    ASSERT_EQ(requests_per_call(layers.data(), layers.size()), expected);
  }
}
