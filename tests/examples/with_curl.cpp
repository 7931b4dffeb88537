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

void print(curl::Ended const&, char const* line) { std::printf("  %s\n", line); }

oncemore::Policy quick() {
  oncemore::Policy policy;  // C++20: {.backoff = {.initial = 20ms}}
  policy.backoff.initial = 20ms;
  return policy;
}

/// The body of the report, or nothing if it cannot be had.
std::string fetch(CURL* handle, std::string const& url) {
  std::string report;
  curl_easy_setopt(handle, CURLOPT_URL, url.c_str());
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, append);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, &report);

  curl::Options options;
  options.follow = true;
  options.restart = [&] { report.clear(); };  // what an earlier attempt has brought
  options.on_decision = print;
  curl::Result const result = curl::perform(handle, quick(), options);

  bool const success = result.last->decision.reason == oncemore::Reason::success;
  return success ? report : std::string();
}

/// Whether the order was placed, as far as anybody knows.
oncemore::Reason place_order(CURL* handle, std::string const& url, curl_slist* headers) {
  std::string confirmation;
  curl_easy_setopt(handle, CURLOPT_URL, url.c_str());
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, append);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, &confirmation);
  curl_easy_setopt(handle, CURLOPT_POSTFIELDS, R"({"item": "tea"})");

  curl::Options options;
  options.body = oncemore::Body::replayable;  // CURLOPT_POSTFIELDS is
  options.headers = headers;
  options.key_field = "Idempotency-Key";
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
  bool right = true;

  std::puts("A report that has moved, from a server that is busy:");
  counting::Server reports({answer(503), counting::redirect(302, "/new"), answer(200)});
  right &= fetch(handle.get(), reports.url()) == "hello" && reports.arrivals().size() == 3;

  std::puts("An order that a gateway lost sight of is not sent again:");
  counting::Server orders({answer(504)});
  right &= place_order(handle.get(), orders.url(), nullptr) == Reason::maybe_processed &&
           orders.arrivals().size() == 1;

  std::puts("Unless the server can tell that it is the same one:");
  std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> const key(
      curl_slist_append(nullptr, "Idempotency-Key: \"8e03978e\""), curl_slist_free_all);
  counting::Server careful({answer(504), answer(201)});
  right &= place_order(handle.get(), careful.url(), key.get()) == Reason::success &&
           careful.arrivals().size() == 2;
  return right ? 0 : 1;
}
