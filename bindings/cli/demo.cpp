// SPDX-License-Identifier: MIT
#include <iostream>

#include "command.hpp"
#include "text.hpp"

// Three stories from the field. Every number and every verdict below is asked of the library when
// the tour is printed; what is written here is only what happened.
namespace cli {
namespace {

using oncemore::Attempt;
using oncemore::Decision;
using oncemore::Failure;
using oncemore::Method;
using oncemore::Outcome;
using oncemore::Policy;
using oncemore::Trail;

using Rows = std::vector<std::vector<std::string>>;

constexpr uint64_t fixed_random = 0;

std::string line_of(Policy const& policy, Attempt const& attempt, uint64_t random) {
  char line[oncemore::describe_max];
  oncemore::describe(policy, attempt, oncemore::decide(policy, attempt, random), line);
  return line;
}

// --- One redirect --------------------------------------------------------------------------------

/// What one call of a client costs.
struct Bill {
  uint32_t requests = 0;
  std::string last_line;
};

/// One attempt at a server that answers every request with a 302 to itself: what it ends with.
Outcome chase(Policy const& policy, bool follows, Trail& trail, uint32_t& requests) {
  oncemore::Hop const hop{302, Method::get, true};
  ++requests;
  if (!follows) return hop.status;
  while (oncemore::follow(policy, trail, hop).follows()) {
    trail = trail.followed(hop.status, "GET", "GET");
    ++requests;
  }
  return Failure::redirect_limit;
}

Bill bill(Policy const& policy, bool follows) {
  Bill bill;
  Attempt attempt;
  attempt.method = Method::get;
  while (true) {
    attempt.outcome = chase(policy, follows, attempt.redirects, bill.requests);
    bill.last_line = line_of(policy, attempt, fixed_random);
    Decision const decision = oncemore::decide(policy, attempt, fixed_random);
    if (!decision.retry()) return bill;
    advance(attempt, decision);
  }
}

struct Stack {
  char const* name;
  uint32_t attempts;
  uint32_t redirects;  // followed in each attempt
};

constexpr uint32_t two_retries =
    oncemore::max_attempts_for(oncemore::Convention::micronaut_attempts, 2);
constexpr Stack stacks[] = {{"Micronaut", two_retries, 5},
                            {"Spring MVC", two_retries, 1},
                            {"Quarkus", two_retries, 0},
                            {"Spring WebFlux", 1, 0}};

std::string bills_of_others() {
  Rows rows = {{"client", "attempts", "redirects followed", "requests"}};
  for (Stack const& stack : stacks) {
    rows.push_back({stack.name, std::to_string(stack.attempts), std::to_string(stack.redirects),
                    std::to_string(oncemore::requests_per_call(stack.attempts, stack.redirects))});
  }
  return table(rows, "lrrr", 4);
}

std::string bills_of_ours() {
  Policy policy;
  policy.max_attempts = two_retries;
  policy.max_redirects = 5;
  Policy stubborn = policy;
  stubborn.failures = stubborn.failures.with(Failure::redirect_limit);
  Rows rows = {{"with oncemore", "requests", "why it ends"}};
  auto const add = [&rows](char const* client, Bill const& bill) {
    rows.push_back({client, std::to_string(bill.requests), bill.last_line});
  };
  add("redirects not followed", bill(policy, false));
  add("at most 5 followed", bill(policy, true));
  add("the same, and retried", bill(stubborn, true));
  return table(rows, "lrl", 4);
}

void tell_of_one_redirect() {
  std::cout << "1. One redirect\n\n"
               "A server answers every request with a 302 to itself. Four clients, each with two\n"
               "retries, made a different number of requests out of one call:\n\n"
            << bills_of_others()
            << "\nA redirect is followed or it is handed back, it is never retried; and the hops "
               "are\ncounted for the call, not for each attempt:\n\n"
            << bills_of_ours() << '\n';
}

// --- A server that is busy -----------------------------------------------------------------------

struct Answer {
  int32_t status;
  char const* retry_after;  // null if there is none
  uint64_t random;
};

void tell_of_a_call(Policy const& policy, std::vector<Answer> const& answers) {
  Attempt attempt;
  attempt.method = Method::post;
  attempt.repeatable = oncemore::Repeatable::yes;  // it is a search
  for (Answer const& answer : answers) {
    attempt.outcome = answer.status;
    attempt.retry_after = oncemore::parse_retry_after(answer.retry_after, oncemore::Instant());
    std::string const field = answer.retry_after != nullptr
                                  ? std::string(" (Retry-After: ") + answer.retry_after + ')'
                                  : "";
    std::cout << "    server: call " << attempt.number << " -> " << answer.status << field << '\n'
              << "    " << line_of(policy, attempt, answer.random) << '\n';
    advance(attempt, oncemore::decide(policy, attempt, answer.random));
  }
}

void tell_of_a_busy_server() {
  Policy const policy;
  std::cout << "2. A server that is busy\n\n"
               "A search is sent with POST. The server answers 503, then 503 with a Retry-After,\n"
               "then 200:\n\n";
  tell_of_a_call(policy, {{503, nullptr, 0xc27af2b6624de95f}, {503, "2", 0}, {200, nullptr, 0}});
  std::cout
      << "\nThe first wait is drawn from the backoff, the second is what the server asked\n"
         "for. A server that goes on answering 503 gets four attempts, one that asks for two\n"
         "minutes is not asked again, and neither is one that says that the request is bad:\n"
         "\n";
  tell_of_a_call(policy, {{503, nullptr, 0x5a23ca22635e7aab},
                          {503, nullptr, 0xbb1c28a23babdd18},
                          {503, nullptr, 0x917ff4ce8acb8572},
                          {503, nullptr, 0}});
  std::cout << '\n';
  tell_of_a_call(policy, {{503, "120", 0}});
  std::cout << '\n';
  tell_of_a_call(policy, {{400, nullptr, 0}});
  std::cout << '\n';
}

// --- An order that must not be placed twice ------------------------------------------------------

struct Case {
  char const* happened;
  char const* again;
  Method method;
  Outcome outcome;
  Trail trail{};
  oncemore::Repeatable repeatable = oncemore::Repeatable::by_method;
};

constexpr Trail answered = Trail().followed(303, "POST", "GET");
constexpr Trail left_open = Trail().followed(302, "POST", "POST");
constexpr Trail passed_on = Trail().followed(307, "POST", "POST");
constexpr Case cases[] = {
    {"GET: 504", "the GET", Method::get, 504},
    {"POST: 504", "the POST", Method::post, 504},
    {"POST with an idempotency key: 504",
     "the POST",
     Method::post,
     504,
     {},
     oncemore::Repeatable::yes},
    {"POST: 503", "the POST", Method::post, 503},
    {"POST: 429", "the POST", Method::post, 429},
    {"POST: 303, then GET: 503", "the POST", Method::post, 503, answered},
    {"POST: 303, then GET: 503", "the GET", Method::get, 503},
    {"POST: 302, then POST: 503", "the POST", Method::post, 503, left_open},
    {"POST: 307, then POST: 503", "the POST", Method::post, 503, passed_on},
    {"POST: connection refused", "the POST", Method::post, Failure::connect},
    {"POST: no response in time", "the POST", Method::post, Failure::timeout},
};

std::string verdict_on(Case const& one, Policy const& policy) {
  Attempt attempt;
  attempt.method = one.method;
  attempt.outcome = one.outcome;
  attempt.redirects = one.trail;
  attempt.repeatable = one.repeatable;
  Decision const decision = oncemore::decide(policy, attempt, fixed_random);
  return std::string(name(decision.verdict)) + ": " + name(decision.reason);
}

void tell_of_an_order() {
  Policy promised;
  promised.unprocessed = promised.unprocessed.with(503);
  Rows rows = {{"what happened", "sent again", "decision", "with unprocessed: +503"}};
  for (Case const& one : cases) {
    rows.push_back({one.happened, one.again, verdict_on(one, Policy()), verdict_on(one, promised)});
  }
  std::cout << "3. An order that must not be placed twice\n\n"
               "One mail was sent four times, because a POST was retried after a 504. A 503 says\n"
               "no more: routers, CDNs and meshes answer it for a server that is still at work.\n"
               "Where a service promises that its 503 means 'not processed', as Azure Cosmos DB\n"
               "does, the policy says so. But what a redirect proves stands above either: after a\n"
               "303 the order was accepted, and the 503 speaks of the GET alone.\n\n"
            << table(rows, "llll", 4);
}

ExitCode run(Settings const&) {
  tell_of_one_redirect();
  tell_of_a_busy_server();
  tell_of_an_order();
  return exit_go_on;
}

}  // namespace

Command demo_command() {
  return {"demo",
          "",
          "a short tour without a network",
          {"Tells three stories and what is decided in each: one redirect that became eighteen "
           "requests, a server that is busy, and an order that must not be placed twice."},
          {},
          {},
          run};
}

}  // namespace cli
