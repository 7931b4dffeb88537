// SPDX-License-Identifier: MIT
//
// How long a call takes (Google Benchmark), beside curl_getdate on the same dates; and how many
// instructions: `bench --calls NAME COUNT` makes COUNT calls and nothing else, for callgrind to
// count. Instructions repeat from run to run and machine to machine, times do not.

#include <benchmark/benchmark.h>
#include <curl/curl.h>

#include <cstdlib>
#include <cstring>
#include <string>

#include <oncemore/oncemore.hpp>

namespace {

constexpr oncemore::Instant now(1781524800000);

char const* const imf_fixdate = "Mon, 15 Jun 2026 12:02:00 GMT";
char const* const rfc850_date = "Monday, 15-Jun-26 12:02:00 GMT";
char const* const asctime_date = "Mon Jun 15 12:02:00 2026";
char const* const zone_date = "15 Jun 2026 12:02:00 +0000";

oncemore::Policy const policy;

oncemore::Attempt attempt(int32_t status, oncemore::RetryAfter retry_after = {}) {
  oncemore::Attempt made;
  made.number = 2;
  made.method = oncemore::Method::get;
  made.outcome = status;
  made.retry_after = retry_after;
  return made;
}

oncemore::Attempt const unavailable = attempt(503);
oncemore::Attempt const told_when =
    attempt(503, oncemore::RetryAfter(oncemore::Milliseconds(2000)));
oncemore::Attempt const not_found = attempt(404);

// The compiler must not know what it is given, nor see that nobody looks at the answer.
template <class T> T const& hidden(T const& value) {
  T const* pointer = &value;
  benchmark::DoNotOptimize(pointer);
  return *pointer;
}

template <class T> void seen(T const& value) { benchmark::DoNotOptimize(value); }

void decided(oncemore::Attempt const& ended, uint64_t random) {
  seen(decide(hidden(policy), hidden(ended), random));
}

void retry_after(char const* field) {
  seen(oncemore::parse_retry_after(hidden(field), hidden(now)));
}

void curl(char const* field) { seen(curl_getdate(hidden(field), nullptr)); }

oncemore::Backoff slow_growth() {
  oncemore::Backoff backoff;
  backoff.multiplier = 1001;
  return backoff;
}

struct Case {
  char const* name;
  void (*call)(uint64_t random);
};

Case const cases[] = {
    {"nothing", [](uint64_t random) { seen(random); }},
    {"decide/status", [](uint64_t random) { decided(unavailable, random); }},
    {"decide/server_wait", [](uint64_t random) { decided(told_when, random); }},
    {"decide/stop", [](uint64_t random) { decided(not_found, random); }},
    {"retry_after/seconds", [](uint64_t) { retry_after("120"); }},
    {"retry_after/imf_fixdate", [](uint64_t) { retry_after(imf_fixdate); }},
    {"retry_after/rfc850", [](uint64_t) { retry_after(rfc850_date); }},
    {"retry_after/asctime", [](uint64_t) { retry_after(asctime_date); }},
    {"retry_after/zone", [](uint64_t) { retry_after(zone_date); }},
    {"curl_getdate/imf_fixdate", [](uint64_t) { curl(imf_fixdate); }},
    {"curl_getdate/rfc850", [](uint64_t) { curl(rfc850_date); }},
    {"curl_getdate/asctime", [](uint64_t) { curl(asctime_date); }},
    {"curl_getdate/zone", [](uint64_t) { curl(zone_date); }},
    {"ceiling/attempt_2", [](uint64_t) { seen(ceiling(hidden(policy.backoff), 2)); }},
    {"ceiling/attempt_4294967295",
     [](uint64_t) { seen(ceiling(hidden(policy.backoff), UINT32_MAX)); }},
    {"ceiling/attempt_4294967295_by_1.001",
     [](uint64_t) {
       static oncemore::Backoff const backoff = slow_growth();
       seen(ceiling(hidden(backoff), UINT32_MAX));
     }},
    {"describe",
     [](uint64_t) {
       static oncemore::Decision const decision = decide(policy, told_when, 0);
       char line[oncemore::describe_max];
       seen(describe(hidden(policy), hidden(told_when), hidden(decision), line));
       seen(line);
     }},
};

// A cheap walk through all 64 bits, so that no branch is learnt by heart.
uint64_t next(uint64_t random) { return random * 6364136223846793005U + 1442695040888963407U; }

void run(benchmark::State& state, Case const& tried) {
  uint64_t random = 1;
  for (auto _ : state) {
    random = next(random);
    tried.call(random);
  }
}

int calls(std::string const& name, long count) {
  for (Case const& tried : cases) {
    if (name != tried.name) continue;
    uint64_t random = 1;
    for (long i = 0; i < count; ++i) {
      random = next(random);
      tried.call(random);
    }
    return EXIT_SUCCESS;
  }
  return EXIT_FAILURE;
}

}  // namespace

int main(int count, char** arguments) {
  if (count == 4 && std::strcmp(arguments[1], "--calls") == 0) {
    return calls(arguments[2], std::atol(arguments[3]));
  }
  if (count == 2 && std::strcmp(arguments[1], "--names") == 0) {
    for (Case const& tried : cases) std::puts(tried.name);
    return EXIT_SUCCESS;
  }
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return EXIT_FAILURE;
  for (Case const& tried : cases) {
    benchmark::RegisterBenchmark(tried.name, run, tried);
  }
  benchmark::RunSpecifiedBenchmarks();
  return EXIT_SUCCESS;
}
