// SPDX-License-Identifier: MIT
#pragma once

#include <curl/curl.h>
#include <stdint.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

#include <oncemore/adapter/curl/call.hpp>
#include <oncemore/adapter/curl/fields.hpp>
#include <oncemore/adapter/curl/gate.hpp>
#include <oncemore/adapter/curl/inbox.hpp>
#include <oncemore/adapter/curl/options.hpp>
#include <oncemore/adapter/curl/request_fields.hpp>
#include <oncemore/oncemore.hpp>

namespace oncemore { inline namespace v1 { namespace curl {
namespace detail {

/// The loop of one call. It is around the redirects: what it sends again is the first request.
class Loop {
 public:
  Loop(CURL* handle, Policy const& policy, Options const& options)
      : call_(handle, policy, options),
        fields_(options),
        gate_(call_, fields_),
        inbox_(call_, [this] { return decided_early(); }) {
    if (options.rewind) set_seek(&Loop::seek, this);
    if (watches()) set_progress(&Loop::progress, this, true);
  }
  Loop(Loop const&) = delete;
  Loop& operator=(Loop const&) = delete;
  ~Loop() {
    if (options().rewind) set_seek(nullptr, nullptr);
    bool const theirs = options().progress != nullptr;
    if (watches()) set_progress(options().progress, options().progress_data, theirs);
    if (fields_.owned()) call_.set(CURLOPT_HTTPHEADER, options().headers);
    if (options().timeout) set_timeout(*options().timeout);
    if (new_connection_) call_.set(CURLOPT_FRESH_CONNECT, 0L);
  }

  [[nodiscard]] Result run() {
    result_.code = gate_.installed();
    if (result_.code != CURLE_OK) return std::move(result_);
    do {
      send();
    } while (retry_ && waited() && rewound());
    bool const cancelled = attempt_.outcome == Failure::cancelled;
    if (!cancelled && !inbox_.hand_over_held()) result_.code = CURLE_WRITE_ERROR;
    result_.hop = call_.hop;
    return std::move(result_);
  }

 private:
  [[nodiscard]] Options const& options() const noexcept { return call_.options(); }

  /// One attempt, to its decision.
  void send() {
    if (fields_.owned()) call_.set(CURLOPT_HTTPHEADER, fields_.of_attempt(attempt_.number));
    if (options().timeout) set_timeout(shorter(*options().timeout, left()));
    early_ = false;
    inbox_.begin_attempt();
    Ending const ending = gate_.attempt(result_.code);
    call_.throw_what_was_kept();
    if (!early_) {
      describe_attempt(ending, result_.code);
      retry_ = decided();
    } else if (retry_) {
      result_.code = CURLE_OK;  // whatever became of the rest of its body
    }
    result_.last->code = result_.code;
  }

  /// About an answer whose body has only begun: whether it will be retried.
  bool decided_early() {
    early_ = true;
    describe_attempt({marks_of(call_.handle()).status}, CURLE_OK);
    return retry_ = decided();
  }

  void describe_attempt(Ending const& ending, CURLcode code) {
    attempt_.method = parse_method(gate_.first_method());
    attempt_.outcome = ending.outcome;
    attempt_.evidence = ending.evidence;
    attempt_.repeatable = repeatable();
    attempt_.body = body();
    attempt_.elapsed = call_.elapsed();
    attempt_.redirects = call_.trail;
    attempt_.retry_after = retry_after_of(call_.handle(), call_.wall_clock(), options().grammar);
    if (options().adjust) options().adjust(call_.handle(), attempt_, {code, inbox_.held()});
    result_.last = Decided{};
    result_.last->code = code;
    result_.last->method = gate_.first_method();
    result_.last->url = gate_.first_url();
  }

  /// Decides, and tells. Whether to retry.
  bool decided() {
    auto const& policy_for = options().policy_for;
    return policy_for ? decided_by(policy_for(attempt_)) : decided_by(call_.policy());
  }

  bool decided_by(Policy const& policy) {
    Decision const decision = decide(policy, attempt_, call_.random());
    char line[describe_max];
    describe(policy, attempt_, decision, line);
    result_.last->attempt = attempt_;
    result_.last->decision = decision;
    result_.last->line = line;
    decided_at_ = call_.elapsed();
    if (options().on_decision) options().on_decision(*result_.last);
    // On a connection that was used before, a second refusal could not be told from its loss.
    bool const refused = attempt_.outcome == Failure::rejected;
    set_new_connection(refused || decision.notes.has(Note::new_connection));
    return decision.retry();
  }

