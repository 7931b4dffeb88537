// SPDX-License-Identifier: MIT
//
// The shell command's option parser: any arguments are understood or refused in one line, the same
// way each time; a value that is shown can be read again, and is the same; and numbers mean what
// they mean in primary school.

#include <algorithm>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "../bindings/cli/arguments.hpp"
#include "../bindings/cli/command.hpp"
#include "../bindings/cli/values.hpp"
#include "input.hpp"
#include "wide.hpp"

namespace {

using fuzz::require;
using Arguments = std::vector<std::string>;

/// All that a policy holds, in words; two are the same if these are.
std::string words(oncemore::Policy const& policy) {
  std::ostringstream out;
  out << policy.max_attempts << ' ' << name(policy.unrepeatable) << ' '
      << name(policy.redirect_proof) << ' ' << name(policy.redirect_rewrite) << ' '
      << policy.max_redirects << ' ' << policy.failures.bits();
  for (auto const* set : {&policy.statuses, &policy.unprocessed}) {
    for (uint32_t i = 0; i < 4; ++i) out << ' ' << set->word(i);
  }
  auto const& backoff = policy.backoff;
  auto const& wait = policy.server_wait;
  for (auto const each : {policy.deadline, policy.min_attempt_time, backoff.initial, backoff.cap,
                          backoff.floor, backoff.spread_time, wait.cap}) {
    out << ' ' << each.count();
  }
  out << ' ' << backoff.multiplier.count() << ' ' << name(backoff.jitter) << ' '
      << backoff.spread.count() << ' ' << name(wait.mode) << ' ' << name(wait.over_cap) << ' '
      << wait.spread.count();
  return out.str();
}

std::string words(oncemore::Attempt const& attempt) {
  std::ostringstream out;
  out << attempt.number << ' ' << name(attempt.method) << ' ' << attempt.outcome.status() << ' '
      << name(attempt.outcome.failure()) << ' ' << name(attempt.repeatable) << ' '
      << name(attempt.evidence) << ' ' << name(attempt.body) << ' ' << name(attempt.budget) << ' '
      << name(attempt.server_says) << ' ' << attempt.elapsed.count() << ' '
      << attempt.previous_delay.count() << ' ' << attempt.redirects.hops() << ' '
      << attempt.redirects.flags() << ' ' << attempt.budget_paid.count() << ' '
      << attempt.hold.count();
  return out.str();
}

std::string words(cli::Settings const& settings) {
  std::ostringstream out;
  out << words(settings.policy) << '\n' << words(settings.attempt) << '\n' << settings.method;
  for (auto const* list : {&settings.told.retry_after, &settings.told.date, &settings.told.age,
                           &settings.given, &settings.operands}) {
    for (auto const& each : *list) out << '\n' << each.size() << ' ' << each;
    out << "\n;";
  }
  out << (settings.now ? settings.now->count() : 0) << settings.response.value_or("")
      << settings.random.value_or(0) << ' ' << settings.status.value_or(-1) << ' '
      << name(settings.failure.value_or(oncemore::Failure::none)) << ' '
      << settings.curl_exit.value_or(999) << ' ' << settings.connect_status.value_or(-1) << ' '
      << settings.followed.value_or(999) << settings.location << settings.strict << settings.json
      << settings.delay << settings.log << settings.exit_zero << settings.rows << settings.shared
      << settings.list << settings.help;
  for (auto const& layer : settings.layers) {
    out << ' ' << layer.attempts.value_or(0) << 'x' << layer.redirects.value_or(0);
  }
  return out.str();
}

/// What came of some arguments: settings, or a complaint.
struct Outcome {
  cli::Settings settings;
  std::string complaint;

