// SPDX-License-Identifier: MIT
#pragma once

#include <curl/curl.h>

#include <chrono>
#include <string>
#include <utility>

#include <oncemore/adapter/curl/call.hpp>
#include <oncemore/adapter/curl/fields.hpp>
#include <oncemore/adapter/curl/gate.hpp>
#include <oncemore/adapter/curl/options.hpp>
#include <oncemore/oncemore.hpp>

namespace oncemore { inline namespace v1 { namespace curl {
namespace detail {

/// The loop of one call. It is around the redirects: what it sends again is the first request.
class Loop {
 public:
  Loop(CURL* handle, Policy const& policy, Options const& options)
      : call_(handle, policy, options), gate_(call_) {
    if (options.rewind) set_seek(&Loop::seek, this);
    if (options.cancellation != nullptr) set_progress(&Loop::progress, this, 0L);
  }
  Loop(Loop const&) = delete;
  Loop& operator=(Loop const&) = delete;
  ~Loop() {
    if (options().rewind) set_seek(nullptr, nullptr);
    if (options().cancellation != nullptr) set_progress(nullptr, nullptr, 1L);
    if (owns_fields()) call_.set(CURLOPT_HTTPHEADER, options().headers);
    if (new_connection_) call_.set(CURLOPT_FRESH_CONNECT, 0L);
  }

  [[nodiscard]] Result run() {
    result_.code = gate_.installed();
    if (result_.code != CURLE_OK) return std::move(result_);
    do {
      send();
    } while (decided() && waited() && rewound());
    result_.hop = call_.hop;
    return std::move(result_);
  }

 private:
  [[nodiscard]] Options const& options() const noexcept { return call_.options(); }

  void send() {
    if (owns_fields()) set_fields();
    Ending const ending = gate_.attempt(result_.code);
    Attempt attempt;  // of which nothing is left that was amended before
    attempt.number = attempt_.number;
    attempt.previous_delay = attempt_.previous_delay;
    attempt.method = parse_method(gate_.first_method());
    attempt.outcome = ending.outcome;
    attempt.evidence = ending.evidence;
    attempt.repeatable = repeatable();
    attempt.body = body(attempt.method);
    attempt.elapsed = call_.elapsed();
    attempt.redirects = call_.trail;
    attempt.retry_after = retry_after_of(call_.handle(), call_.wall_clock(), options().grammar);
    if (options().adjust) options().adjust(call_.handle(), attempt);
    attempt_ = attempt;
  }

  /// Decides, and tells. Whether to retry.
  bool decided() {
    Decision const decision = decide(call_.policy(), attempt_, call_.random());
    result_.attempts.push_back({result_.code, attempt_, decision});
    if (options().on_decision) {
      char line[describe_max];
      describe(call_.policy(), attempt_, decision, line);
      options().on_decision(result_.attempts.back(), line);
    }
    attempt_.previous_delay = decision.delay;
    set_new_connection(decision.notes.has(Note::new_connection));
    return decision.retry();
  }

  /// Whether the wait went by. A call that is cancelled in it has a last decision of its own.
  bool waited() {
    if (call_.wait(std::chrono::milliseconds(attempt_.previous_delay))) return true;
    result_.code = CURLE_ABORTED_BY_CALLBACK;
    attempt_.outcome = Failure::cancelled;
    attempt_.elapsed = call_.elapsed();
    return decided();
  }

  /// Whether the next attempt can begin: its body is there, and so it is decided once more if not.
  bool rewound() {
    if (options().rewind && !options().rewind()) {
      attempt_.body = Body::consumed;
      if (!decided()) return false;
    }
    if (options().restart) options().restart();
    ++attempt_.number;
    call_.trail = call_.trail.sent_again();
    return true;
  }

  [[nodiscard]] Repeatable repeatable() const noexcept {
    bool const has_key =
        options().key_field != nullptr && carries(options().headers, options().key_field);
    bool const unsaid = options().repeatable == Repeatable::by_method;
    return has_key && unsaid ? Repeatable::yes : options().repeatable;
  }

  [[nodiscard]] Body body(Method method) const noexcept {
    if (options().rewind) return Body::replayable;
    if (options().body) return *options().body;
    // With these two, libcurl sends a body only if it was made to.
    bool const plain = method == Method::get || method == Method::head;
    bool const none = plain && wide_info(call_.handle(), CURLINFO_SIZE_UPLOAD_T) == 0;
    return none ? Body::replayable : Body::consumed;
  }

  [[nodiscard]] bool owns_fields() const noexcept {
    return options().headers != nullptr || options().attempt_field != nullptr ||
           options().key_field != nullptr;
  }

  void set_fields() {
    if (options().attempt_field == nullptr) {
      call_.set(CURLOPT_HTTPHEADER, options().headers);
      return;
    }
    std::string const before = std::to_string(attempt_.number - 1);
    fields_ = with_field(options().headers, options().attempt_field,
                         attempt_.number > 1 ? before.c_str() : nullptr);
    call_.set(CURLOPT_HTTPHEADER, fields_.get());
  }

  void set_new_connection(bool wanted) noexcept {
    if (wanted != new_connection_) call_.set(CURLOPT_FRESH_CONNECT, wanted ? 1L : 0L);
    new_connection_ = wanted;
  }

  void set_seek(curl_seek_callback function, void* data) noexcept {
    call_.set(CURLOPT_SEEKFUNCTION, function);
    call_.set(CURLOPT_SEEKDATA, data);
  }
  static int seek(void* loop, curl_off_t offset, int origin) noexcept {
    if (offset != 0 || origin != SEEK_SET) return CURL_SEEKFUNC_CANTSEEK;
    bool const done = static_cast<Loop*>(loop)->options().rewind();
    return done ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL;
  }

  void set_progress(curl_xferinfo_callback function, void* data, long off) noexcept {
    call_.set(CURLOPT_XFERINFOFUNCTION, function);
    call_.set(CURLOPT_XFERINFODATA, data);
    call_.set(CURLOPT_NOPROGRESS, off);
  }
  static int progress(void* loop, curl_off_t, curl_off_t, curl_off_t, curl_off_t) noexcept {
    return static_cast<Loop*>(loop)->call_.cancelled() ? 1 : 0;
  }

  Call call_;
  Gate gate_;
  Attempt attempt_{};
  Fields fields_{};
  bool new_connection_ = false;
  Result result_{};
};

}  // namespace detail

/// curl_easy_perform(), as often as the policy allows. <oncemore/adapter/curl.hpp> says what it
/// does to the handle, which must not be in use elsewhere, nor belong to a multi handle.
[[nodiscard]] inline Result perform(CURL* handle, Policy const& policy,
                                    Options const& options = {}) {
  return detail::Loop(handle, policy, options).run();
}

}}}  // namespace oncemore::v1::curl
