// SPDX-License-Identifier: MIT
#pragma once

#include <curl/curl.h>

#include <oncemore/adapter/curl/failure.hpp>
#include <oncemore/adapter/curl/marks.hpp>
#include <oncemore/oncemore.hpp>

namespace oncemore { inline namespace v1 { namespace curl {

/// How a transfer ended, as the two fields of an Attempt.
struct Ending {
  Outcome outcome{};
  Evidence evidence = Evidence::by_outcome;  ///< `never_sent` when a proxy answered CONNECT
};

namespace detail {

/// The failure of a request of which no octet was written: one that says so. `sent` is whether
/// libcurl had a connection for it and was about to write.
[[nodiscard]] constexpr Failure unsent(Failure failure, Marks const& now, Marks const& then,
                                       bool sent) noexcept {
  if (evidence_of(failure) == Evidence::never_sent) return failure;
  if (sent || failure == Failure::send) return Failure::not_sent;
  if (now.name_known == then.name_known) return Failure::name_resolution;
  bool const asked_proxy = now.request_size > then.request_size && !is_success(now.proxy_status);
  if (now.connections == then.connections || asked_proxy) return Failure::connect;
  return Failure::tls_handshake;
}

/// Whether the code is about an answer that libcurl understood and could not go on from: the status
/// is one that CURLOPT_FAILONERROR refuses, or the redirect leads nowhere, or needs a body again
/// that is gone.
[[nodiscard]] constexpr bool keeps_the_answer(CURLcode code) noexcept {
  return code == CURLE_HTTP_RETURNED_ERROR || code == CURLE_SEND_FAIL_REWIND ||
         code == CURLE_UNSUPPORTED_PROTOCOL || code == CURLE_URL_MALFORMAT;
}

/// What became of a request between two marks; `then` was taken when it was about to be written, if
/// it came to that (`sent`), or else at the end of the request before it.
[[nodiscard]] constexpr Ending ending_between(Marks const& then, Marks const& now, CURLcode code,
                                              bool sent) noexcept {
  if (code == CURLE_OK) return {now.status};
  Failure const failure = failure_of(code);
  bool const answered = now.header_size > then.header_size && is_final(now.status);
  bool const left_for_next = now.follow_ups > then.follow_ups;
  bool const written = sent && !left_for_next && now.request_size > then.request_size;

  if (failure == Failure::cancelled || failure == Failure::redirect_limit) return {failure};
  if (failure == Failure::other) {
    if (answered && keeps_the_answer(code)) return {now.status};
    // What is not HTTP, libcurl takes for HTTP/0.9 and refuses as a protocol.
    bool const no_http = code == CURLE_UNSUPPORTED_PROTOCOL && written;
    return {no_http ? Failure::bad_response : failure};
  }
  bool const no_tunnel = now.proxy_status != 0 && !is_success(now.proxy_status);
  if (no_tunnel) return {now.proxy_status, Evidence::never_sent};
  // The operating system was not asked for a connection: the caller's function gave no socket.
  bool const not_tried = code == CURLE_COULDNT_CONNECT && now.system_error == 0;
  if (not_tried) return {Failure::other};
  if (!written) return {unsent(failure, now, then, sent && !left_for_next)};
  if (answered && !is_success(now.status)) return {now.status};
  if (failure == Failure::bad_response) return {failure};
  bool const late = answered || evidence_of(failure) == Evidence::never_sent;
  return {late ? Failure::connection_lost : failure};
}

}  // namespace detail

/// How a transfer ended that curl_easy_perform(), or a multi handle, answered with `code`, for
/// those who keep a loop of their own. Ask before the handle is used again.
///
/// It knows what curl_easy_getinfo() knows, and errs on the safe side. Let libcurl not follow
/// redirects (CURLOPT_FOLLOWLOCATION 0): it does not say which of several requests a failure
/// belongs to, so that after a redirect this says that something was sent, which is right and no
/// help. It says the same of a tunnel that a proxy was asked for and never spoke about. And let
/// libcurl send what must not be sent twice on a new connection (CURLOPT_FRESH_CONNECT 1): on one
/// that was used before, it may have sent it twice by the time it answers. perform() looks closer.
[[nodiscard]] inline Ending ending_of(CURL* handle, CURLcode code) noexcept {
  Marks const now = marks_of(handle);
  Marks then;
  then.follow_ups = now.follow_ups;
  bool const sent = now.request_size > 0 || now.header_size > 0;
  return detail::ending_between(then, now, code, sent);
}

}}}  // namespace oncemore::v1::curl
