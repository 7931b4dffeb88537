// SPDX-License-Identifier: MIT
#include <oncemore/method.hpp>

#include <stddef.h>
#include <stdint.h>

#include "given.hpp"
#include "rule.hpp"

using namespace oncemore;
using given::same;

namespace {

/// A line of the IANA HTTP Method Registry.
struct Registered {
  Method method;
  char const* token;
  bool safe;
  bool idempotent;
};

constexpr Registered registry[] = {
    {Method::acl, "ACL", false, true},
    {Method::baseline_control, "BASELINE-CONTROL", false, true},
    {Method::bind, "BIND", false, true},
    {Method::checkin, "CHECKIN", false, true},
    {Method::checkout, "CHECKOUT", false, true},
    {Method::connect, "CONNECT", false, false},
    {Method::copy, "COPY", false, true},
    {Method::delete_, "DELETE", false, true},
    {Method::get, "GET", true, true},
    {Method::head, "HEAD", true, true},
    {Method::label, "LABEL", false, true},
    {Method::link, "LINK", false, true},
    {Method::lock, "LOCK", false, false},
    {Method::merge, "MERGE", false, true},
    {Method::mkactivity, "MKACTIVITY", false, true},
    {Method::mkcalendar, "MKCALENDAR", false, true},
    {Method::mkcol, "MKCOL", false, true},
    {Method::mkredirectref, "MKREDIRECTREF", false, true},
    {Method::mkworkspace, "MKWORKSPACE", false, true},
    {Method::move, "MOVE", false, true},
    {Method::options, "OPTIONS", true, true},
    {Method::orderpatch, "ORDERPATCH", false, true},
    {Method::patch, "PATCH", false, false},
    {Method::post, "POST", false, false},
    {Method::pri, "PRI", true, true},
    {Method::propfind, "PROPFIND", true, true},
    {Method::proppatch, "PROPPATCH", false, true},
    {Method::put, "PUT", false, true},
    {Method::query, "QUERY", true, true},
    {Method::rebind, "REBIND", false, true},
    {Method::report, "REPORT", true, true},
    {Method::search, "SEARCH", true, true},
    {Method::trace, "TRACE", true, true},
    {Method::unbind, "UNBIND", false, true},
    {Method::uncheckout, "UNCHECKOUT", false, true},
    {Method::unlink, "UNLINK", false, true},
    {Method::unlock, "UNLOCK", false, true},
    {Method::update, "UPDATE", false, true},
    {Method::updateredirectref, "UPDATEREDIRECTREF", false, true},
    {Method::version_control, "VERSION-CONTROL", false, true},
};
constexpr size_t registered = sizeof(registry) / sizeof(registry[0]);

constexpr bool names_are_the_tokens() noexcept {
  for (Registered const& row : registry) {
    if (!same(name(row.method), row.token)) return false;
  }
  return true;
}

constexpr bool tokens_are_parsed() noexcept {
  for (Registered const& row : registry) {
    if (parse_method(row.token) != row.method) return false;
  }
  return true;
}

constexpr bool flags_are_the_registrys() noexcept {
  for (Registered const& row : registry) {
    if (is_safe(row.method) != row.safe) return false;
    if (is_idempotent(row.method) != row.idempotent) return false;
  }
  return true;
}

constexpr bool values_go_up_from_1() noexcept {
  for (size_t i = 0; i < registered; ++i) {
    if (static_cast<size_t>(registry[i].method) != i + 1) return false;
  }
  return name(static_cast<Method>(registered + 1)) == nullptr;
}

}  // namespace

RULES(all_40_methods_of_the_registry_are_known) {
  RULE(registered == 40);
  RULE(values_go_up_from_1());
  RULE(names_are_the_tokens());
  RULE(tokens_are_parsed());
}

RULES(safe_and_idempotent_as_registered) {
  RULE(flags_are_the_registrys());
  // The four that are not idempotent, once more by name.
  RULE(!is_idempotent(Method::connect) && !is_idempotent(Method::lock));
  RULE(!is_idempotent(Method::patch) && !is_idempotent(Method::post));
}

// RFC 9110 9.1: a method is a case-sensitive token.
RULES(get_is_not_GET) {
  RULE(parse_method("GET") == Method::get);
  RULE(parse_method("get") == Method::unknown);
  RULE(parse_method("Get") == Method::unknown);
  RULE(parse_method("patch") == Method::unknown);
}

RULES(what_is_no_registered_token_is_unknown) {
  RULE(parse_method("") == Method::unknown);
  RULE(parse_method(nullptr) == Method::unknown);
  RULE(parse_method("GE") == Method::unknown);
  RULE(parse_method("GETS") == Method::unknown);
  RULE(parse_method(" GET") == Method::unknown);
  RULE(parse_method(Text("GET\0", 4)) == Method::unknown);
  RULE(parse_method("FROB") == Method::unknown);
  // Reserved by RFC 9110 18.2, and no method.
  RULE(parse_method("*") == Method::unknown);
  RULE(parse_method("unknown") == Method::unknown);
}

RULES(an_unknown_method_is_neither_safe_nor_idempotent) {
  RULE(!is_safe(Method::unknown));
  RULE(!is_idempotent(Method::unknown));
  RULE(same(name(Method::unknown), "unknown"));
}

RULES(a_number_that_names_no_method_promises_nothing) {
  RULE(!is_safe(Method{41}) && !is_idempotent(Method{41}));
  RULE(!is_safe(Method{UINT32_MAX}) && !is_idempotent(Method{UINT32_MAX}));
  RULE(name(Method{UINT32_MAX}) == nullptr);
}

RULES(parsing_a_method_never_throws) {
  RULE(noexcept(parse_method("GET"))&& noexcept(is_idempotent(Method::get)));
}
