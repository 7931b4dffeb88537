// SPDX-License-Identifier: MIT
//
// A client that follows redirects itself, hop by hop, and sends only the current hop once more. Its
// retry loop is inside of the redirects, so that every attempt has an empty trail; the trail of the
// whole call goes to follow(), which counts its hops. Attempts, hops and time are counted per call.

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
  oncemore::Policy policy;  // C++20: {.max_attempts = 3, .max_redirects = 5, .deadline = 60s}
  policy.max_attempts = 3;
  policy.max_redirects = 5;
  policy.deadline = 60s;
  return policy;
}
constexpr oncemore::Policy policy = make_policy();
static_assert(validate(policy) == oncemore::PolicyError::none);

class Call {
 public:
  Call(Network& network, Clock& clock, Request request)
      : network_(network), clock_(clock), request_(std::move(request)), start_(clock.now()) {}

  template <class Generator> Response run(Generator& generator) {
    for (;;) {
      Response const response = network_.send(request_);
      if (response.status / 100 == 3) {
        if (!go_on(response)) return response;
      } else if (!once_more(response, generator())) {
        return response;
      }
    }
  }

 private:
  oncemore::RetryAfter asked(Response const& response) const {
    return oncemore::parse_retry_after(response.retry_after, clock_.wall());
  }

  /// Whether a redirect is followed; if so, waits and turns the request into the next one.
  bool go_on(Response const& response) {
    oncemore::Hop hop;
    hop.status = response.status;
    hop.method = oncemore::parse_method(request_.method);
    hop.has_location = response.location.has_value();
    hop.retry_after = asked(response);
    hop.elapsed = clock_.now() - start_;
    auto const answer = follow(policy, trail_, hop);
    std::printf("hop %u: %d, %s\n", trail_.hops() + 1, response.status, name(answer.reason));
    if (!answer.follows()) return false;

    clock_.sleep_for(std::chrono::milliseconds(answer.delay));
    std::string const before = request_.method;
    if (answer.method == oncemore::NextMethod::get) request_.method = "GET";
    if (answer.body == oncemore::NextBody::drop) request_.body.clear();
    request_.url = *response.location;
    trail_ = trail_.followed(response.status, before, request_.method);
    return true;
  }

  /// Whether the current hop is sent once more; if so, waits.
  bool once_more(Response const& response, uint64_t random) {
    attempt_.method = oncemore::parse_method(request_.method);
    attempt_.outcome = {response.status, response.failure};
    attempt_.elapsed = clock_.now() - start_;
    attempt_.retry_after = asked(response);
    auto const decision = decide(policy, attempt_, random);
    char line[oncemore::describe_max];
    describe(policy, attempt_, decision, line);
    std::printf("%s %s: %s\n", request_.method.c_str(), request_.url.c_str(), line);
    if (!decision.retry()) return false;

    clock_.sleep_for(std::chrono::milliseconds(decision.delay));
    trail_ = trail_.sent_again();
    advance(attempt_, decision);
    return true;
  }

  Network& network_;
  Clock& clock_;
  Request request_;
  std::chrono::steady_clock::time_point start_;
  oncemore::Attempt attempt_{};  // of the current hop, so its own trail stays empty
  oncemore::Trail trail_{};      // of the whole call
};

}  // namespace

int main() {
  std::mt19937_64 generator;  // 64 bits a call; a program seeds it
  Clock clock;
  bool right = true;

  // The order was accepted; its receipt is a GET and may be asked for as often as one likes.
  Network accepts({{303, {}, "/receipt"}, {503, "2"}, {200}});
  Response const order = Call(accepts, clock, {"POST", "/orders", "tea"}).run(generator);
  right &= scripted::ended("an order", order, 200, accepts,
                           "POST /orders +body\nGET /receipt\nGET /receipt\n");

  // 307 keeps the method and the body; the hop is what is sent again.
  Network moves({{307, {}, "/v2/orders"}, {429}, {201}});
  Response const moved = Call(moves, clock, {"POST", "/orders", "tea"}).run(generator);
  right &= scripted::ended("a moved order", moved, 201, moves,
                           "POST /orders +body\nPOST /v2/orders +body\nPOST /v2/orders +body\n");

  // A loop ends after five hops, and costs no second round.
  Network circles({{302, {}, "/b"}});
  Response const circle = Call(circles, clock, {"GET", "/a", ""}).run(generator);
  right &= scripted::ended("a circle", circle, 302, circles,
                           "GET /a\nGET /b\nGET /b\nGET /b\nGET /b\nGET /b\n");

  // Three attempts for the whole call, wherever they were made.
  Network fails({{503}, {302, {}, "/b"}, {503}, {503}, {200}});
  Response const failed = Call(fails, clock, {"GET", "/a", ""}).run(generator);
  right &= scripted::ended("a failure", failed, 503, fails, "GET /a\nGET /a\nGET /b\nGET /b\n");
  return right ? 0 : 1;
}
