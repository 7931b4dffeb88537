// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include <oncemore/adapter/curl.hpp>

#include "server.hpp"
#include "unmixed.hpp"

// A handle as its users make one, and a call on it that waits for nothing and remembers everything.
namespace client {

using namespace std::chrono_literals;
using oncemore::Body;
using oncemore::Failure;
using oncemore::Policy;
using oncemore::Reason;
using oncemore::Repeatable;
using oncemore::curl::Decided;
using oncemore::curl::Options;
using oncemore::curl::perform;
using oncemore::curl::Result;
using Lines = std::vector<std::string>;

class Handle {
 public:
  explicit Handle(std::string const& url) {
    set(CURLOPT_URL, url.c_str());
    set(CURLOPT_PROXY, "");
    set(CURLOPT_TIMEOUT_MS, 10000L);
    receive();
  }
  Handle(Handle const&) = delete;
  Handle& operator=(Handle const&) = delete;
  ~Handle() { curl_easy_cleanup(curl); }

  template <class Value> void set(CURLoption option, Value value) {
    ASSERT_EQ(curl_easy_setopt(curl, option, value), CURLE_OK) << option;
  }
  long info(CURLINFO which) const {
    long value = -1;
    curl_easy_getinfo(curl, which, &value);
    return value;
  }
  /// The body goes to `body`, by a function of the handle.
  void receive() {
    set(CURLOPT_WRITEFUNCTION, &Handle::write);
    set(CURLOPT_WRITEDATA, &body);
  }
  void post(char const* fields) { set(CURLOPT_POSTFIELDS, fields); }

  CURL* curl = curl_easy_init();
  std::string body{};

 private:
  static size_t write(char* octets, size_t size, size_t items, void* body) {
    static_cast<std::string*>(body)->append(octets, size * items);
    return size * items;
  }
};

/// Options whose waits take no time on a clock that they move, with the dice always in the middle;
/// they lend the place of the write function, and remember everything.
class Watched : public Options {
 public:
  Watched() {
    write = &Watched::append;
    write_data = &body_received;
    timing.random = [] { return unmixed(uint64_t{1} << 63); };
    timing.monotonic_clock = [this] { return std::chrono::steady_clock::time_point(now); };
    timing.wall_clock = [this] {
      return std::chrono::system_clock::time_point(std::chrono::seconds(1781524800) + now);
    };
    timing.sleep = [this](std::chrono::milliseconds delay) {
      now += delay;
      waits.push_back(delay.count());
    };
    on_decision = [this](Decided const& ended) {
      decided.push_back(ended);
      lines.push_back(ended.line);
    };
  }
  Watched(Watched const&) = delete;
  Watched& operator=(Watched const&) = delete;

  static size_t append(char* octets, size_t size, size_t items, void* body) {
    static_cast<std::string*>(body)->append(octets, size * items);
    return size * items;
  }

  std::string body_received{};
  std::chrono::milliseconds now{};
  std::vector<int64_t> waits{};
  std::vector<Decided> decided{};
  Lines lines{};
};

inline Policy patient() {
  Policy policy;
  policy.backoff.initial = 100ms;
  policy.backoff.jitter = oncemore::Jitter::none;
  policy.server_wait.spread = oncemore::Thousandths();
  return policy;
}

inline Reason reason_of(Result const& result) {
  return result.last ? result.last->decision.reason : Reason::invalid_attempt;
}

}  // namespace client
