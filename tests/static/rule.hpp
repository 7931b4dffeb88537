// SPDX-License-Identifier: MIT
#pragma once

// One source, two proofs. A file of rules is blocks of expressions that must be true:
//
//     RULES(zero_never_retries) {
//       RULE(Policy{}.max_attempts == 4);
//       RULE(attempts_from_retries(3) == 4);
//     }
//
// Compiled as it is, each RULE is a static_assert, so -fsyntax-only checks the whole rule book.
// Included by tests/unit/ with ONCEMORE_RULES_AT_RUN_TIME defined, each block is a test of suite
// Rules and each RULE a check that runs, so sanitizers and debuggers see the same expressions.
//
// A file of rules includes nothing but this and oncemore: it is also compiled without a library.
#ifdef ONCEMORE_RULES_AT_RUN_TIME
#include <gtest/gtest.h>
#define RULES(name) TEST(Rules, name)
#define RULE(...) EXPECT_TRUE((__VA_ARGS__))
#else
#define RULES(name) [[maybe_unused]] static void rules_##name()
#define RULE(...) static_assert((__VA_ARGS__), #__VA_ARGS__)
#endif
