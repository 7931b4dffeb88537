// SPDX-License-Identifier: MIT
// A program that retries libcurl: nobody listens there.
#include <oncemore/adapter/curl.hpp>

int main() {
  oncemore::Policy policy;
  policy.max_attempts = 2;
  policy.backoff.initial = oncemore::Milliseconds(1);
  CURL* const handle = curl_easy_init();
  curl_easy_setopt(handle, CURLOPT_URL, "http://127.0.0.1:1/");
  curl_easy_setopt(handle, CURLOPT_PROXY, "");
  auto const result = oncemore::curl::perform(handle, policy);
  curl_easy_cleanup(handle);
  return result.code == CURLE_COULDNT_CONNECT && result.last->attempt.number == 2 ? 0 : 1;
}
