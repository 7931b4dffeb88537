// SPDX-License-Identifier: MIT
#pragma once

#include <curl/curl.h>
#include <stdint.h>

#include <chrono>
#include <optional>
#include <random>
#include <thread>

#include <oncemore/adapter/curl/options.hpp>
#include <oncemore/oncemore.hpp>

namespace oncemore { inline namespace v1 { namespace curl { namespace detail {

/// What all attempts of one call share: its beginning, its hops, and the world outside.
class Call {
 public:
  Call(CURL* handle, Policy const& policy, Options const& options)
      : handle_(handle), policy_(policy), options_(options), start_(clock()) {}

  [[nodiscard]] CURL* handle() const noexcept { return handle_; }
  [[nodiscard]] Policy const& policy() const noexcept { return policy_; }
  [[nodiscard]] Options const& options() const noexcept { return options_; }

  [[nodiscard]] Milliseconds elapsed() const { return clock() - start_; }
  [[nodiscard]] Instant wall_clock() const {
    return options_.wall_clock ? options_.wall_clock() : std::chrono::system_clock::now();
  }
  [[nodiscard]] bool cancelled() const {
    return options_.cancellation != nullptr && options_.cancellation->requested();
  }

  /// The operating system's own dice: no state that threads or forked processes would share.
  [[nodiscard]] uint64_t random() const {
    if (options_.random) return options_.random();
    std::random_device device;
    return std::uniform_int_distribution<uint64_t>()(device);
  }

  /// False if the call was cancelled meanwhile.
  [[nodiscard]] bool wait(std::chrono::milliseconds delay) const {
    if (delay.count() > 0) sleep(delay);
    return !cancelled();
  }

  template <class Value> void set(CURLoption option, Value value) const noexcept {
    curl_easy_setopt(handle_, option, value);
  }

  Trail trail{};                     ///< of the current attempt, its hops those of the call
  std::optional<HopDecision> hop{};  ///< about the last redirect

 private:
  [[nodiscard]] std::chrono::steady_clock::time_point clock() const {
    return options_.clock ? options_.clock() : std::chrono::steady_clock::now();
  }
  void sleep(std::chrono::milliseconds delay) const {
    if (options_.sleep) return options_.sleep(delay);
    if (options_.cancellation != nullptr) return options_.cancellation->wait_for(delay);
    std::this_thread::sleep_for(delay);
  }

  CURL* handle_;
  Policy const& policy_;
  Options const& options_;
  std::chrono::steady_clock::time_point start_;
};

}}}}  // namespace oncemore::v1::curl::detail
