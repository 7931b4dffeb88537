// SPDX-License-Identifier: MIT
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
  char const* rule;
  char const* means;
  char const* change;
  char const* example;  // arguments that lead to it; empty if the command takes none that do
};

// No default: the compiler then finds a reason that is missing.
// NOLINTNEXTLINE(readability-function-size): a table
Explanation explanation(Reason reason) {
  switch (reason) {
    case Reason::invalid_attempt:
      return {"rule 1 of 13",
              "The attempt cannot have happened: its number is 0, its status ends no attempt, it "
              "has no outcome or two, or a duration is negative.",
              "Correct the attempt; no policy was asked. This command says which option it was.",
              ""};
    case Reason::cancelled:
      return {"rule 2 of 13", "The caller ended the call.",
              "Nothing: what the caller ended is never sent again. If only this attempt ran out of "
              "time, its failure is timeout.",
              "decide --method GET --failure cancelled"};
    case Reason::success:
      return {"rule 3 of 13", "The request has what it asked for.",
              "Nothing. If the response broke off, its failure is connection_lost.",
              "decide --method GET --status 200"};
    case Reason::redirect:
      return {"rule 3 of 13",
              "The response is a redirect that nobody followed; asking again would only bring it "
              "again.",
              "Let the client follow it. No policy retries it.",
              "decide --method GET --status 302"};
    case Reason::invalid_policy:
      return {"rule 4 of 13", "A field of the policy has a value that it cannot have.",
              "Correct the field; validate() names it, and so does this command.", ""};
    case Reason::server_refused:
      return {"rule 5 of 13",
              "The server said in a field of its own, such as x-should-retry, that the request is "
              "not to be sent again.",
              "To pay no attention to that field, leave --server-says at nothing.",
              "decide --method GET --status 503 --server-says do_not_retry"};
    case Reason::status_not_retried:
      return {"rule 6 of 13", "To this policy the status is not worth a retry.",
              "Add it with --status-set +N. A 413 is retried only when the server also says when "
              "to come back.",
              "decide --method GET --status 404"};
    case Reason::failure_not_retried:
      return {"rule 6 of 13", "To this policy the failure is not worth a retry.",
              "Add it with --failure-set +FAILURE.",
              "decide --method GET --failure tls_certificate"};
    case Reason::accepted:
      return {"rule 7 of 13",
              "The request must not be accepted twice, and it was accepted: a redirect on its "
              "trail says so, or the evidence. What the last response says is of no weight, since "
              "it answers another request.",
              "If a retry sends only the redirected request again, describe that one: its method, "
              "and no trail. --unrepeatable always repeats everything, which is "
              "dangerous.",
              "decide --method POST --status 503 --redirect '303:POST>GET'"};
    case Reason::not_repeatable:
      return {"rule 7 of 13",
              "The request is not repeatable, and the policy never repeats such a request.",
              "Send an idempotency key and say --repeatable yes, or take --unrepeatable "
              "if_unprocessed.",
              "decide --method POST --status 503 --unrepeatable never"};
    case Reason::maybe_processed:
      return {"rule 7 of 13",
              "The request is not repeatable, and nothing shows that it was not processed: it may "
              "be done twice.",
              "Send an idempotency key and say --repeatable yes. If more is known, say --evidence "
              "not_processed; if the service promises that a status means it, --unprocessed-set "
              "+N.",
              "decide --method POST --status 504"};
    case Reason::body_consumed:
      return {"rule 8 of 13", "The body of the request cannot be produced once more.",
              "Keep the body, or open it again for each attempt.",
              "decide --method PUT --status 503 --body consumed"};
    case Reason::attempts_exhausted:
      return {"rule 9 of 13", "That was the last attempt that the policy allows.",
              "Raise --max-attempts, or queue the work: the wait tells for how long.",
              "decide --method GET --status 503 --attempt 4"};
    case Reason::budget_exhausted:
      return {"rule 10 of 13", "The caller's retry budget has nothing left for one more attempt.",
              "Nothing here: the budget is the caller's, --budget only tells of it.",
              "decide --method GET --status 503 --budget denied"};
    case Reason::server_wait_too_long:
      return {"rule 11 of 13",
              "The server asked for a longer wait than the policy accepts, and coming back "
              "earlier would be against its wish.",
              "Raise --server-wait-cap, or queue the work: the wait tells for how long. "
              "--server-wait-over-cap clamp comes back early all the same.",
              "decide --method GET --status 503 --retry-after 120"};
    case Reason::deadline:
      return {"rule 12 of 13", "One more attempt would come too late.",
              "Raise --deadline, or lower --min-attempt-time or the delays.",
              "decide --method GET --status 503 --elapsed 9.5s --deadline 10s"};
    case Reason::retryable_status:
      return {"rule 13 of 13", "The request is sent once more, for the sake of its status.",
              "Take the status out with --status-set -N.", "decide --method GET --status 503"};
    case Reason::retryable_failure:
      return {"rule 13 of 13", "The request is sent once more, for the sake of its failure.",
              "Take the failure out with --failure-set -FAILURE.",
              "decide --method GET --failure timeout"};
    case Reason::not_a_redirect:
      return {"follow()", "The response is no redirect that a client can follow.",
              "Nothing: hand it to decide().", ""};
    case Reason::no_location:
      return {"follow()", "The redirect does not say where to go.",
              "Nothing: hand it to decide(), which stops.", ""};
    case Reason::redirect_limit:
      return {"follow()", "The call has followed as many redirects as it may.",
              "Raise max_redirects, unless the redirects go round in circles.", ""};
    case Reason::follow:
      return {"follow()", "The client follows the redirect.",
              "Lower max_redirects; 0 follows none.", ""};
  }
  return {};
}

ExitCode list() {
  std::vector<std::vector<std::string>> cells;
  for (Reason const reason : every<Reason>()) {
    std::string const verdict = name(verdict_of(reason));
    std::string const means = explanation(reason).means;
    cells.push_back({name(reason), verdict, means.substr(0, means.find_first_of(".:;") + 1)});
    cells.back().back().back() = '.';
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
  std::cout << name(reason) << ": " << name(verdict_of(reason)) << ", by " << found.rule << "\n\n"
            << wrapped(found.means, 0) << '\n'
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
