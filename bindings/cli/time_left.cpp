// SPDX-License-Identifier: MIT
#include <iostream>

#include "arguments.hpp"
#include "command.hpp"
#include "options.hpp"
#include "values.hpp"

namespace cli {
namespace {

using oncemore::Milliseconds;

ExitCode run(Settings const& settings) {
  check(settings.policy);
  Milliseconds const left = oncemore::time_left(settings.policy, settings.attempt.elapsed);
  std::cout << (left == Milliseconds::largest() ? "none" : seconds(left)) << '\n';
  return left == Milliseconds() ? exit_stop : exit_go_on;
}

}  // namespace

Command time_left_command() {
  return {
      "time-left",
      "",
      "what is left of the deadline for the next attempt",
      {"Prints the seconds that the next attempt may take, for curl's --max-time, or none where "
       "the policy has no deadline. The exit code is 1 if nothing is left: then do not send, "
       "and do not hand the 0 on, which curl takes for no limit."},
      {{"Options",
        {option_of(attempt_options(), "elapsed"), option_of(policy_options(), "deadline")}}},
      {{"time-left --deadline 10s --elapsed 3.5s", "6.500"}, {"time-left --elapsed 1h", "none"}},
      run};
}

}  // namespace cli
