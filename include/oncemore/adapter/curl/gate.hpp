// SPDX-License-Identifier: MIT
#pragma once

#include <curl/curl.h>

#include <chrono>
#include <string>

#include <oncemore/adapter/curl/call.hpp>
#include <oncemore/adapter/curl/ending.hpp>
#include <oncemore/adapter/curl/fields.hpp>
#include <oncemore/adapter/curl/marks.hpp>
#include <oncemore/adapter/curl/request_fields.hpp>
#include <oncemore/adapter/curl/target.hpp>
#include <oncemore/oncemore.hpp>

namespace oncemore { inline namespace v1 { namespace curl { namespace detail {

/// Stands where libcurl has a connection and is about to write a request on it
/// (CURLOPT_PREREQFUNCTION), and so sees every request of an attempt. It lets pass the first one,
/// the hops that follow() allows, which it records, and what libcurl adds to an answer by itself (a
/// round of authentication, a 417 without `Expect`). It stops libcurl's own replays: that is an
/// attempt that failed, and whether there is another is decided outside.
class Gate {
 public:
  Gate(Call& call, RequestFields& fields) noexcept
      : call_(call),
        fields_(fields),
        installed_(curl_easy_setopt(call.handle(), CURLOPT_PREREQFUNCTION, &Gate::prereq)) {
    call.set(CURLOPT_PREREQDATA, this);
    call.set(CURLOPT_FOLLOWLOCATION, call.options().follow ? 1L : 0L);
    call.set(CURLOPT_MAXREDIRS, -1L);  // it would count rounds of authentication as well
  }
  Gate(Gate const&) = delete;
  Gate& operator=(Gate const&) = delete;
  ~Gate() {
    give_method_back();
    call_.set(CURLOPT_PREREQFUNCTION, call_.options().prereq);
    call_.set(CURLOPT_PREREQDATA, call_.options().prereq_data);
    call_.set(CURLOPT_FOLLOWLOCATION, 0L);
    call_.set(CURLOPT_POSTREDIR, 0L);
  }

  /// CURLE_OK unless there is no handle, or the libcurl that runs is too old to have the place.
  [[nodiscard]] CURLcode installed() const noexcept { return installed_; }

  /// One attempt: how it ended, and in `code` what libcurl says, or would have said.
  [[nodiscard]] Ending attempt(CURLcode& code) {
    give_method_back();
    then_ = {};
    sent_ = fresh_ = stopped_ = late_ = body_was_dropped_ = false;
    code = curl_easy_perform(call_.handle());
    if (late_ && code == CURLE_ABORTED_BY_CALLBACK) code = CURLE_OPERATION_TIMEDOUT;
    Marks const now = marks_of(call_.handle());
    if (!sent_) see_first_request();
    if (!stopped_) {
      ending_ = ending_between(then_, now, code, sent_);
      stopped_code_ = code;
      if (code != CURLE_OK && is_hop(now)) try_hop(now, code);
    }
    code = stopped_code_;
    return ending_;
  }

  /// Of the first request of the last attempt: what a retry sends.
  [[nodiscard]] std::string const& first_method() const noexcept { return first_method_; }
  [[nodiscard]] std::string const& first_url() const noexcept { return first_url_; }

  /// Whether that request is known to have had no body, by what libcurl says of the last one.
  [[nodiscard]] bool had_no_body() const noexcept {
    int64_t const announced = wide_info(call_.handle(), CURLINFO_CONTENT_LENGTH_UPLOAD_T);
    if (announced == 0 && !body_was_dropped_) return true;
    // With these two, libcurl sends a body only if it was made to; -1 is one of any length, or a
    // request that was never written.
    Method const method = parse_method(first_method_);
    bool const plain = method == Method::get || method == Method::head;
    return plain && announced <= 0 && wide_info(call_.handle(), CURLINFO_SIZE_UPLOAD_T) == 0;
  }

  /// Octets received of the body of the request that passed last, if its answer is the last one.
  [[nodiscard]] int64_t downloaded() const noexcept {
    bool const of_this = sent_ && marks_of(call_.handle()).follow_ups == then_.follow_ups;
    return of_this ? wide_info(call_.handle(), CURLINFO_SIZE_DOWNLOAD_T) : 0;
  }

  /// The time of the attempt is up: what libcurl is about to call an abort is a time-out.
  void time_is_up() noexcept { late_ = true; }

 private:
  static int prereq(void* gate, char* to, char* from, int to_port, int from_port) noexcept {
    auto& self = *static_cast<Gate*>(gate);
    bool const passes = self.lets_pass() && self.passes_the_callers(to, from, to_port, from_port);
    return passes ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT;
  }

  [[nodiscard]] bool passes_the_callers(char* to, char* from, int to_port, int from_port) {
    Options const& own = call_.options();
    bool const passes = own.prereq == nullptr || own.prereq(own.prereq_data, to, from, to_port,
                                                            from_port) == CURL_PREREQFUNC_OK;
    return passes || stop(CURLE_ABORTED_BY_CALLBACK, {Failure::cancelled});
  }

  [[nodiscard]] bool lets_pass() {
    Marks const now = marks_of(call_.handle());
    if (!sent_) {
      begin();
    } else if (now.follow_ups == then_.follow_ups) {
      return stop_replay(now);
    } else if (is_hop(now)) {
      if (!follows(now)) return false;
      if (!call_.wait(std::chrono::milliseconds(call_.hop->delay))) {
        return stop(CURLE_ABORTED_BY_CALLBACK, {Failure::cancelled});
      }
    }
    fresh_ = now.connections > then_.connections;
    then_ = now;
    sent_ = true;
    return true;
  }