  std::string text() const { return complaint.empty() ? words(settings) : "! " + complaint; }
};

Outcome understood(cli::Command const& command, Arguments const& arguments) {
  // Each in a buffer of its own size, and the vector of pointers too, as main() gets them.
  std::vector<std::unique_ptr<fuzz::Exact>> buffers;
  std::vector<char*> pointers;
  auto const add = [&](std::string const& argument) {
    std::string const ended(argument.c_str(), std::string(argument.c_str()).size() + 1);
    buffers.push_back(std::make_unique<fuzz::Exact>(ended));
    pointers.push_back(buffers.back()->data());
  };
  add(command.name);
  for (auto const& argument : arguments) add(argument);
  pointers.push_back(nullptr);
  pointers.shrink_to_fit();
  Outcome outcome;
  try {
    outcome.settings =
        cli::read_arguments(command, static_cast<int>(pointers.size() - 1), pointers.data());
  } catch (cli::UsageError const& error) {
    outcome.complaint = error.message;
    require(!outcome.complaint.empty(), "a complaint says something");
  }
  for (char const c : outcome.complaint) {
    require(c >= ' ' && c <= '~', "a complaint is one line of printable ASCII");
  }
  return outcome;
}

bool is_option(cli::Command const& command, std::string_view name, bool with_value) {
  for (auto const& group : command.groups) {
    for (auto const& option : group.options) {
      if (option.name == name) return !with_value || !option.placeholder.empty();
    }
  }
  return false;
}

/// `--name value` as `--name=value`, wherever a value follows the option that wants one.
Arguments joined(cli::Command const& command, Arguments const& arguments) {
  Arguments result;
  bool options_ended = false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    std::string const& argument = arguments[i];
    options_ended = options_ended || argument == "--";
    bool const long_option = !options_ended && argument.substr(0, 2) == "--";
    bool const wants_value = long_option && is_option(command, argument.substr(2), true);
    result.push_back(argument);
    if (wants_value && i + 1 < arguments.size()) result.back() += '=' + arguments[++i];
  }
  return result;
}

/// A policy as options.
Arguments shown(oncemore::Policy const& policy) {
  auto const& backoff = policy.backoff;
  auto const& wait = policy.server_wait;
  return {"--max-attempts=" + cli::shown(cli::Count{policy.max_attempts}),
          "--unrepeatable=" + cli::shown(policy.unrepeatable),
          "--redirect-proof=" + cli::shown(policy.redirect_proof),
          "--rewrite=" + cli::shown(policy.redirect_rewrite),
          "--max-redirects=" + cli::shown(policy.max_redirects),
          "--failure-set=" + cli::shown(policy.failures),
          "--status-set=" + cli::shown(policy.statuses),
          "--unprocessed-set=" + cli::shown(policy.unprocessed),
          "--deadline=" + cli::shown(cli::Limit{policy.deadline}),
          "--min-attempt-time=" + cli::shown(policy.min_attempt_time),
          "--backoff-initial=" + cli::shown(backoff.initial),
          "--backoff-cap=" + cli::shown(cli::Limit{backoff.cap}),
          "--backoff-floor=" + cli::shown(backoff.floor),
          "--backoff-multiplier=" + cli::shown(cli::Ratio{backoff.multiplier.count()}),
          "--backoff-jitter=" + cli::shown(backoff.jitter),
          "--backoff-spread=" + cli::shown(cli::Ratio{backoff.spread.count()}),
          "--backoff-spread-time=" + cli::shown(backoff.spread_time),
          "--server-wait-mode=" + cli::shown(wait.mode),
          "--server-wait-over-cap=" + cli::shown(wait.over_cap),
          "--server-wait-cap=" + cli::shown(cli::Limit{wait.cap}),
          "--server-wait-spread=" + cli::shown(cli::Ratio{wait.spread.count()})};
}

// --- values by themselves -----------------------------------------------------------------------

/// A decimal number by hand, exact to the trillionth, and what is behind it.
struct Decimal {
  bool valid = false;
  bool negative = false;
  std::string whole;
  std::string fraction;
  std::string rest;
};

Decimal decimal(std::string text) {
  Decimal result;
  auto const digits = [&text] {
    auto const end = std::min(text.find_first_not_of("0123456789"), text.size());
    std::string const found = text.substr(0, end);
    text.erase(0, end);
    return found;
  };
  if (!text.empty() && text[0] == '-') {
    result.negative = true;
    text.erase(0, 1);
  }
  result.whole = digits();
  bool const point = !text.empty() && text[0] == '.';
  if (point) text.erase(0, 1);
  if (point) result.fraction = digits();
  result.valid = !result.whole.empty() && !(point && result.fraction.empty());
  result.whole.erase(0, std::min(result.whole.find_first_not_of('0'), result.whole.size()));
  result.fraction.erase(result.fraction.find_last_not_of('0') + 1);
  result.rest = text;
  return result;
}

