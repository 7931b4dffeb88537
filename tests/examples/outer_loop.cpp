// SPDX-License-Identifier: MIT
//
// A retry loop around a client that follows redirects by itself, as most clients do. What it would
// send once more is always the first request, so it has to know of every hop: the POST below is
// answered 303, and the 503 that comes then is about another request.

#include <oncemore/oncemore.hpp>

#include <chrono>
#include <cstdio>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "scripted.hpp"

namespace {

using namespace std::chrono_literals;
using scripted::Clock;
using scripted::Network;
using scripted::Request;
using scripted::Response;

constexpr oncemore::Policy make_policy() {
  oncemore::Policy policy;  // C++20: {.max_attempts = 3, .backoff = {.initial = 200ms}}
  policy.max_attempts = 3;
  policy.backoff.initial = 200ms;
  return policy;
}
constexpr oncemore::Policy policy = make_policy();
static_assert(validate(policy) == oncemore::PolicyError::none);

/// The client: follows up to ten redirects as browsers do, and reports each in the trail.
Response fetch(Network& network, Request request, oncemore::Trail& trail) {
  Response response = network.send(request);
  for (int hops = 0; hops < 10 && response.location && response.status / 100 == 3; ++hops) {
    std::string const before = request.method;
    bool const rewrites = response.status == 303 || (response.status <= 302 && before == "POST");
    if (rewrites) request = {"GET", {}, {}};
    request.url = *response.location;
    trail = trail.followed(response.status, before, request.method);
    response = network.send(request);
  }
  return response;
}

/// The loop. `repeatable` is what the caller knows of this request, or by_method.
template <class Generator>
Response call(Network& network, Clock& clock, Generator& generator, Request const& request,
              oncemore::Repeatable repeatable = oncemore::Repeatable::by_method) {
  auto const start = clock.now();
  oncemore::Attempt attempt;
  attempt.method = oncemore::parse_method(request.method);
  attempt.repeatable = repeatable;
  for (;;) {
    Response const response = fetch(network, request, attempt.redirects);
    attempt.outcome = {response.status, response.failure};
    attempt.elapsed = clock.now() - start;
    attempt.retry_after = oncemore::parse_retry_after(response.retry_after, clock.wall());

    auto const decision = decide(policy, attempt, generator());
    char line[oncemore::describe_max];
    describe(policy, attempt, decision, line);
    std::printf("%s %s: %s\n", request.method.c_str(), request.url.c_str(), line);
    if (!decision.retry()) return response;

    clock.sleep_for(std::chrono::milliseconds(decision.delay));
    advance(attempt, decision);
  }
}

}  // namespace

int main() {
  std::mt19937_64 generator;  // 64 bits a call; a program seeds it
  Clock clock;
  bool right = true;

  Network recovers({{503}, {503, "2"}, {200}});
  Response const report = call(recovers, clock, generator, {"GET", "/report", ""});
  right &=
      scripted::ended("a report", report, 200, recovers, "GET /report\nGET /report\nGET /report\n");

  // The order was accepted, and is not sent again because its receipt cannot be had.
  Network accepts({{303, {}, "/receipt"}, {503}});
  Response const order = call(accepts, clock, generator, {"POST", "/orders", "tea"});
  right &= scripted::ended("an order", order, 503, accepts, "POST /orders +body\nGET /receipt\n");

  // 307 says that the work is still to be done, and 429 that it was not.
  Network moves({{307, {}, "/v2/orders"}, {429}, {307, {}, "/v2/orders"}, {201}});
  Response const moved = call(moves, clock, generator, {"POST", "/orders", "tea"});
  right &= scripted::ended("a moved order", moved, 201, moves,
                           "POST /orders +body\nPOST /v2/orders +body\n"
                           "POST /orders +body\nPOST /v2/orders +body\n");

  // Nobody knows what became of this one; only a search may be sent again, says its owner.
  Response const lost{0, {}, {}, oncemore::Failure::connection_lost};
  Network loses({lost, {200}});
  Response const unknown = call(loses, clock, generator, {"POST", "/orders", "tea"});
  right &= scripted::ended("a lost order", unknown, 0, loses, "POST /orders +body\n");
  Network finds({lost, {200}});
  Response const found =
      call(finds, clock, generator, {"POST", "/search", "tea"}, oncemore::Repeatable::yes);
  right &=
      scripted::ended("a search", found, 200, finds, "POST /search +body\nPOST /search +body\n");
  return right ? 0 : 1;
}
