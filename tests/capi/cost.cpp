// SPDX-License-Identifier: MIT
//
// What the C ABI adds to a decision: oncemore_decide() through the shared library against the same
// call inlined in C++, in one process and in turns, since a machine's speed drifts. Prints figures;
// no figure passes or fails.
//
// The goal is at most 25 ns or 2.5 times the inlined call, whichever is more.

#include <oncemore.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <oncemore/oncemore.hpp>
#include <vector>

namespace {

constexpr int rounds = 301;
constexpr int calls = 2000;
constexpr uint32_t variants = 64;

// Keeps a compiler from knowing what an object holds.
template <class T> void hide(T& object) { asm volatile("" : : "r"(&object) : "memory"); }

struct Case {
  char const* name;
  bool mixed;
  bool waits;
};

oncemore::Attempt attempt_of(Case const& which, uint32_t i) {
  constexpr int32_t statuses[] = {503, 429, 404, 200, 500, 421, 504, 403};
  oncemore::Attempt attempt;
  attempt.number = which.mixed ? 1 + i % 4 : 2;
  attempt.method = which.mixed && i % 3 == 0 ? oncemore::Method::post : oncemore::Method::get;
  attempt.outcome = which.mixed ? statuses[i * 7 % 8] : 503;
  if (which.mixed && i % 5 == 0) attempt.outcome = oncemore::Failure::connection_lost;
  if (which.waits) attempt.retry_after = oncemore::RetryAfter(oncemore::Milliseconds(2000));
  return attempt;
}

oncemore_attempt in_c(oncemore::Attempt const& from) {
  oncemore_attempt attempt = ONCEMORE_ATTEMPT_INIT;
  attempt.number = from.number;
  attempt.method = static_cast<uint32_t>(from.method);
  attempt.status = from.outcome.status();
  attempt.failure = static_cast<uint32_t>(from.outcome.failure());
  attempt.retry_after.kind = static_cast<uint32_t>(from.retry_after.kind());
  attempt.retry_after.wait_ms = from.retry_after.wait().count();
  return attempt;
}

template <class Call> double nanoseconds(Call call) {
  auto const start = std::chrono::steady_clock::now();
  uint64_t random = 0x9e3779b97f4a7c15;
  uint64_t sum = 0;
  for (uint32_t i = 0; i < calls; ++i) {
    random = random * 6364136223846793005 + 1442695040888963407;
    sum += call(i % variants, random);
  }
  hide(sum);
  auto const spent = std::chrono::steady_clock::now() - start;
  return std::chrono::duration<double, std::nano>(spent).count() / calls;
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + rounds / 2, values.end());
  return values[rounds / 2];
}

void measure(Case const& which) {
  oncemore::Policy policy;
  oncemore_policy c_policy = ONCEMORE_POLICY_INIT;
  std::vector<oncemore::Attempt> attempts;
  std::vector<oncemore_attempt> c_attempts;
  for (uint32_t i = 0; i < variants; ++i) {
    attempts.push_back(attempt_of(which, i));
    c_attempts.push_back(in_c(attempts.back()));
  }
  hide(policy);
  hide(c_policy);
  hide(*attempts.data());
  hide(*c_attempts.data());

  std::vector<double> inlined;
  std::vector<double> shared;
  std::vector<double> ratios;
  for (int round = 0; round < rounds; ++round) {
    inlined.push_back(nanoseconds([&](uint32_t i, uint64_t random) {
      auto const decision = decide(policy, attempts[i], random);
      return static_cast<uint64_t>(decision.delay.count()) + static_cast<uint64_t>(decision.reason);
    }));
    shared.push_back(nanoseconds([&](uint32_t i, uint64_t random) {
      auto const decision = oncemore_decide(&c_policy, &c_attempts[i], random);
      return static_cast<uint64_t>(decision.delay_ms) + decision.reason;
    }));
    ratios.push_back(shared.back() / inlined.back());
  }
  std::printf("%-22s inlined %6.1f ns   shared library %6.1f ns   ratio %.2f\n", which.name,
              median(inlined), median(shared), median(ratios));
}

}  // namespace

int main() {
  measure({"503 on attempt 2", false, false});
  measure({"503 with Retry-After", false, true});
  measure({"mixed", true, true});
}
