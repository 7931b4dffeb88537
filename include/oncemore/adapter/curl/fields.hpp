// SPDX-License-Identifier: MIT
#pragma once

#include <curl/curl.h>
#include <stddef.h>

#include <memory>
#include <new>
#include <string>

#include <oncemore/oncemore.hpp>

namespace oncemore { inline namespace v1 { namespace curl {

/// The number that curl_easy_header() gives the last request of a transfer.
inline constexpr int last_request = -1;

namespace detail {

/// The value of a field; absent if it is not there.
[[nodiscard]] inline Text field_value(CURL* handle, char const* name, unsigned origin,
                                      int request) noexcept {
  curl_header* found = nullptr;
  bool const there = curl_easy_header(handle, name, 0, origin, request, &found) == CURLHE_OK;
  return there ? Text(found->value) : Text();
}

}  // namespace detail

/// The Retry-After of a response, or of a proxy's refusal to open a tunnel: every line of it, each
/// parsed by itself, the longest wait taken. `now` is the wall clock when the response came; a date
/// is compared with the response's own Date, if that is no cache's (reference_time()). `request`
/// counts the requests of the transfer from 0. CURLINFO_RETRY_AFTER is not asked: it takes the last
/// line, in libcurl's own grammar, and for it 0, nonsense and none are the same.
[[nodiscard]] inline RetryAfter retry_after_of(CURL* handle, Instant now,
                                               Grammar grammar = Grammar::lenient,
                                               int request = last_request) noexcept {
  constexpr unsigned either = CURLH_HEADER | CURLH_CONNECT;
  RetryAfter longest;
  curl_header* line = nullptr;  // of the handle, which has one such struct
  for (size_t index = 0;
       curl_easy_header(handle, "Retry-After", index, either, request, &line) == CURLHE_OK;
       ++index) {
    Text const value(line->value);
    unsigned const origin = line->origin & either;
    Text const date = detail::field_value(handle, "Date", origin, request);
    Text const age = detail::field_value(handle, "Age", origin, request);
    Instant const reference = reference_time(date, age, now);
    longest = combined(longest, parse_retry_after(value, reference, grammar));
  }
  return longest;
}

namespace detail {

struct FreeFields {
  void operator()(curl_slist* list) const noexcept { curl_slist_free_all(list); }
};
using Fields = std::unique_ptr<curl_slist, FreeFields>;

/// Whether a line of CURLOPT_HTTPHEADER, `Name: value`, begins with this.
[[nodiscard]] inline bool is_field_like(Text line, Text start) noexcept {
  return line.size() > start.size() &&
         oncemore::detail::equal_in_any_case(Text(line.data(), start.size()), start);
}

/// Whether it has this name.
[[nodiscard]] inline bool is_field(Text line, Text name) noexcept {
  return is_field_like(line, name) && line[name.size()] == ':';
}

/// Whether the request carries the field with a value; libcurl takes `Name:` as "leave it out".
[[nodiscard]] inline bool carries(curl_slist const* fields, Text name) noexcept {
  for (; fields != nullptr; fields = fields->next) {
    Text const line(fields->data);
    if (!is_field(line, name)) continue;
    for (size_t i = name.size() + 1; i < line.size(); ++i) {
      if (!oncemore::detail::is_blank(line[i])) return true;
    }
  }
  return false;
}

inline void append(Fields& fields, char const* line) {
  curl_slist* const longer_list = curl_slist_append(fields.get(), line);
  if (longer_list == nullptr) throw std::bad_alloc();
  static_cast<void>(fields.release());
  fields.reset(longer_list);
}

/// The fields but for those of which this is true.
template <class Condition>
[[nodiscard]] Fields without(curl_slist const* fields, Condition condition) {
  Fields result;
  for (; fields != nullptr; fields = fields->next) {
    if (!condition(Text(fields->data))) append(result, fields->data);
  }
  return result;
}

/// The fields with this one set to a value, whatever it was before; null: without it.
[[nodiscard]] inline Fields with_field(curl_slist const* fields, char const* name,
                                       char const* value) {
  Fields result = without(fields, [name](Text line) { return is_field(line, name); });
  if (value != nullptr) append(result, (std::string(name) + ": " + value).c_str());
  return result;
}

}  // namespace detail

}}}  // namespace oncemore::v1::curl
