// SPDX-License-Identifier: MIT
#pragma once

#include <curl/curl.h>

#include <oncemore/failure.hpp>

#if LIBCURL_VERSION_NUM < 0x075400
#error "oncemore: the adapter needs libcurl 7.84.0 or later, which can show all Retry-After lines"
#endif

namespace oncemore { inline namespace v1 { namespace curl {

/// What the code alone says. `none` for CURLE_OK; `other` for what says nothing of the network: a
/// wrong option or file, the caller's own read or write function, a protocol that is not HTTP, a
/// code younger than this header.
///
/// The code is not the whole story: CURLE_SSL_CONNECT_ERROR also comes when the server breaks off
/// after the request, and CURLE_RECV_ERROR when the proxy opens no tunnel. ending_of() knows more.
[[nodiscard]] constexpr Failure failure_of(CURLcode code) noexcept {
  switch (code) {
    case CURLE_OK: return Failure::none;
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_RESOLVE_HOST: return Failure::name_resolution;
    case CURLE_COULDNT_CONNECT:
    case CURLE_INTERFACE_FAILED:
    case CURLE_QUIC_CONNECT_ERROR:
    case CURLE_PROXY: return Failure::connect;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CLIENTCERT: return Failure::tls_handshake;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
    case CURLE_SSL_INVALIDCERTSTATUS: return Failure::tls_certificate;
    case CURLE_NO_CONNECTION_AVAILABLE: return Failure::not_sent;
    case CURLE_SEND_ERROR: return Failure::send;
    case CURLE_OPERATION_TIMEDOUT: return Failure::timeout;
    case CURLE_RECV_ERROR:
    case CURLE_GOT_NOTHING:
    case CURLE_PARTIAL_FILE:
    case CURLE_HTTP2_STREAM: return Failure::connection_lost;
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_BAD_CONTENT_ENCODING:
    case CURLE_HTTP2:
    case CURLE_HTTP3: return Failure::bad_response;
    case CURLE_TOO_MANY_REDIRECTS: return Failure::redirect_limit;
    case CURLE_ABORTED_BY_CALLBACK: return Failure::cancelled;
    default: return Failure::other;
  }
}

}}}  // namespace oncemore::v1::curl