/// So many units of a decimal number of at most 18 digits, rounded up or to the nearest (half up).
uint64_t units_of(Decimal const& number, uint32_t unit, bool to_nearest) {
  std::string fraction = number.fraction.substr(0, 12);
  fraction.resize(12, '0');
  bool const finer = number.fraction.size() > 12;
  uint64_t const parts = std::stoull(fraction);
  fuzz::Wide const product = fuzz::Wide::product(parts, unit);
  constexpr uint64_t plenty = uint64_t{1} << 62;
  uint64_t const whole = fuzz::Wide::product(std::stoull('0' + number.whole), unit).at_most(plenty);
  if (to_nearest) {
    uint64_t const rounded = fuzz::Wide::product(parts, 2 * unit).divided(1000000).low();
    return whole + (rounded + 1000000) / 2000000;
  }
  uint64_t const up = product.divided(1000000, true).divided(1000000, true).low();
  bool const exact = up * 1000000000000 == product.low();
  return whole + up + (finer && exact ? 1 : 0);
}

void check_duration(std::string const& text) {
  oncemore::Milliseconds duration(-77);
  bool const taken = cli::read(text, duration);
  Decimal const number = decimal(text);
  uint32_t const unit = number.rest == "ms"  ? 1
                        : number.rest == "s" ? 1000
                        : number.rest == "m" ? 60000
                        : number.rest == "h" ? 3600000
                                             : 0;
  bool const bare_zero = number.rest.empty() && number.whole.empty() && number.fraction.empty();
  bool const expected = number.valid && (unit != 0 || bare_zero);
  require(taken == expected, "a duration is a number and a unit, or 0");
  require(taken || duration.count() == -77, "what is not taken changes nothing");
  if (!taken) return;
  int64_t const largest = oncemore::Milliseconds::largest().count();
  int64_t count = largest;
  if (number.whole.size() <= 18) {
    uint64_t const exact = bare_zero ? 0 : units_of(number, unit, false);
    count = static_cast<int64_t>(std::min(exact, static_cast<uint64_t>(largest)));
  }
  require(duration.count() == (number.negative ? -count : count), "a duration means what it says");
  oncemore::Milliseconds again;
  require(cli::read(cli::shown(duration), again) && again == duration,
          "a duration that is shown can be read");
}

void check_ratio(std::string const& text) {
  cli::Ratio ratio{77};
  bool const taken = cli::read(text, ratio);
  Decimal const number = decimal(text);
  bool const percent = number.rest == "%";
  bool const form = number.valid && !number.negative && (percent || number.rest.empty());
  bool const fits = form && number.whole.size() <= 10;
  uint64_t const thousandths = fits ? units_of(number, percent ? 10 : 1000, true) : UINT64_MAX;
  require(taken == (thousandths <= UINT32_MAX), "a ratio is a number, or percents");
  require(ratio.value == (taken ? thousandths : 77), "a ratio means what it says");
  cli::Ratio again;
  require(cli::read(cli::shown(ratio), again) && again.value == ratio.value,
          "a ratio that is shown can be read");
}

void check_instant(std::string const& text) {
  oncemore::Instant instant;
  bool const taken = cli::read(text, instant);
  Decimal const number = decimal(text);
  if (!taken) {
    require(!number.valid || !number.rest.empty() || number.whole.size() > 15,
            "an instant is a number");
    return;
  }
  require(number.valid && number.rest.empty(), "and nothing else");
  std::string const date = cli::shown(instant);
  require(date.empty() || date.back() == 'Z', "an instant is shown in UTC");
  if (number.whole.size() > 12) return;
  uint64_t const up = units_of(number, 1000, false);
  std::string const thousandths = (number.fraction + "000").substr(0, 3);
  uint64_t const down = std::stoull('0' + number.whole) * 1000 + std::stoull(thousandths);
  int64_t const expected = number.negative ? -static_cast<int64_t>(up) : static_cast<int64_t>(down);
  require(instant.count() == expected, "an instant is rounded down");
}

