// SPDX-License-Identifier: MIT
// A redirect is no error to retry: a policy that says so is stopped before it is ever used.
// expect-g++: static assertion failed
// expect-clang: failed due to requirement 'validate(policy)
#include <oncemore/oncemore.hpp>

constexpr oncemore::Policy retries(int status) {
  oncemore::Policy policy;
  policy.statuses = policy.statuses.with(status);
  return policy;
}

#ifdef ACCEPT
constexpr oncemore::Policy policy = retries(409);
#endif
#ifdef REJECT
constexpr oncemore::Policy policy = retries(302);
#endif
static_assert(validate(policy) == oncemore::PolicyError::none);
