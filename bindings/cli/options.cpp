// SPDX-License-Identifier: MIT
#include "options.hpp"

#include <algorithm>

#include "curl_exit.hpp"

namespace cli {
namespace {

using oncemore::Attempt;
using oncemore::Backoff;
using oncemore::Failure;
using oncemore::FailureSet;
using oncemore::Outcome;
using oncemore::Policy;
using oncemore::ServerWait;

/// The option of a policy's field; the field is named as validate() names it.
Option of(std::string field, Option option) {
  option.field = std::move(field);
  return option;
}

/// The failures for which something holds.
template <class Predicate> std::vector<Failure> failures(Predicate holds) {
  std::vector<Failure> all = every<Failure>();
  all.erase(
      std::remove_if(all.begin(), all.end(), [&](Failure failure) { return !holds(failure); }),
      all.end());
  return all;
}

/// The option of an attempt's field: it takes what the library holds for possible in an attempt
/// that is possible otherwise.
Option possible(Option option) {
  auto const take = option.take;
  option.take = [take](Settings& settings, std::string_view text) {
    Settings probe;
    probe.attempt.outcome = Failure::other;
    return take(probe, text) && oncemore::possible(probe.attempt) && take(settings, text);
  };
  return option;
}

Option number_option() {
  Option number = possible(option("attempt", "The number of sends so far, this one included.",
                                  &Settings::attempt, &Attempt::number));
  number.placeholder = "NUMBER";
  number.description = "a whole number that counts the first send as 1";
  return number;
}

Option method_option() {
  Option method =
      option("method",
             "The method of the request that a retry would send; upper and lower case "
             "differ. One that is not registered, or none, is taken for not idempotent.",
             &Settings::attempt, &Attempt::method);
  auto const take = method.take;
  method.take = [take](Settings& settings, std::string_view text) {
    settings.method = text;
    return take(settings, text);
  };
  return method;
}

/// A status as curl's --write-out says it: 000 for none.
bool read_status(std::string_view text, std::optional<int32_t>& status) {
  uint32_t number = 0;
  bool const none = text == "000";
  if (!none && (!read(text, number) || !oncemore::is_final(Outcome(number).status()))) return false;
  status = static_cast<int32_t>(number);
  return true;
}

Option status_option() {
  std::string const final_ones = ranges(0, 1000, oncemore::is_final);
  return {
      "status",
      "STATUS",
      "the status of a final response, one of " + final_ones,
      "The attempt ended with a response of this status. With --curl-exit it may be 000, as "
      "curl's %{http_code} says it where there is none.",
      {},
      {},
      [](Settings& settings, std::string_view text) { return read_status(text, settings.status); }};
}

Option failure_option() {
  std::vector<Failure> const all =
      failures([](Failure failure) { return Outcome(failure).possible(); });
  return {"failure",
          "WORD",
          names(all, " or "),
          "The attempt ended without a usable response; with --response, after what is there.",
          {},
          {},
          [](Settings& settings, std::string_view text) {
            Failure failure = Failure::none;
            if (!read(text, failure) || !Outcome(failure).possible()) return false;
            settings.failure = failure;
            return true;
          },
          words_of(all)};
}

/// An option that tells a field of the response. An empty value is no field.
Option field_option(std::string name, std::vector<std::string> Head::*lines) {
  std::string const description = "the value of the field as it was received";
  return {std::move(name),
          "VALUE",
          description,
          {},
          {},
          {},
          [lines](Settings& settings, std::string_view text) {
            if (!text.empty()) (settings.told.*lines).emplace_back(text);
            return true;
          }};
}

Option retry_after_option() {
  Option option = field_option("retry-after", &Head::retry_after);
  option.says =
      "The Retry-After of the response. Repeated for several field lines; an empty one is no "
      "field.";
  return option;
}

Option redirect_option() {
  return {"redirect",
          "STEP",
          "a hop such as '303:POST>GET', again, or a trail such as 1+moved+accepted",
          "A hop that the client followed since the request was sent: the status, and the method "
          "before and after. Repeated for more, in their order; 'again' stands for a new attempt. "
          "Or the whole trail as --json tells it: the hops, and the flags in its order.",
          {},
          {},
          [](Settings& settings, std::string_view text) {
            return read_step(text, settings.attempt.redirects);
          }};
}

Option curl_exit_option() {
  return {"curl-exit",
          "CODE",
          "a number from 0 to 255",
          "How curl ended, by its exit code: " + curl_exits() +
              ". Every other code is 'other', but 0 and 22 are a response, which --status or "
              "--response tells. That nothing was sent is believed of 5 6 7 45 97 51 60 83 90 91, "
              "and only before any response.",
          {},
          {},
          [](Settings& settings, std::string_view text) {
            uint32_t code = 0;
            if (!read(text, code) || code > UINT8_MAX) return false;
            settings.curl_exit = code;
            return true;
          }};
}

Option connect_status_option() {
  return {"connect-status",
          "STATUS",
          "the status of a final response, or 000 for none",
          "What a proxy answered to CONNECT, curl's %{http_connect}. If it is no 2xx, it is the "
          "status of the attempt, and the request never left. 000 says that no response in the "
          "file is an answer to CONNECT.",
          {},
          {},
          [](Settings& settings, std::string_view text) {
            return read_status(text, settings.connect_status);
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

Option followed_option() {
  Kind const kind = kind_of(uint32_t());
  return {"followed",
          kind.placeholder,
          kind.description,
          "How many redirects curl followed, its %{num_redirects}. After a failure it tells "
          "whether the last redirect in the file is one of them; otherwise that status counts.",
          {},
          {},
          [](Settings& settings, std::string_view text) {
            uint32_t number = 0;
            if (!read(text, number)) return false;
            settings.followed = number;
            return true;
          }};
}

}  // namespace

Option option_of(OptionGroup const& group, std::string_view name) {
  return *std::find_if(group.options.begin(), group.options.end(),
                       [name](Option const& option) { return option.name == name; });
}

OptionGroup output_options() {
  return {"Output",
          {flag("delay", "Print only the seconds to wait, for sleep(1); after a stop nothing.",
                &Settings::delay),
           flag("json", "Print an object with all that is known of the decision.", &Settings::json),
           flag("log", "Write the line to standard error as well.", &Settings::log),
           flag("exit-zero", "Exit with 0 after a stop, too.", &Settings::exit_zero)}};
}

OptionGroup curl_options() {
  return {"What curl says",
          {response_option(), curl_exit_option(), connect_status_option(), followed_option()}};
}

// NOLINTNEXTLINE(readability-function-size): a table
OptionGroup policy_options() {
  constexpr auto policy = &Settings::policy;
  constexpr auto backoff = &Policy::backoff;
  constexpr auto server_wait = &Policy::server_wait;
  return {
      "Policy",
      {of("max_attempts",
          option_as<Count>("max-attempts", "Sends allowed, the first included; 1 never retries.",
                           policy, &Policy::max_attempts)),
       of("unrepeatable",
          option("unrepeatable",
                 "When a request that is not repeatable is sent again. 'always' is dangerous: "
                 "orders are doubled, mails sent twice.",
                 policy, &Policy::unrepeatable)),
       of("redirect_proof",
          option("redirect-proof",
                 "Which redirects prove that the server accepted the request: 303 and those that "
                 "changed the method, or any.",
                 policy, &Policy::redirect_proof)),
       of("redirect_rewrite",
          option("rewrite",
                 "What the client does to the method of a redirected request: 'browser' makes POST "
                 "a GET after 301 and 302, 'keep' does not; 303 makes it a GET in any case.",
                 policy, &Policy::redirect_rewrite)),
       of("max_redirects", option("max-redirects", "Hops that the client follows in one call.",
                                  policy, &Policy::max_redirects)),
       of("failures",
          option("failure-set",
                 "The failures that are worth a retry; there are " +
                     names(failures([](Failure one) { return FailureSet(one).valid(); }), " or ") +
                     '.',
                 policy, &Policy::failures)),
       of("statuses", option("status-set", "The statuses that are worth a retry. 600-999 are one.",
                             policy, &Policy::statuses)),
       of("unprocessed",
          option("unprocessed-set", "The statuses that say that the request was not processed.",
                 policy, &Policy::unprocessed)),
       of("deadline", option_as<Limit>("deadline",
                                       "For the whole call, from the start of attempt 1; 0s stops "
                                       "every retry.",
                                       policy, &Policy::deadline)),
       of("min_attempt_time",
          option("min-attempt-time", "What must be left of the deadline for one more attempt.",
                 policy, &Policy::min_attempt_time)),
       of("backoff.initial", option("backoff-initial", "The ceiling after attempt 1.", policy,
                                    backoff, &Backoff::initial)),
       of("backoff.cap", option_as<Limit>("backoff-cap", "No own delay is longer.", policy, backoff,
                                          &Backoff::cap)),
       of("backoff.floor",
          option("backoff-floor", "No own delay is shorter.", policy, backoff, &Backoff::floor)),
       of("backoff.multiplier",
          option_as<Ratio>("backoff-multiplier", "How the ceiling grows from attempt to attempt.",
                           policy, backoff, &Backoff::multiplier)),
       of("backoff.jitter", option("backoff-jitter",
                                   "How a delay is drawn around the ceiling; see 'oncemore "
                                   "schedule'.",
                                   policy, backoff, &Backoff::jitter)),
       of("backoff.spread",
          option_as<Ratio>("backoff-spread",
                           "How far from the ceiling a 'proportional' jitter draws, as a part of "
                           "the ceiling.",
                           policy, backoff, &Backoff::spread)),
       of("backoff.spread_time",
          option("backoff-spread-time", "How far above the ceiling an 'additive' jitter draws.",
                 policy, backoff, &Backoff::spread_time)),
       of("server_wait.mode",
          option("server-wait-mode", "How the server's wait joins the own delay.", policy,
                 server_wait, &ServerWait::mode)),
       of("server_wait.over_cap",
          option("server-wait-over-cap",
                 "What to do when the server asks for more than the cap; 'clamp' hits it early.",
                 policy, server_wait, &ServerWait::over_cap)),
       of("server_wait.cap",
          option_as<Limit>("server-wait-cap", "The longest wait to accept from a server.", policy,
                           server_wait, &ServerWait::cap)),
       of("server_wait.spread",
          option_as<Ratio>("server-wait-spread", "How much is added to the server's wait at most.",
                           policy, server_wait, &ServerWait::spread))}};
}

// NOLINTNEXTLINE(readability-function-size): a table
OptionGroup attempt_options() {
  constexpr auto attempt = &Settings::attempt;
  return {"Attempt",
          {number_option(), method_option(), status_option(), failure_option(),
           possible(option("repeatable", "Whether the request may be sent twice.", attempt,
                           &Attempt::repeatable)),
           possible(option("evidence",
                           "What is known about processing, when it is not what the outcome says.",
                           attempt, &Attempt::evidence)),
           possible(option("body", "Whether the body can be produced once more.", attempt,
                           &Attempt::body)),
           possible(option("budget", "What the caller's own retry budget says.", attempt,
                           &Attempt::budget)),
           possible(option("server-says",
                           "What the server said in a field of its own, such as x-should-retry.",
                           attempt, &Attempt::server_says)),
           possible(option("elapsed", "Since the start of attempt 1.", attempt, &Attempt::elapsed)),
           possible(option("previous-delay",
                           "The delay before this attempt; for 'decorrelated' jitter.", attempt,
                           &Attempt::previous_delay)),
           option_as<Ratio>("budget-paid",
                            "What a budget took for this attempt, in tokens; nothing here depends "
                            "on it.",
                            attempt, &Attempt::budget_paid),
           possible(option("hold",
                           "The least delay that something outside asks for, such as a cool-down; "
                           "a retry waits so long, whatever the server and the backoff say.",
                           attempt, &Attempt::hold)),
           retry_after_option(), redirect_option()}};
}

Option now_option() {
  Kind const kind = kind_of(oncemore::Instant());
  return {"now",
          kind.placeholder,
          kind.description,
          "The time at which a Retry-After with a date is read.",
          "the system's clock",
          {},
          [](Settings& settings, std::string_view text) {
            oncemore::Instant now;
            if (!read(text, now)) return false;
            settings.now = now;
            return true;
          }};
}

std::vector<Option> clock_options() {
  Option date = field_option("date", &Head::date);
  date.placeholder = "HTTP-DATE";
  date.says =
      "The Date of the response, a better clock than one's own. If it cannot be read it is not "
      "used.";
  Option age = field_option("age", &Head::age);
  age.says = "The Age of the response. Unless it is 0, the Date is a cache's, and is not used.";
  return {now_option(), std::move(date), std::move(age), strict_option()};
}

Option strict_option() {
  return flag("strict", "Understand Retry-After to the letter of RFC 9110 only.",
              &Settings::strict);
}

Option flag(std::string name, std::string says, bool Settings::*member) {
  return {std::move(name),
          {},
          {},
          std::move(says),
          {},
          {},
          [member](Settings& settings, std::string_view) {
            settings.*member = true;
            return true;
          }};
}

}  // namespace cli
