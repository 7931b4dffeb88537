// SPDX-License-Identifier: MIT
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <iostream>
#include <memory>
#include <random>

#include "arguments.hpp"
#include "command.hpp"
#include "options.hpp"
#include "response.hpp"
#include "text.hpp"
#include "values.hpp"

namespace cli {
namespace {

using oncemore::Attempt;
using oncemore::Decision;

std::string shown_file(std::string const& path) {
  return path == "-" ? "standard input" : quoted(path);
}

/// Hands a file over to the reader, to its very end, so that a curl before it in a pipe can finish.
void read_file(std::string const& path, ResponseReader& reader) {
  using File = std::unique_ptr<FILE, int (*)(FILE*)>;
  bool const is_input = path == "-";
  File const file(is_input ? stdin : fopen(path.c_str(), "rb"), fclose);
  auto const refuse = [&path] {
    return UsageError{"--response: " + shown_file(path) + " cannot be read: " + strerror(errno)};
  };
  if (file == nullptr) throw refuse();
  std::vector<char> piece(1 << 16);
  while (size_t const count = fread(piece.data(), 1, piece.size(), file.get())) {
    reader.feed({piece.data(), count});
  }
  if (ferror(file.get()) != 0) throw refuse();
  reader.finish();
}

/// Completes the attempt with what a file of response heads says: the outcome, the trail, and what
/// the server asks for. After a failure the heads are those that came before it.
void take_response(Settings const& settings, Attempt& attempt) {
  std::string const& path = *settings.response;
  ResponseReader reader(settings.method, settings.policy.redirect_rewrite);
  read_file(path, reader);

  int32_t const status = reader.last().status;
  std::string problem = reader.problem();
  if (attempt.outcome.is_failure()) {
    reader.follow_last();
  } else if (oncemore::is_final(status)) {
    attempt.outcome = status;
  } else if (problem.empty()) {
    problem =
        status == 0 ? "it is empty" : "it ends after the interim status " + std::to_string(status);
  }
  if (!problem.empty()) {
    throw UsageError{"--response: no final status in " + shown_file(path) + ": " + problem};
  }
  attempt.redirects = reader.redirects();
  attempt.retry_after = retry_after_of(reader.last().retry_after, reader.last().date,
                                       settings.clock(), settings.grammar());
}

/// An attempt ends in one way, and the command line says so in one way.
void check_outcome(Settings const& settings) {
  std::vector<std::string> const told_by_response = {"status", "retry-after", "date", "redirect"};
  for (std::string const& option : told_by_response) {
    if (settings.response && settings.has(option)) {
      throw UsageError{"--" + option + " and --response exclude each other: the response says it"};
    }
  }
  if (settings.has("status") && settings.has("failure")) {
    throw UsageError{"--status and --failure exclude each other: an attempt ends in one way"};
  }
  if (!settings.has("status") && !settings.has("failure") && !settings.response) {
    throw UsageError{"how the attempt ended is missing: --status, --failure or --response"};
  }
  if (settings.json && settings.delay) {
    throw UsageError{"--json and --delay exclude each other"};
  }
}

uint64_t system_random() {
  std::random_device device;
  uint64_t const high = device();
  return high << 32 | (device() & UINT32_MAX);
}

std::string member(std::string const& name, std::string const& value) {
  return '"' + name + "\": " + value;
}
std::string member(std::string const& name, char const* word) {
  return member(name, '"' + std::string(word) + '"');
}
std::string member(std::string const& name, int64_t number) {
  return member(name, std::to_string(number));
}

std::string object(std::vector<std::string> const& members) {
  std::string text;
  for (std::string const& one : members) text += (text.empty() ? "" : ", ") + one;
  return '{' + text + '}';
}

std::string array(std::vector<std::string> const& words) {
  std::string text;
  for (std::string const& word : words) text += (text.empty() ? "\"" : ", \"") + word + '"';
  return '[' + text + ']';
}

std::string json(oncemore::Trail trail) {
  std::vector<std::string> flags;
  if (trail.moved()) flags.push_back("moved");
  if (trail.accepted()) flags.push_back("accepted");
  if (trail.doubtful()) flags.push_back("doubtful");
  return object({member("hops", int64_t{trail.hops()}), member("flags", array(flags))});
}

/// The names are those of the C ABI's structs; enumerators and flags are told by their names.
std::string json(Attempt const& attempt) {
  oncemore::RetryAfter const asked = attempt.retry_after;
  return object({
      member("number", int64_t{attempt.number}),
      member("method", name(attempt.method)),
      member("status", int64_t{attempt.outcome.status()}),
      member("failure", name(attempt.outcome.failure())),
      member("repeatable", name(attempt.repeatable)),
      member("evidence", name(attempt.evidence)),
      member("body", name(attempt.body)),
      member("budget", name(attempt.budget)),
      member("server_says", name(attempt.server_says)),
      member("elapsed_ms", attempt.elapsed.count()),
      member("previous_delay_ms", attempt.previous_delay.count()),
      member("retry_after",
             object({member("kind", name(asked.kind())), member("wait_ms", asked.wait().count())})),
      member("redirects", json(attempt.redirects)),
  });
}

std::string json(Attempt const& attempt, Decision decision, uint64_t random, char const* line) {
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
  check_outcome(settings);
  Attempt attempt = settings.attempt;
  if (settings.response) {
    take_response(settings, attempt);
  } else {
    attempt.retry_after =
        retry_after_of(settings.retry_after, settings.date, settings.clock(), settings.grammar());
  }

  uint64_t const random = settings.random ? *settings.random : system_random();
  Decision const decision = oncemore::decide(settings.policy, attempt, random);
  char line[oncemore::describe_max];
  oncemore::describe(settings.policy, attempt, decision, line);

  if (settings.log) std::cerr << line << '\n';
  if (settings.json) {
    std::cout << json(attempt, decision, random, line) << '\n';
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

Option response_option() {
  return {"response",
          "FILE|-",
          "a file, or - for standard input",
          "The attempt ended with the response whose heads are in this file, as curl writes them "
          "with -i or -D.",
          {},
          {},
          [](Settings& settings, std::string_view text) {
            settings.response = text;
            return true;
          }};
}

OptionGroup attempt_and_response() {
  OptionGroup group = attempt_options();
  group.options.push_back(response_option());
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
       "for "
       "a response; where a head might as well be the beginning of a body, that is an error. With "
       "--failure as well, the heads are what came before the failure.",
       "How the attempt ended must be said: by --status, --failure or --response."},
      {attempt_and_response(),
       {"Clock and dice", {now_option(), date_option(), strict_option(), random_option()}},
       {"Output",
        {flag("delay", "Print only the seconds to wait, for sleep(1); after a stop nothing at all.",
              &Settings::delay),
         flag("json", "Print an object with all that is known of the decision.", &Settings::json),
         flag("log", "Write the line to standard error as well.", &Settings::log),
         flag("exit-zero", "Exit with 0 after a stop, too.", &Settings::exit_zero)}},
       policy_options()},
      {{"decide --method POST --status 503 --retry-after 2 --attempt 2 --random 0",
        "attempt 2 of 4: 503, retry in 2000 ms (server asked 2000 ms)"},
       {"decide --method POST --status 503 --redirect '303:POST>GET'",
        "attempt 1 of 4: 503, stop: accepted"},
       {"decide --method GET --failure timeout --backoff-jitter none --delay", "1.000"}},
      run};
}

}  // namespace cli
