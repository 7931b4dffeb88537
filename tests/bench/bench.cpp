// SPDX-License-Identifier: MIT
//
// How long a call takes (Google Benchmark), beside curl_getdate on the same dates; and how many
// instructions: `bench --calls NAME COUNT` makes COUNT calls and nothing else, for callgrind to
// count. Instructions repeat from run to run and from machine to machine; times do not.

#include <benchmark/benchmark.h>

#ifdef ONCEMORE_BENCH_CURL
#include <curl/curl.h>
#endif

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <oncemore/oncemore.hpp>

namespace {

using oncemore::Grammar;
using oncemore::Text;

constexpr oncemore::Instant now(1781524800000);  // 2026-06-15T12:00:00Z

constexpr char const* imf_fixdate = "Mon, 15 Jun 2026 12:02:00 GMT";
constexpr char const* rfc850_date = "Monday, 15-Jun-26 12:02:00 GMT";
constexpr char const* asctime_date = "Mon Jun 15 12:02:00 2026";
constexpr char const* offset_date = "15 Jun 2026 12:02:00 +0000";

oncemore::Policy const policy;

oncemore::Attempt ended(oncemore::Method method, oncemore::Outcome outcome,
                        oncemore::RetryAfter retry_after = {}) {
  oncemore::Attempt attempt;
  attempt.number = 2;
  attempt.method = method;
  attempt.outcome = outcome;
  attempt.retry_after = retry_after;
  return attempt;
}

oncemore::RetryAfter const two_seconds(oncemore::Milliseconds(2000));
oncemore::Attempt const unavailable = ended(oncemore::Method::get, 503);
oncemore::Attempt const told_when = ended(oncemore::Method::get, 503, two_seconds);
oncemore::Attempt const not_found = ended(oncemore::Method::get, 404);

// What a client sees in a bad hour, so that no branch is learnt by heart.
oncemore::Attempt const mixed[16] = {
    ended(oncemore::Method::get, 200),
    ended(oncemore::Method::get, 503),
    ended(oncemore::Method::post, 503, two_seconds),
    ended(oncemore::Method::get, oncemore::Failure::timeout),
    ended(oncemore::Method::post, oncemore::Failure::timeout),
    ended(oncemore::Method::put, oncemore::Failure::connection_lost),
    ended(oncemore::Method::get, 429, two_seconds),
    ended(oncemore::Method::get, 404),
    ended(oncemore::Method::delete_, 500),
    ended(oncemore::Method::post, oncemore::Failure::connect),
    ended(oncemore::Method::get, 302),
    ended(oncemore::Method::patch, 504),
    ended(oncemore::Method::get, 421),
    ended(oncemore::Method::get, 503, oncemore::RetryAfter(oncemore::Milliseconds(120000))),
    ended(oncemore::Method::get, oncemore::Failure::cancelled),
    ended(oncemore::Method::head, 520),
};

// The compiler must not know what it is given, nor see that nobody looks at the answer.
template <class T> T const& hidden(T const& value) {
  T const* pointer = &value;
  benchmark::DoNotOptimize(pointer);
  return *pointer;
}
template <class T> void seen(T const& value) { benchmark::DoNotOptimize(value); }

void decided(oncemore::Attempt const& attempt, uint64_t random) {
  seen(decide(hidden(policy), hidden(attempt), random));
}

void parsed(Text const& field, Grammar grammar) {
  seen(oncemore::parse_retry_after(hidden(field), hidden(now), hidden(grammar)));
}
template <char const* const& field> void strict(uint64_t) {
  static Text const text(field);
  parsed(text, Grammar::strict);
}
template <char const* const& field> void lenient(uint64_t) {
  static Text const text(field);
  parsed(text, Grammar::lenient);
}
constexpr char const* seconds = "120";
constexpr char const* nonsense = "in a moment or two, perhaps";

template <uint32_t multiplier, uint32_t number> void ceiling_after(uint64_t) {
  static oncemore::Backoff const backoff = [] {
    oncemore::Backoff made;
    made.multiplier = oncemore::thousandths(multiplier);
    return made;
  }();
  seen(ceiling(hidden(backoff), hidden(number)));
}

void followed(uint64_t) {
  static oncemore::Hop const hop = [] {
    oncemore::Hop made;
    made.status = 303;
    made.method = oncemore::Method::post;
    made.has_location = true;
    return made;
  }();
  seen(follow(hidden(policy), hidden(oncemore::Trail()), hidden(hop)));
}

void described(uint64_t) {
  static oncemore::Decision const decision = decide(policy, told_when, 0);
  char line[oncemore::describe_max];
  seen(describe(hidden(policy), hidden(told_when), hidden(decision), line));
  seen(line);
}

#ifdef ONCEMORE_BENCH_CURL
template <char const* const& field> void curl(uint64_t) {
  seen(curl_getdate(hidden(field), nullptr));
}
#endif

struct Case {
  char const* name;
  void (*call)(uint64_t random);
};

// The first is what the loop itself costs.
constexpr Case cases[] = {
    {"nothing", [](uint64_t random) { seen(random); }},
    {"decide/status", [](uint64_t random) { decided(unavailable, random); }},
    {"decide/server_wait", [](uint64_t random) { decided(told_when, random); }},
    {"decide/stop", [](uint64_t random) { decided(not_found, random); }},
    {"decide/mixed", [](uint64_t random) { decided(mixed[random >> 60], random); }},
    {"follow", followed},
    {"describe", described},
    {"ceiling/attempt_2", ceiling_after<2000, 2>},
    {"ceiling/attempt_4294967295", ceiling_after<2000, UINT32_MAX>},
    {"ceiling/attempt_4294967295_by_1.001", ceiling_after<1001, UINT32_MAX>},
    {"seconds/strict", strict<seconds>},
    {"seconds/lenient", lenient<seconds>},
    {"imf_fixdate/strict", strict<imf_fixdate>},
    {"imf_fixdate/lenient", lenient<imf_fixdate>},
    {"rfc850/strict", strict<rfc850_date>},
    {"rfc850/lenient", lenient<rfc850_date>},
    {"asctime/strict", strict<asctime_date>},
    {"asctime/lenient", lenient<asctime_date>},
    {"offset/lenient", lenient<offset_date>},
    {"malformed/lenient", lenient<nonsense>},
#ifdef ONCEMORE_BENCH_CURL
    {"imf_fixdate/curl_getdate", curl<imf_fixdate>},
    {"rfc850/curl_getdate", curl<rfc850_date>},
    {"asctime/curl_getdate", curl<asctime_date>},
    {"offset/curl_getdate", curl<offset_date>},
#endif
};

void say_what_is_left_out() {
#ifdef ONCEMORE_BENCH_CURL
  std::printf("curl_getdate is that of %s\n", curl_version());
#else
  std::puts("curl_getdate: left out, this was built without libcurl");
#endif
}

// A cheap walk through all 64 bits, so that no draw is the last one's.
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
  std::fprintf(stderr, "bench: there is no case '%s'\n", name.c_str());
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
  say_what_is_left_out();
  for (Case const& tried : cases) benchmark::RegisterBenchmark(tried.name, run, tried);
  benchmark::RunSpecifiedBenchmarks();
  return EXIT_SUCCESS;
}