void check_whole_numbers(std::string const& text) {
  Decimal const number = decimal(text);
  bool const whole = number.valid && number.rest.empty() && text.find('.') == std::string::npos &&
                     number.whole.size() <= 18;
  int64_t wide = 77;
  bool const taken = cli::read(text, wide);
  require(!whole || taken, "a whole number is taken");
  require(!taken || std::to_string(wide) == (number.negative && wide != 0 ? "-" : "") +
                                                (number.whole.empty() ? "0" : number.whole),
          "and is itself");
  uint32_t narrow = 77;
  bool const fits = taken && wide >= 0 && wide <= UINT32_MAX && !number.negative;
  require(cli::read(text, narrow) == fits, "what 32 bits hold is taken");
  require(narrow == (fits ? static_cast<uint32_t>(wide) : 77), "and is itself");
  uint64_t bits = 0;
  bool const digits = fits && cli::read_bits(text, bits);
  require(digits == fits && (!fits || bits == narrow), "bits may be decimal");
}

template <class Set> void check_set(std::string const& text, Set set) {
  Set const before = set;
  bool const taken = cli::read(text, set);
  require(taken || set == before, "a set that is not taken changes nothing");
  if (!set.valid()) return;
  Set again;
  require(cli::read(cli::shown(set), again) && again == set, "a set that is shown can be read");
}

void check_values(std::string const& text) {
  check_duration(text);
  check_ratio(text);
  check_instant(text);
  check_whole_numbers(text);
  check_set(text, oncemore::default_statuses);
  check_set(text, oncemore::default_failures);
  oncemore::Trail trail = oncemore::Trail::from_raw(3, 1);
  bool const step = cli::read_step(text, trail);
  bool const again = text == "again";
  bool const whole = step && !again && text.find(':') == std::string::npos;
  require(trail.possible(), "whatever is read, it is a trail");
  if (whole) {
    require(trail.hops() == std::stoull(text), "a whole trail says its hops");
  } else {
    require(trail.hops() == (step && !again ? 4 : 3), "a step is a hop, or a new attempt");
  }
}

// --- commands -----------------------------------------------------------------------------------

/// Runs a command that only prints, into a string.
void run(cli::Command const& command, cli::Settings settings) {
  if (settings.response || command.name == "demo") return;
  settings.rows = std::min(settings.rows, 50U);
  if (!settings.random) settings.random = 1;
  if (!settings.now) settings.now = oncemore::Instant(1781524800000);
  std::ostringstream out;
  std::streambuf* const usual = std::cout.rdbuf(out.rdbuf());
  std::string complaint;
  try {
    cli::ExitCode const code = command.run(settings);
    require(code == cli::exit_go_on || code == cli::exit_stop, "a command says yes or no");
  } catch (cli::UsageError const& error) {
    complaint = error.message + '\n';
  }
  std::cout.rdbuf(usual);
  for (char const c : out.str() + complaint) {
    require((c >= ' ' && c <= '~') || c == '\n', "what is printed is lines of ASCII");
  }
}

}  // namespace

/// The first octet chooses the command, the rest are its arguments, each up to a NUL.
extern "C" int LLVMFuzzerTestOneInput(uint8_t const* bytes, size_t size) {
  fuzz::Input input(bytes, size);
  auto const& commands = cli::commands();
  cli::Command const& command = commands[input.byte() % commands.size()];
  Arguments arguments;
  std::string_view rest = input.rest();
  while (!rest.empty() && arguments.size() < 40) {
    size_t const end = std::min(rest.find('\0'), rest.size());
    arguments.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }

  Outcome const outcome = understood(command, arguments);
  require(outcome.text() == understood(command, arguments).text(), "the same twice");
  require(outcome.text() == understood(command, joined(command, arguments)).text(),
          "a value behind a blank or behind an equals sign is the same");
  if (outcome.complaint.empty()) {
    for (std::string const& given : outcome.settings.given) {
      require(is_option(command, given, false), "what is given is one of the command's options");
    }
    oncemore::Policy const& policy = outcome.settings.policy;
    if (validate(policy) == oncemore::PolicyError::none) {
      static cli::Command const decide = cli::decide_command();
      Outcome const again = understood(decide, shown(policy));
      require(again.complaint.empty() && words(again.settings.policy) == words(policy),
              "a policy that is shown can be read, and is the same");
    }
    if (!outcome.settings.help) run(command, outcome.settings);
  }
  if (!arguments.empty()) check_values(arguments.back());
  return 0;
}