  void see_first_request() {
    method_ = first_method_ = effective_method();
    char const* const url = text_info(call_.handle(), CURLINFO_EFFECTIVE_URL);
    first_url_ = without_secrets(url != nullptr ? url : "");
  }

  void begin() {
    see_first_request();
    // libcurl drops the body of whatever CURLOPT_POSTFIELDS is sent with, a PUT or PATCH by
    // CURLOPT_CUSTOMREQUEST, too; what the policy keeps, it is to keep.
    Method const method = parse_method(method_);
    auto const rewriting = rewritten(call_.policy().redirect_rewrite, 302, method);
    call_.set(CURLOPT_POSTREDIR,
              rewriting.body_is_dropped ? 0L : CURL_REDIR_POST_301 | CURL_REDIR_POST_302);
  }

  /// Whether libcurl has left an answer to go where it points. libcurl follows any 3xx with a
  /// Location; which of them are redirects is follow()'s affair.
  [[nodiscard]] bool is_hop(Marks const& now) const noexcept {
    return sent_ && now.follow_ups > then_.follow_ups && now.status / 100 == 3;
  }

  /// Asks about the redirect, and records the hop if it is allowed. When libcurl has come to the
  /// next request, it has the body again.
  [[nodiscard]] bool follows(Marks const& now, Body body = Body::replayable) {
    Hop hop;
    hop.status = now.status;
    hop.method = parse_method(method_);
    hop.has_location = true;
    hop.body = body;
    int const request = static_cast<int>(now.follow_ups - 1);
    hop.retry_after =
        retry_after_of(call_.handle(), call_.wall_clock(), call_.options().grammar, request);
    hop.elapsed = call_.elapsed();
    call_.hop = follow(call_.policy(), call_.trail, hop);
    if (call_.hop->reason == Reason::redirect_limit) {
      return stop(CURLE_TOO_MANY_REDIRECTS, {Failure::redirect_limit});
    }
    if (!call_.hop->follows()) return stop(CURLE_OK, {now.status});

    std::string next = effective_method();
    if (call_.hop->method == NextMethod::get && next != "GET") {
      // What CURLOPT_CUSTOMREQUEST says, libcurl would send to the end of the chain.
      custom_method_ = next;
      next = "GET";
      call_.set(CURLOPT_CUSTOMREQUEST, next.c_str());
    }
    if (call_.hop->body == NextBody::drop) drop_content();
    call_.trail = call_.trail.followed(now.status, method_, next);
    method_ = next;
    return true;
  }

  /// libcurl drops the body, and would send the caller's own Content-Length with none.
  void drop_content() {
    body_was_dropped_ = true;
    if (!fields_.owned()) return;
    static_cast<void>(
        call_.guarded([this] { call_.set(CURLOPT_HTTPHEADER, fields_.without_content()); }));
  }

  /// A hop whose request never came here: there is no connection to where it leads, or no body to
  /// take along.
  void try_hop(Marks const& now, CURLcode code) {
    bool const no_body = code == CURLE_SEND_FAIL_REWIND;
    bool const no_connection = ending_.outcome.is_failure() &&
                               evidence_of(ending_.outcome.failure()) == Evidence::never_sent;
    if (!no_body && !no_connection) return;
    static_cast<void>(follows(now, no_body ? Body::consumed : Body::replayable));
  }

  /// libcurl sends a request again, whatever its method, if a connection that was used before ends
  /// without an octet of an answer, and on any connection after REFUSED_STREAM (a GOAWAY below the
  /// stream is reported as that, too). Then the connection is gone. It is still there if the server
  /// wants HTTP/1.1 (HTTP_1_1_REQUIRED), which another attempt would not give it, either.
  [[nodiscard]] bool stop_replay(Marks const& now) noexcept {
    curl_socket_t last = CURL_SOCKET_BAD;
    curl_easy_getinfo(call_.handle(), CURLINFO_ACTIVESOCKET, &last);
    if (last != CURL_SOCKET_BAD) return stop(CURLE_HTTP2_STREAM, {Failure::other});
    if (fresh_) return stop(CURLE_HTTP2_STREAM, {Failure::rejected});
    if (now.request_size == then_.request_size) return stop(CURLE_SEND_ERROR, {Failure::not_sent});
    return stop(CURLE_GOT_NOTHING, {Failure::connection_lost});
  }

  bool stop(CURLcode code, Ending ending) noexcept {
    stopped_ = true;
    stopped_code_ = code;
    ending_ = ending;
    return false;
  }

  void give_method_back() noexcept {
    if (custom_method_.empty()) return;
    call_.set(CURLOPT_CUSTOMREQUEST, custom_method_.c_str());
    custom_method_.clear();
  }

  [[nodiscard]] std::string effective_method() const {
    char const* const method = text_info(call_.handle(), CURLINFO_EFFECTIVE_METHOD);
    return method != nullptr ? method : "";
  }

  Call& call_;
  RequestFields& fields_;
  CURLcode installed_;
  Marks then_{};                   ///< when the last request passed
  bool sent_ = false;              ///< one did, in this attempt
  bool fresh_ = false;             ///< on a connection that nothing was sent on before
  bool stopped_ = false;           ///< here, and not by libcurl
  bool late_ = false;              ///< time_is_up()
  bool body_was_dropped_ = false;  ///< at a hop, so that the last request says nothing of the first
  CURLcode stopped_code_ = CURLE_OK;
  Ending ending_{};
  std::string method_{};        ///< of the last request that passed
  std::string first_method_{};  ///< of the first one
  std::string first_url_{};
  std::string custom_method_{};  ///< what CURLOPT_CUSTOMREQUEST was, if it is replaced
};

}}}}  // namespace oncemore::v1::curl::detail
