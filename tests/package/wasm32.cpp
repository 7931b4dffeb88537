// SPDX-License-Identifier: MIT
// A module for WebAssembly that calls what a host would, with no C library behind it: if anything
// in the headers needs one, the linker names the missing symbol.
// A macro of a common platform header must not meet a name of ours.
#define bit(b) (1UL << (b))
#include <oncemore/oncemore.hpp>

using oncemore::Instant;
using oncemore::Method;

namespace {
oncemore::Policy policy;
oncemore::Attempt attempt;
oncemore::Decision decision;
char line[oncemore::describe_max];
}  // namespace

extern "C" {

// The octets of the Retry-After field; the host writes them before it calls.
char field[64];

int64_t oncemore_decide(uint32_t number, int32_t status, uint32_t field_size, int64_t now,
                        uint64_t random) {
  attempt.method = Method::get;
  attempt.number = number;
  attempt.outcome = status;
  attempt.retry_after = oncemore::parse_retry_after({field, field_size}, Instant(now));
  decision = decide(policy, attempt, random);
  return decision.retry() ? decision.delay.count() : -1;
}

uint32_t oncemore_follow(int32_t status) {
  oncemore::Hop hop;
  hop.status = status;
  hop.method = Method::post;
  hop.has_location = true;
  return follow(policy, attempt.redirects, hop).follows() ? 1 : 0;
}

char const* oncemore_describe() {
  static_cast<void>(describe(policy, attempt, decision, line));
  return line;
}
}
