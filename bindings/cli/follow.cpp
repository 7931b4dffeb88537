// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iostream>

#include "arguments.hpp"
#include "command.hpp"
#include "ending.hpp"
#include "json.hpp"
#include "options.hpp"
#include "text.hpp"
#include "values.hpp"

namespace cli {
namespace {

using oncemore::Hop;
using oncemore::HopDecision;
using oncemore::Trail;

/// A redirect, on its way through one call.
struct Redirect {
  Hop hop;
  std::string method;  // the token of hop.method
  Trail trail;         // before it
};

void check_told(Settings const& settings) {
  for (char const* const option : {"status", "location", "retry-after", "date", "age"}) {
    if (settings.response && settings.has(option)) {
      throw UsageError{std::string("--") + option +
                       " and --response exclude each other: the response says it"};
    }
  }
  if (!settings.status && !settings.response) {
    throw UsageError{"the response is missing: --status and --location, or --response"};
  }
  if (settings.status == 0)
    throw UsageError{"--status 000 is no response, so there is no redirect"};
  if (settings.json && settings.delay) {
    throw UsageError{"--json and --delay exclude each other"};
  }
}

Redirect told(Settings const& settings) {
  Redirect redirect{{}, settings.method, settings.attempt.redirects};
  Hop& hop = redirect.hop;
  hop.status = settings.status.value_or(0);
  hop.method = settings.attempt.method;
  hop.has_location = settings.location;
  hop.body = settings.attempt.body;
  hop.elapsed = settings.attempt.elapsed;
  hop.retry_after = retry_after_of(settings.told, settings.clock(), settings.grammar());
  return redirect;
}

/// The last response in the file is the one to follow, those before it were followed.
void take_response(Settings const& settings, Redirect& redirect) {
  ResponseReader const reader = read_response(settings);
  redirect.hop.status = last_status(settings, reader);
  redirect.hop.has_location = reader.last().location;
  redirect.hop.retry_after = retry_after_of(reader.last(), settings.clock(), settings.grammar());
  redirect.method = reader.method();
  redirect.hop.method = oncemore::parse_method(reader.method());
  Trail const read = reader.redirects();
  uint64_t const hops = uint64_t{redirect.trail.hops()} + read.hops();
  redirect.trail = Trail::from_raw(static_cast<uint32_t>(std::min<uint64_t>(hops, UINT32_MAX)),
                                   redirect.trail.flags() | read.flags());
}

std::string next_method(Redirect const& redirect, HopDecision answer) {
  return answer.method == oncemore::NextMethod::get ? name(oncemore::Method::get) : redirect.method;
}

std::string milliseconds(oncemore::Milliseconds duration) {
  return std::to_string(duration.count()) + " ms";
}

std::string line_of(Settings const& settings, Redirect const& redirect, HopDecision answer) {
  std::string line = "hop " + std::to_string(uint64_t{redirect.trail.hops()} + 1) + " of " +
                     shown(settings.policy.max_redirects) + ": " +
                     std::to_string(redirect.hop.status) + ", ";
  if (!answer.follows()) {
    line += std::string("stop: ") + name(answer.reason);
    return answer.delay.count() > 0 ? line + ", wait " + milliseconds(answer.delay) : line;
  }
  std::string const method = next_method(redirect, answer);
  line += "follow in " + milliseconds(answer.delay) + " as ";
  line += method.empty() ? "the same method" : printable(method);
  return answer.body == oncemore::NextBody::drop ? line + " without a body" : line;
}

std::string json(Hop const& hop) {
  return object({member("status", int64_t{hop.status}), member("method", name(hop.method)),
                 member("has_location", hop.has_location), member("body", name(hop.body)),
                 member("elapsed_ms", hop.elapsed.count()),
                 member("retry_after", cli::json(hop.retry_after))});
}

std::string answer_of(Redirect const& redirect, HopDecision answer, std::string const& line) {
  Trail const after = answer.follows()
                          ? redirect.trail.followed(redirect.hop.status, redirect.method,
                                                    next_method(redirect, answer))
                          : redirect.trail;
  return object({member("verdict", name(answer.verdict)), member("reason", name(answer.reason)),
                 member("delay_ms", answer.delay.count()), member("method", name(answer.method)),
                 member("body", name(answer.body)), member("hop", json(redirect.hop)),
                 member("redirects", cli::json(after)), member("line", line.c_str())});
}

ExitCode run(Settings const& settings) {
  check(settings.policy);
  check_told(settings);
  Redirect redirect = told(settings);
  if (settings.response) take_response(settings, redirect);
  HopDecision const answer = oncemore::follow(settings.policy, redirect.trail, redirect.hop);
  std::string const line = line_of(settings, redirect, answer);
  if (settings.log) std::cerr << line << '\n';
  if (settings.json) {
    std::cout << answer_of(redirect, answer, line) << '\n';
  } else if (!settings.delay) {
    std::cout << line << '\n';
  } else if (answer.follows()) {
    std::cout << seconds(answer.delay) << '\n';
  }
  return answer.follows() || settings.exit_zero ? exit_go_on : exit_stop;
}

Option location_option() {
  return {"location",
          "yes|no",
          "yes or no",
          "Whether the response says where to go, in a way that the client understands.",
          "no",
          {},
          [](Settings& settings, std::string_view text) {
            settings.location = text == "yes";
            return text == "yes" || text == "no";
          },
          {"yes", "no"}};
}

Option hops_option() {
  Kind const kind = kind_of(uint32_t());
  return {"redirects",
          kind.placeholder,
          kind.description,
          "Redirects that the call has followed so far, in all of its attempts; each --redirect "
          "behind it is one more.",
          "0",
          {},
          [](Settings& settings, std::string_view text) {
            uint32_t hops = 0;
            if (!read(text, hops)) return false;
            Trail& trail = settings.attempt.redirects;
            trail = Trail::from_raw(hops, trail.flags());
            return true;
          }};
}

OptionGroup response_options() {
  OptionGroup const all = attempt_options();
  return {
      "Response",
      {option_of(all, "method"), option_of(all, "status"), location_option(),
       option_of(curl_options(), "response"), option_of(all, "body"), option_of(all, "retry-after"),
       option_of(all, "elapsed"), option_of(all, "redirect"), hops_option()}};
}

}  // namespace

Command follow_command() {
  return {
      "follow",
      "",
      "should this redirect be followed, and with which request?",
      {"Says whether a client that follows redirects by itself goes where a response points to, "
       "when, and with which method. The exit code is 0 to follow, 1 to stop and 2 for an error.",
       "With --response the last head of the file is the response, and those before it were "
       "followed. --json tells the trail as it is once this redirect was followed, too."},
      {response_options(), {"Clock", clock_options()}, output_options(), policy_options()},
      {{"follow --method POST --status 303 --location yes",
        "hop 1 of 10: 303, follow in 0 ms as GET without a body"},
       {"follow --method POST --status 307 --location yes --body consumed",
        "hop 1 of 10: 307, stop: body_consumed"},
       {"follow --method GET --status 302 --location yes --redirects 10",
        "hop 11 of 10: 302, stop: redirect_limit"}},
      run};
}

}  // namespace cli
