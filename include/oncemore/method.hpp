// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

#include <oncemore/text.hpp>

namespace oncemore { inline namespace v1 {

/// A request method: the 40 of the IANA HTTP Method Registry, or `unknown`. Any token may be a
/// method; one that is not registered is taken for neither safe nor idempotent.
// clang-format off
enum class Method : uint32_t {
  unknown = 0,            acl = 1,                baseline_control = 2,   bind = 3,
  checkin = 4,            checkout = 5,           connect = 6,            copy = 7,
  delete_ = 8,            get = 9,                head = 10,              label = 11,
  link = 12,              lock = 13,              merge = 14,             mkactivity = 15,
  mkcalendar = 16,        mkcol = 17,             mkredirectref = 18,     mkworkspace = 19,
  move = 20,              options = 21,           orderpatch = 22,        patch = 23,
  post = 24,              pri = 25,               propfind = 26,          proppatch = 27,
  put = 28,               query = 29,             rebind = 30,            report = 31,
  search = 32,            trace = 33,             unbind = 34,            uncheckout = 35,
  unlink = 36,            unlock = 37,            update = 38,            updateredirectref = 39,
  version_control = 40,
};
// clang-format on

namespace detail {
// clang-format off
inline constexpr Text method_names[] = {
    "unknown", "ACL", "BASELINE-CONTROL", "BIND", "CHECKIN", "CHECKOUT", "CONNECT", "COPY",
    "DELETE", "GET", "HEAD", "LABEL", "LINK", "LOCK", "MERGE", "MKACTIVITY", "MKCALENDAR", "MKCOL",
    "MKREDIRECTREF", "MKWORKSPACE", "MOVE", "OPTIONS", "ORDERPATCH", "PATCH", "POST", "PRI",
    "PROPFIND", "PROPPATCH", "PUT", "QUERY", "REBIND", "REPORT", "SEARCH", "TRACE", "UNBIND",
    "UNCHECKOUT", "UNLINK", "UNLOCK", "UPDATE", "UPDATEREDIRECTREF", "VERSION-CONTROL"};
// clang-format on
}  // namespace detail

/// The token of a method as it is sent, `DELETE` for Method::delete_; `unknown` for the unknown
/// one; null for a number that names none.
[[nodiscard]] constexpr char const* name(Method method) noexcept {
  return detail::name_in(detail::method_names, method);
}

/// The method of a token, compared octet by octet: methods are case-sensitive (RFC 9110 9.1), so
/// `get` is unknown.
[[nodiscard]] constexpr Method parse_method(Text token) noexcept {
  for (uint32_t i = 1; i <= static_cast<uint32_t>(Method::version_control); ++i) {
    if (token == detail::method_names[i]) return static_cast<Method>(i);
  }
  return Method::unknown;
}

/// Whether the client asks for no change of state (RFC 9110 9.2.1 and the registry).
[[nodiscard]] constexpr bool is_safe(Method method) noexcept {
  switch (method) {
    case Method::get:
    case Method::head:
    case Method::options:
    case Method::pri:
    case Method::propfind:
    case Method::query:  // RFC 10008
    case Method::report:
    case Method::search:
    case Method::trace: return true;
    default: return false;
  }
}

/// Whether sending the request twice asks for the same as sending it once (RFC 9110 9.2.2 and the
/// registry, which has just four methods that are not idempotent). An unknown one is not.
[[nodiscard]] constexpr bool is_idempotent(Method method) noexcept {
  switch (method) {
    case Method::unknown:
    case Method::connect:
    case Method::lock:
    case Method::patch:
    case Method::post: return false;
    default: return method <= Method::version_control;
  }
}

}}  // namespace oncemore::v1
