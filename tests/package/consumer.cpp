// SPDX-License-Identifier: MIT
// What a program needs to be able to do with the library, however it came by it.
#ifndef ONCEMORE_HEADER
#define ONCEMORE_HEADER <oncemore/oncemore.hpp>
#endif
#include ONCEMORE_HEADER

int main() {
  oncemore::Policy const policy;
  oncemore::Attempt attempt;
  attempt.method = oncemore::Method::get;
  attempt.outcome = 503;
  return decide(policy, attempt, 0).retry() ? 0 : 1;
}
