// SPDX-License-Identifier: MIT
//
// libcurl by oncemore: a report that is fetched, and an order that must not be placed twice. The
// server is a scripted one in this process; yours is somewhere else.

#include <oncemore/adapter/curl.hpp>

#include <cstdio>
#include <memory>
#include <string>

#include "../adapter/server.hpp"

namespace {

using namespace std::chrono_literals;
namespace curl = oncemore::curl;

size_t append(char* octets, size_t size, size_t items, void* body) {
  static_cast<std::string*>(body)->append(octets, size * items);
  return size * items;
}

void print(curl::Decided const& decided) {
  std::printf("  %s: %s\n", decided.method.c_str(), decided.line.c_str());
}

oncemore::Policy quick() {
  oncemore::Policy policy;  // C++20: {.backoff = {.initial = 20ms, ...}}
  policy.backoff.initial = 20ms;
  policy.backoff.jitter = oncemore::Jitter::none;  // so that this prints the same every time
  return policy;
}

/// The body of the report, or nothing if it cannot be had.
std::string fetch(CURL* handle, std::string const& url) {
  std::string report;
  curl_easy_setopt(handle, CURLOPT_URL, url.c_str());

  curl::Options options;
  options.write = append;  // gets nothing of an attempt that is retried
  options.write_data = &report;
  options.follow = true;
  options.on_decision = print;
  curl::Result const result = curl::perform(handle, quick(), options);

  bool const success = result.last->decision.reason == oncemore::Reason::success;
  return success ? report : std::string();
}

/// Whether the order was placed, as far as anybody knows.
oncemore::Reason place_order(CURL* handle, std::string const& url, bool with_key) {
  std::string confirmation;
  curl_easy_setopt(handle, CURLOPT_URL, url.c_str());
  curl_easy_setopt(handle, CURLOPT_POSTFIELDS, R"({"item": "tea"})");

  curl::Options options;
  options.write = append;
  options.write_data = &confirmation;
  options.body = oncemore::Body::replayable;         // CURLOPT_POSTFIELDS is
  if (with_key) options.make_key = curl::make_uuid;  // as Idempotency-Key, of all attempts
  options.attempt_field = "Retry-Attempt";
  options.on_decision = print;
  curl::Result const result = curl::perform(handle, quick(), options);
  return result.last->decision.reason;
}

}  // namespace

int main() {
  using counting::answer;
  using oncemore::Reason;
  std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> const handle(curl_easy_init(),
                                                                   curl_easy_cleanup);

  std::puts("A report that has moved, from a server that is busy:");
  counting::Server reports({answer(503), counting::redirect(302, "/new"), answer(200)});
  std::string const report = fetch(handle.get(), reports.url());
  std::printf("'%s', %zu requests\n", report.c_str(), reports.arrivals().size());

  std::puts("An order that a gateway lost sight of is not sent again:");
  counting::Server orders({answer(504)});
  place_order(handle.get(), orders.url(), false);
  std::printf("%zu request\n", orders.arrivals().size());

  std::puts("Unless the server can tell that it is the same one:");
  counting::Server careful({answer(504), answer(201)});
  Reason const reason = place_order(handle.get(), careful.url(), true);
  auto const keys = careful.values("Idempotency-Key");
  bool const same = keys.size() == 2 && keys[0] == keys[1];
  std::printf("%s, %s\n", name(reason), same ? "2 requests with one key" : "two keys");
}
