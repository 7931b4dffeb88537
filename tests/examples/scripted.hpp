// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <oncemore/failure.hpp>

// What the examples run against: a network that answers from a script, and a clock on which waiting
// costs no time. A program of yours has its own and needs nothing of this.
namespace scripted {

struct Request {
  std::string method;
  std::string url;
  std::string body;
};

/// A response, or how it failed to come.
struct Response {
  int status = 0;
  std::optional<std::string> retry_after{};
  std::optional<std::string> location{};
  oncemore::Failure failure = oncemore::Failure::none;
};

class Network {
 public:
  explicit Network(std::vector<Response> script) : script_(std::move(script)) {}

  Response send(Request const& request) {
    log_ += request.method + ' ' + request.url + (request.body.empty() ? "" : " +body") + '\n';
    return sent_ < script_.size() ? script_[sent_++] : script_.back();
  }
  /// What was sent, a request a line.
  std::string const& log() const { return log_; }

 private:
  std::vector<Response> script_;
  std::size_t sent_ = 0;
  std::string log_;
};

class Clock {
 public:
  std::chrono::steady_clock::time_point now() const { return now_; }
  std::chrono::system_clock::time_point wall() const { return wall_ + (now_ - start_); }
  void sleep_for(std::chrono::milliseconds delay) { now_ += delay; }

 private:
  std::chrono::steady_clock::time_point start_{};
  std::chrono::steady_clock::time_point now_{};
  std::chrono::system_clock::time_point wall_{std::chrono::seconds(1781524800)};
};

/// Says so if the call did not end as it should have; whether it did.
inline bool ended(char const* what, Response const& response, int status, Network const& network,
                  std::string const& log) {
  if (response.status == status && network.log() == log) return true;
  std::printf("%s: %d and not %d, after\n%sand not\n%s", what, response.status, status,
              network.log().c_str(), log.c_str());
  return false;
}

}  // namespace scripted
