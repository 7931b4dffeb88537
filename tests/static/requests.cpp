// SPDX-License-Identifier: MIT
#include <oncemore/requests.hpp>

#include <stdint.h>

#include "rule.hpp"

using namespace oncemore;

namespace {

constexpr RequestLayer micronaut[] = {{3, 5}};
constexpr RequestLayer three_layers[] = {{3, 5}, {4, 0}, {2, 1}};
constexpr RequestLayer defaults[] = {{}, {}};
constexpr RequestLayer full{UINT32_MAX, UINT32_MAX};
constexpr RequestLayer too_many[] = {full, full};
constexpr RequestLayer too_many_and_one[] = {full, full, {1, 0}};
constexpr RequestLayer too_many_and_none[] = {full, full, {0, 0}};
constexpr RequestLayer none_and_too_many[] = {{0, 7}, full, full};

}  // namespace

// The first seed: one 302, and what four stacks made of it.
RULES(eighteen_requests_for_one_redirect) {
  RULE(requests_per_call(3, 5) == 18);
  RULE(requests_per_call(3, 1) == 6);
  RULE(requests_per_call(3, 0) == 3);
  RULE(requests_per_call(1, 0) == 1);
  RULE(requests_per_call(1, 1) == 2);
}

RULES(layers_multiply) {
  RULE(requests_per_call(micronaut) == 18);
  RULE(requests_per_call(three_layers) == 18 * 4 * 4);
  RULE(requests_per_call(three_layers, 2) == 18 * 4);
  RULE(requests_per_call(defaults) == 1);
  RULE(requests_per_call(static_cast<RequestLayer const*>(nullptr), 0) == 1);
}

RULES(requests_saturate) {
  // (2^32 - 1) x 2^32 still fits.
  RULE(requests_per_call(UINT32_MAX, UINT32_MAX) == UINT64_MAX - UINT32_MAX);
  RULE(requests_per_call(1, UINT32_MAX) == uint64_t{UINT32_MAX} + 1);
  RULE(requests_per_call(too_many) == UINT64_MAX);
  RULE(requests_per_call(too_many_and_one) == UINT64_MAX);
}

RULES(a_layer_that_sends_nothing_makes_it_nothing) {
  RULE(requests_per_call(0U, 0U) == 0);
  RULE(requests_per_call(0, UINT32_MAX) == 0);
  RULE(requests_per_call(too_many_and_none) == 0);
  RULE(requests_per_call(none_and_too_many) == 0);
}

RULES(one_allowance_for_the_whole_call_adds) {
  RULE(requests_per_call_shared(3, 5) == 8);
  RULE(requests_per_call_shared(1, 0) == 1);
  RULE(requests_per_call_shared(0, 0) == 0);
  RULE(requests_per_call_shared(UINT32_MAX, UINT32_MAX) == uint64_t{UINT32_MAX} * 2);
}
