// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iostream>
#include <sstream>

#include "arguments.hpp"
#include "command.hpp"
#include "options.hpp"
#include "screen.hpp"
#include "text.hpp"
#include "values.hpp"

namespace cli {
namespace {

using oncemore::Attempt;
using oncemore::Decision;
using oncemore::Milliseconds;
using oncemore::Policy;

constexpr uint32_t most_rows = 10000;
constexpr size_t narrowest_bar = 20;
constexpr size_t plain_bar = 40;  // where there is no terminal
constexpr size_t widest_bar = 100;

/// Random bits that draw the longest delay: decide() mixes them to all ones.
constexpr uint64_t all_ones = 0xcf9a04affa6badc0;
static_assert(oncemore::detail::mixed(all_ones) == UINT64_MAX);

/// One of the two ways through the attempts: always the shortest delay, or always the longest. An
/// attempt itself is taken to need no time.
struct Way {
  uint64_t random;
  Milliseconds sent{};   // the start of the attempt
  Milliseconds delay{};  // before it
  oncemore::Reason reason = oncemore::Reason::retryable_status;

  [[nodiscard]] bool goes_on() const { return verdict_of(reason) == oncemore::Verdict::retry; }

  /// Asks what is decided after attempt `number`, when nothing but the number of attempts and the
  /// time can stand against one more. The delay is known after a stop for these, too.
  void go_on(Policy const& policy, uint32_t number) {
    Attempt attempt;
    attempt.number = number;
    attempt.method = oncemore::Method::get;
    attempt.outcome = 503;
    attempt.server_says = oncemore::ServerSays::retry;
    attempt.elapsed = sent;
    attempt.previous_delay = delay;
    Decision const decision = oncemore::decide(policy, attempt, random);
    reason = decision.reason;
    delay = decision.delay;
    sent = sent + delay;
  }
};

struct Row {
  oncemore::DelayRange delay;
  std::vector<std::string> cells;
};

/// The rows of the attempts after the first, and how they end.
std::vector<Row> rows_of(Policy const& policy, uint32_t at_most, std::string& end) {
  std::vector<Row> rows;
  Way shortest{0};
  Way longest{all_ones};
  for (uint32_t number = 1; number < at_most; ++number) {
    shortest.go_on(policy, number);
    longest.go_on(policy, number);
    if (!shortest.goes_on()) {
      end = std::string("stop: ") + name(shortest.reason);
      return rows;
    }
    rows.push_back(
        {{shortest.delay, longest.delay},
         {std::to_string(number + 1), seconds(ceiling(policy.backoff, number)),
          seconds(shortest.delay) + " - " + seconds(longest.delay), seconds(shortest.sent),
          longest.goes_on() ? seconds(longest.sent) : name(longest.reason)}});
  }
  shortest.go_on(policy, at_most);
  end = shortest.goes_on() ? "and so on" : std::string("stop: ") + name(shortest.reason);
  return rows;
}

/// How wide a bar may be beside so many columns.
size_t room(Screen const& screen, size_t taken) {
  if (screen.columns == 0) return plain_bar;
  size_t const left = screen.columns > taken ? screen.columns - taken : 0;
  return std::clamp(left, narrowest_bar, widest_bar);
}

/// A range on a scale that begins at 0.
std::string bar(oncemore::DelayRange range, Milliseconds scale, size_t width, bool colour) {
  int64_t const steps = static_cast<int64_t>(width) - 1;
  auto const column = [&](Milliseconds at) {
    return static_cast<size_t>(scale.count() == 0 ? 0 : at.count() * steps / scale.count());
  };
  size_t const low = column(range.low);
  size_t const high = column(range.high);
  std::string const drawn(high - low + 1, '=');
  return std::string(low, ' ') + (colour ? "\033[36m" + drawn + "\033[0m" : drawn) +
         std::string(width - 1 - high, ' ');
}

/// The table line by line, with a bar at the end of each row.
std::string drawn(std::vector<Row> const& rows, Milliseconds cap) {
  std::string const zero = seconds(Milliseconds());
  std::vector<std::vector<std::string>> cells = {
      {"attempt", "ceiling", "delay before it", "earliest", "latest"}, {"1", "-", "-", zero, zero}};
  Milliseconds scale;
  for (Row const& row : rows) {
    cells.push_back(row.cells);
    if (row.delay.high > scale) scale = row.delay.high;
  }
  Screen const out = screen();
  std::istringstream lines(table(cells, "rrrrr"));
  std::string text;
  std::string line;
  for (size_t i = 0; std::getline(lines, line); ++i) {
    if (i >= 2) {
      line += "  " + bar(rows[i - 2].delay, scale, room(out, line.size() + 4), out.colour);
      if (scale == cap) line += '|';
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }
  return text;
}

ExitCode run(Settings const& settings) {
  check(settings.policy);
  std::string end;
  std::vector<Row> const rows = rows_of(settings.policy, settings.rows, end);
  std::cout << "Times are seconds from the start of attempt 1, as if attempts took none. A bar is\n"
               "the range that a delay is drawn from; where it ends at a |, that is the cap.\n\n"
            << drawn(rows, settings.policy.backoff.cap) << '\n'
            << end << '\n';
  return exit_go_on;
}

Option rows_option() {
  Option option =
      cli::option("attempts", "Rows to print where there are more attempts.", &Settings::rows);
  option.placeholder = "ROWS";
  option.description = "a number of rows from 1 to " + std::to_string(most_rows);
  auto const take = option.take;
  option.take = [take](Settings& settings, std::string_view text) {
    return take(settings, text) && settings.rows >= 1 && settings.rows <= most_rows;
  };
  return option;
}

}  // namespace

Command schedule_command() {
  return {"schedule",
          "",
          "when the attempts of a policy are sent",
          {"Prints the table of the attempts: the ceiling and the range of the delay before each, "
           "and the earliest and the latest time at which it is sent. The server is taken to ask "
           "for no wait. Where 'deadline' stands for the latest time, the deadline comes before "
           "it."},
          {{"Output", {rows_option()}}, policy_options()},
          {{"schedule --backoff-initial 200ms --backoff-cap 5s --max-attempts unlimited", ""},
           {"schedule --backoff-jitter decorrelated --deadline 20s", ""}},
          run};
}

}  // namespace cli
