// SPDX-License-Identifier: MIT
#pragma once

#include <curl/curl.h>
#include <stdint.h>

#include <oncemore/oncemore.hpp>

namespace oncemore { inline namespace v1 { namespace curl {

/// How far a transfer has come, as curl_easy_getinfo() counts since curl_easy_perform() began. The
/// counts go on over redirects, so that two of them, one taken when a request was about to be
/// written, say what happened to that request.
struct Marks {
  int32_t status = 0;        ///< of the last response, 1xx included; 0 before there was one
  int64_t request_size = 0;  ///< octets of requests written, those to a proxy included
  int64_t header_size = 0;   ///< octets of status lines and fields received
  int64_t connections = 0;   ///< connections made, to a proxy or a server
  int64_t follow_ups = 0;    ///< redirects followed, and rounds of authentication
  int64_t name_known = 0;    ///< microseconds until an address was known; 0 if none was
  int32_t proxy_status = 0;  ///< of the proxy's last answer to CONNECT; 0 before there was one
  int64_t system_error = 0;  ///< of the last connection that failed; 0 if none was tried
};

namespace detail {

[[nodiscard]] inline int64_t long_info(CURL* handle, CURLINFO info) noexcept {
  long value = 0;
  return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}

[[nodiscard]] inline int64_t wide_info(CURL* handle, CURLINFO info) noexcept {
  curl_off_t value = 0;
  return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}

[[nodiscard]] inline char const* text_info(CURL* handle, CURLINFO info) noexcept {
  char* value = nullptr;
  return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : nullptr;
}

}  // namespace detail

[[nodiscard]] inline Marks marks_of(CURL* handle) noexcept {
  Marks marks;
  marks.status = Status(detail::long_info(handle, CURLINFO_RESPONSE_CODE));
  marks.request_size = detail::long_info(handle, CURLINFO_REQUEST_SIZE);
  marks.header_size = detail::long_info(handle, CURLINFO_HEADER_SIZE);
  marks.connections = detail::long_info(handle, CURLINFO_NUM_CONNECTS);
  marks.follow_ups = detail::long_info(handle, CURLINFO_REDIRECT_COUNT);
  marks.name_known = detail::wide_info(handle, CURLINFO_NAMELOOKUP_TIME_T);
  marks.proxy_status = Status(detail::long_info(handle, CURLINFO_HTTP_CONNECTCODE));
  marks.system_error = detail::long_info(handle, CURLINFO_OS_ERRNO);
  return marks;
}

}}}  // namespace oncemore::v1::curl
