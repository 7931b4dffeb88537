// SPDX-License-Identifier: MIT
#pragma once

#include <curl/curl.h>
#include <stdint.h>

#include <chrono>
#include <exception>
#include <optional>
#include <random>
#include <thread>
#include <utility>

#include <oncemore/adapter/curl/options.hpp>
#include <oncemore/oncemore.hpp>

namespace oncemore { inline namespace v1 { namespace curl { namespace detail {

/// What all attempts of one call share: its beginning, its hops, and the world outside.
class Call {
 public:
  Call(CURL* handle, Policy const& policy, Options const& options)
      : handle_(handle), policy_(policy), options_(options), outer_(innermost()), start_(clock()) {
    innermost() = this;
  }
  Call(Call const&) = delete;
  Call& operator=(Call const&) = delete;
  ~Call() { innermost() = outer_; }

  /// Whether a call on this handle is under way on this thread, further out.
  [[nodiscard]] static bool under_way(CURL* handle) noexcept {
    for (Call const* call = innermost(); call != nullptr; call = call->outer_) {
      if (call->handle_ == handle) return true;
    }
    return false;
  }

  [[nodiscard]] CURL* handle() const noexcept { return handle_; }
  [[nodiscard]] Policy const& policy() const noexcept { return policy_; }
  [[nodiscard]] Options const& options() const noexcept { return options_; }

  [[nodiscard]] Milliseconds elapsed() const { return clock() - start_; }
  [[nodiscard]] Instant wall_clock() const {
    auto const& now = options_.timing.wall_clock;
    return now ? now() : std::chrono::system_clock::now();
  }
  [[nodiscard]] bool cancelled() const {
    return options_.cancellation != nullptr && options_.cancellation->requested();
  }

  /// The operating system's own dice: no state that threads or forked processes would share.
  [[nodiscard]] uint64_t random() const {
    if (options_.timing.random) return options_.timing.random();
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

  /// Runs what a user wrote where no exception may pass, below libcurl; false if one was kept.
  template <class Function> bool guarded(Function function) noexcept {
    try {
      function();
      return true;
    } catch (...) {
      kept_ = std::current_exception();
      return false;
    }
  }
  void throw_what_was_kept() {
    if (kept_) std::rethrow_exception(std::exchange(kept_, nullptr));
  }

  Trail trail{};                     ///< of the current attempt, its hops those of the call
  std::optional<HopDecision> hop{};  ///< about the last redirect

 private:
  [[nodiscard]] static Call const*& innermost() noexcept {
    thread_local Call const* call = nullptr;
    return call;
  }
  [[nodiscard]] std::chrono::steady_clock::time_point clock() const {
    auto const& now = options_.timing.monotonic_clock;
    return now ? now() : std::chrono::steady_clock::now();
  }
  void sleep(std::chrono::milliseconds delay) const {
    if (options_.timing.sleep) return options_.timing.sleep(delay);
    if (options_.cancellation != nullptr) return options_.cancellation->wait_for(delay);
    std::this_thread::sleep_for(delay);
  }

  CURL* handle_;
  Policy const& policy_;
  Options const& options_;
  Call const* outer_;
  std::chrono::steady_clock::time_point start_;
  std::exception_ptr kept_{};
};

}}}}  // namespace oncemore::v1::curl::detail
