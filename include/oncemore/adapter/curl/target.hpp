// SPDX-License-Identifier: MIT
#pragma once

#include <curl/curl.h>

#include <memory>
#include <string>

namespace oncemore { inline namespace v1 { namespace curl { namespace detail {

/// The URL without user information, query and fragment, where secrets are; nothing if it is none.
[[nodiscard]] inline std::string without_secrets(char const* url) {
  std::unique_ptr<CURLU, decltype(&curl_url_cleanup)> const parts(curl_url(), curl_url_cleanup);
  unsigned constexpr any_scheme = CURLU_NON_SUPPORT_SCHEME | CURLU_GUESS_SCHEME;
  if (curl_url_set(parts.get(), CURLUPART_URL, url, any_scheme) != CURLUE_OK) return {};
  for (CURLUPart const part : {CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS,
                               CURLUPART_QUERY, CURLUPART_FRAGMENT}) {
    curl_url_set(parts.get(), part, nullptr, 0);
  }
  char* text = nullptr;
  if (curl_url_get(parts.get(), CURLUPART_URL, &text, 0) != CURLUE_OK) return {};
  std::unique_ptr<char, decltype(&curl_free)> const owned(text, curl_free);
  return text;
}

}}}}  // namespace oncemore::v1::curl::detail
