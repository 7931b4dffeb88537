// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iostream>

#include "command.hpp"
#include "options.hpp"
#include "suggest.hpp"
#include "text.hpp"
#include "values.hpp"

namespace cli {
namespace {

using oncemore::Reason;

struct Explanation {
  char const* more;  // than the library's sentence; empty if that says it
  char const* change;
  char const* example;  // arguments that lead to it; empty if the command takes none that do
};

// No default: the compiler then finds a reason that is missing.
// NOLINTNEXTLINE(readability-function-size): a table
Explanation explanation(Reason reason) {
  switch (reason) {
    case Reason::invalid_attempt:
      return {
          "Its number is 0, its status ends no attempt, it has no outcome or two, or a duration "
          "is negative. No policy was asked.",
          "Correct the attempt. This command says which option it was.", ""};
    case Reason::cancelled:
      return {"",
              "Nothing: what the caller ended is never sent again. If only this attempt ran out of "
              "time, its failure is timeout.",
              "decide --method GET --failure cancelled"};
    case Reason::success:
      return {"", "Nothing. If the response broke off, its failure is connection_lost.",
              "decide --method GET --status 200"};
    case Reason::redirect:
      return {"Asking again would only bring it again.",
              "Let the client follow it. No policy retries it.",
              "decide --method GET --status 302"};
    case Reason::invalid_policy: return {"", "Correct the field; this command names it, too.", ""};
    case Reason::server_refused:
      return {"It said so in a field of its own, such as x-should-retry.",
              "To pay no attention to that field, leave --server-says at nothing.",
              "decide --method GET --status 503 --server-says do_not_retry"};
    case Reason::status_not_retried:
      return {"",
              "Add it with --status-set +N. A 413 is retried only when the server also says when "
              "to come back.",
              "decide --method GET --status 404"};
    case Reason::failure_not_retried:
      return {"", "Add it with --failure-set +FAILURE.",
              "decide --method GET --failure tls_certificate"};
    case Reason::accepted:
      return {
          "It must not be accepted twice. What the last response says is of no weight, since it "
          "answers another request.",
          "If a retry sends only the redirected request again, describe that one: its method, "
          "and no trail. --unrepeatable always repeats everything, which is dangerous.",
          "decide --method POST --status 503 --redirect '303:POST>GET'"};
    case Reason::not_repeatable:
      return {"",
              "Send an idempotency key and say --repeatable yes, or take --unrepeatable "
              "if_unprocessed.",
              "decide --method POST --status 503 --unrepeatable never"};
    case Reason::maybe_processed:
      return {
          "Nothing shows that it was not: it may be done twice.",
          "Send an idempotency key and say --repeatable yes. If more is known, say --evidence "
          "not_processed. If the service promises that a status means it, say --unprocessed-set "
          "+N: +503 is right for Azure Cosmos DB, which promises it, and wrong behind routers, "
          "CDNs and meshes, which answer 503 for a backend that is still at work.",
          "decide --method POST --status 504"};
    case Reason::body_consumed:
      return {"", "Keep the body, or open it again for each attempt.",
              "decide --method PUT --status 503 --body consumed"};
    case Reason::attempts_exhausted:
      return {"", "Raise --max-attempts, or queue the work: the wait tells for how long.",
              "decide --method GET --status 503 --attempt 4"};
    case Reason::budget_exhausted:
      return {"", "Nothing here: the budget is the caller's, --budget only tells of it.",
              "decide --method GET --status 503 --budget denied"};
    case Reason::server_wait_too_long:
      return {"Coming back earlier would be against its wish.",
              "Raise --server-wait-cap, or queue the work: the wait tells for how long. "
              "--server-wait-over-cap clamp comes back early all the same.",
              "decide --method GET --status 503 --retry-after 120"};
    case Reason::deadline:
      return {"", "Raise --deadline, or lower --min-attempt-time or the delays.",
              "decide --method GET --status 503 --elapsed 9.5s --deadline 10s"};
    case Reason::retryable_status:
      return {"", "Take the status out with --status-set -N.", "decide --method GET --status 503"};
    case Reason::retryable_failure:
      return {"", "Take the failure out with --failure-set -FAILURE.",
              "decide --method GET --failure timeout"};
    case Reason::not_a_redirect:
      return {"", "Nothing: 'oncemore decide' says what to do.",
              "follow --method GET --status 404"};
    case Reason::no_location:
      return {"", "Nothing: 'oncemore decide' says what to do, which is to stop.",
              "follow --method GET --status 302"};
    case Reason::redirect_limit:
      return {"", "Raise --max-redirects, unless the redirects go round in circles.",
              "follow --method GET --status 302 --location yes --redirects 10"};
    case Reason::follow:
      return {"", "Lower --max-redirects; 0 follows none.",
              "follow --method GET --status 302 --location yes"};
  }
  return {};
}

/// The library's sentence as one of its own.
std::string sentence(Reason reason) {
  std::string text = message(reason);
  std::string const follow = "follow: ";
  if (text.compare(0, follow.size(), follow) == 0) text.erase(0, follow.size());
  if (text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text + '.';
}

std::string rule(Reason reason) {
  uint32_t last = 0;
  for (Reason const each : every<Reason>()) last = std::max(last, row(each)->rule);
  uint32_t const number = row(reason)->rule;
  return number == 0 ? "follow()"
                     : "rule " + std::to_string(number) + " of " + std::to_string(last);
}

ExitCode list() {
  std::vector<std::vector<std::string>> cells;
  for (Reason const reason : every<Reason>()) {
    cells.push_back({name(reason), name(verdict_of(reason)), sentence(reason)});
  }
  std::cout << table(cells, "lll");
  return exit_go_on;
}

ExitCode run(Settings const& settings) {
  if (settings.operands.empty()) return list();
  if (settings.operands.size() > 1) throw UsageError{"takes one reason"};
  Reason reason{};
  if (!read(settings.operands[0], reason)) {
    throw UsageError{"there is no reason " + quoted(settings.operands[0]) +
                     did_you_mean(settings.operands[0], words_of(every<Reason>())) +
                     "; 'oncemore explain' lists them"};
  }
  Explanation const found = explanation(reason);
  std::cout << name(reason) << ": " << name(verdict_of(reason)) << ", by " << rule(reason) << "\n\n"
            << wrapped(sentence(reason) + (*found.more != '\0' ? " " : "") + found.more, 0) << '\n'
            << "To change it:\n"
            << wrapped(found.change, 0);
  if (*found.example != '\0') std::cout << "\nFor example:\n    oncemore " << found.example << '\n';
  return exit_go_on;
}

}  // namespace

Command explain_command() {
  return {"explain",
          "[REASON]",
          "what a reason means, and what to change",
          {"Says what the reason of a decision means, which rule it stands for, and what to change "
           "if it is not wanted. Without a reason it lists all of them."},
          {},
          {{"explain maybe_processed", "maybe_processed: stop, by rule 7 of 13"}},
          run,
          [] { return words_of(every<Reason>()); }};
}

}  // namespace cli