  /// Whether the wait, of which reading the rest of the answer is part, went by and left time. A
  /// call that ends in it has a last decision of its own.
  bool waited() {
    Milliseconds const delay = result_.last->decision.delay;
    int64_t const rest = decided_at_.count() + delay.count() - call_.elapsed().count();
    bool const goes_on = call_.wait(std::chrono::milliseconds(rest));
    if (goes_on && left() > Milliseconds()) return true;
    if (!goes_on) {
      result_.last->code = result_.code = CURLE_ABORTED_BY_CALLBACK;
      attempt_.outcome = Failure::cancelled;
    }
    attempt_.elapsed = call_.elapsed();
    return decided_by(call_.policy());
  }

  /// Whether the next attempt can begin: its body is there, and so it is decided once more if not.
  bool rewound() {
    if (options().rewind && !options().rewind()) {
      attempt_.body = Body::consumed;
      if (!decided()) return false;
    }
    if (options().restart) options().restart();
    advance(attempt_, result_.last->decision);
    call_.trail = attempt_.redirects;
    return true;
  }

  [[nodiscard]] Repeatable repeatable() const noexcept {
    bool const unsaid = options().repeatable == Repeatable::by_method;
    return unsaid && fields_.carry_key() ? Repeatable::yes : options().repeatable;
  }

  /// Whether it can be done again: the request's body be sent, and the answer's be received.
  [[nodiscard]] Body body() const {
    if (!options().restart && inbox_.handed_over(gate_.downloaded())) return Body::consumed;
    if (options().rewind) return Body::replayable;
    if (options().body) return *options().body;
    return gate_.had_no_body() ? Body::replayable : Body::consumed;
  }

  [[nodiscard]] Milliseconds left() const { return time_left(call_.policy(), call_.elapsed()); }

  [[nodiscard]] static Milliseconds shorter(Milliseconds a, Milliseconds b) noexcept {
    return a < b ? a : b;
  }
  void set_timeout(Milliseconds timeout) const noexcept {
    auto const most = static_cast<int64_t>(std::numeric_limits<long>::max() / 2);
    // 0 would be none.
    auto const some = std::clamp<int64_t>(timeout.count(), 1, most);
    call_.set(CURLOPT_TIMEOUT_MS, static_cast<long>(some));
  }

  void set_new_connection(bool wanted) noexcept {
    if (wanted != new_connection_) call_.set(CURLOPT_FRESH_CONNECT, wanted ? 1L : 0L);
    new_connection_ = wanted;
  }

  void set_seek(curl_seek_callback function, void* data) noexcept {
    call_.set(CURLOPT_SEEKFUNCTION, function);
    call_.set(CURLOPT_SEEKDATA, data);
  }
  static int seek(void* loop, curl_off_t, int) noexcept {
    bool const back = static_cast<Loop*>(loop)->options().rewind();
    return back ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL;
  }

  /// Whether libcurl's progress reports, one a second at least, have something to end.
  [[nodiscard]] bool watches() const noexcept {
    return options().cancellation != nullptr || options().write != nullptr ||
           time_left(call_.policy(), Milliseconds()) != Milliseconds::largest();
  }
  void set_progress(curl_xferinfo_callback function, void* data, bool on) noexcept {
    call_.set(CURLOPT_XFERINFOFUNCTION, function);
    call_.set(CURLOPT_XFERINFODATA, data);
    call_.set(CURLOPT_NOPROGRESS, on ? 0L : 1L);
  }
  static int progress(void* loop, curl_off_t to_come, curl_off_t come, curl_off_t to_go,
                      curl_off_t gone) noexcept {
    auto& self = *static_cast<Loop*>(loop);
    Options const& own = self.options();
    int const theirs =
        own.progress == nullptr ? 0 : own.progress(own.progress_data, to_come, come, to_go, gone);
    return theirs != 0 || self.ends_transfer() ? 1 : 0;
  }
  [[nodiscard]] bool ends_transfer() {
    if (call_.cancelled() || inbox_.drained_enough()) return true;
    if (left() > Milliseconds()) return false;
    gate_.time_is_up();
    return true;
  }

  Call call_;
  RequestFields fields_;
  Gate gate_;
  Inbox inbox_;
  Attempt attempt_{};
  bool early_ = false;  ///< the attempt is decided about before its transfer has ended
  bool retry_ = false;
  Milliseconds decided_at_{};
  bool new_connection_ = false;
  Result result_{};
};

}  // namespace detail

/// curl_easy_perform(), as often as the policy allows. <oncemore/adapter/curl.hpp> says what it
/// does to the handle, which must not be in use elsewhere, nor belong to a multi handle: from a
/// function of a call on the same handle it sends nothing and is CURLE_RECURSIVE_API_CALL.
[[nodiscard]] inline Result perform(CURL* handle, Policy const& policy,
                                    Options const& options = {}) {
  bool const within = handle != nullptr && detail::Call::under_way(handle);
  if (within) return {CURLE_RECURSIVE_API_CALL, {}, {}};
  return detail::Loop(handle, policy, options).run();
}

}}}  // namespace oncemore::v1::curl
