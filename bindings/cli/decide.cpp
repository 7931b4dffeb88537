// SPDX-License-Identifier: MIT
#include <stdio.h>

#include <iostream>
#include <random>

#include "arguments.hpp"
#include "command.hpp"
#include "ending.hpp"
#include "json.hpp"
#include "options.hpp"
#include "values.hpp"

namespace cli {
namespace {

using oncemore::Attempt;
using oncemore::Decision;

uint64_t system_random() {
  std::random_device device;
  uint64_t const high = device();
  return high << 32 | (device() & UINT32_MAX);
}

std::string answer(Attempt const& attempt, Decision decision, uint64_t random, char const* line) {
  std::vector<std::string> notes;
  for (oncemore::Note const note : every<oncemore::Note>()) {
    if (decision.notes.has(note)) notes.push_back(name(note));
  }
  char digits[19] = {};
  snprintf(digits, sizeof digits, "0x%016llx", static_cast<unsigned long long>(random));
  return object({member("verdict", name(decision.verdict)), member("reason", name(decision.reason)),
                 member("delay_ms", decision.delay.count()), member("notes", array(notes)),
                 member("attempt", json(attempt)), member("random", digits), member("line", line)});
}

ExitCode run(Settings const& settings) {
  check(settings.policy);
  if (settings.json && settings.delay) {
    throw UsageError{"--json and --delay exclude each other"};
  }
  Attempt attempt = settings.attempt;
  take_ending(settings, attempt);

  uint64_t const random = settings.random ? *settings.random : system_random();
  Decision const decision = oncemore::decide(settings.policy, attempt, random);
  char line[oncemore::describe_max];
  oncemore::describe(settings.policy, attempt, decision, line);

  if (settings.log) std::cerr << line << '\n';
  if (settings.json) {
    std::cout << answer(attempt, decision, random, line) << '\n';
  } else if (!settings.delay) {
    std::cout << line << '\n';
  } else if (decision.retry()) {
    std::cout << seconds(decision.delay) << '\n';
  }
  return decision.retry() || settings.exit_zero ? exit_go_on : exit_stop;
}

Option random_option() {
  return {"random",
          "BITS",
          "64 bits as a decimal number, or a hexadecimal one that begins with 0x",
          "The dice: the same number gives the same decision.",
          "the system's generator",
          {},
          [](Settings& settings, std::string_view text) {
            uint64_t bits = 0;
            if (!read_bits(text, bits)) return false;
            settings.random = bits;
            return true;
          }};
}

OptionGroup clock_and_dice() {
  OptionGroup group{"Clock and dice", clock_options()};
  group.options.push_back(random_option());
  return group;
}

}  // namespace

// NOLINTNEXTLINE(readability-function-size): a table
Command decide_command() {
  return {
      "decide",
      "",
      "should this request be sent once more, and when?",
      {"Says what to do after an attempt, and why, in one line. The exit code is 0 for a retry, 1 "
       "for a stop and 2 for an error.",
       "With --response the attempt is what curl wrote of one request, with -i, with -D FILE, or "
       "with either and -L. Several heads in a row are what happened on the way to the last one: "
       "interim responses, a proxy's answer to CONNECT, a challenge that was answered, and "
       "redirects that were followed. The redirects become the trail; --rewrite says what the "
       "client does to the method on the way. No field of an earlier head counts. The Date of the "
       "last one is the clock, if it can be read. A body is skipped, and nothing in it is taken "
       "for a response; where a head might as well be the beginning of a body, that is an error.",
       "With --failure or --curl-exit as well, the heads are what came before the failure. A "
       "status that was read counts all the same, unless it is a 2xx: a 404 whose body broke off "
       "is a 404. A redirect counts as followed if the failure shows it or --followed says so.",
       "How the attempt ended must be said: by --status, --failure, --response or --curl-exit."},
      {attempt_options(), curl_options(), clock_and_dice(), output_options(), policy_options()},
      {{"decide --method POST --status 429 --retry-after 2 --attempt 2 --random 0",
        "attempt 2 of 4: 429, retry in 2000 ms (server asked 2000 ms)"},
       {"decide --method POST --status 503 --redirect '303:POST>GET'",
        "attempt 1 of 4: 503, stop: accepted"},
       {"decide --method GET --failure timeout --backoff-jitter none --delay", "1.000"}},
      run};
}

}  // namespace cli
