// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>

#include "limits.hpp"
#include "picked.hpp"
#include "property/cases.hpp"

namespace cases {

using namespace generators;
using namespace oncemore;

namespace {

/// Makes of it what no hop can be.
void spoil(HopCase& it) {
  switch (below(4)) {
    case 0: it.hop.elapsed = Milliseconds(-1); break;
    case 1: it.hop.retry_after = RetryAfter(Milliseconds(-1)); break;
    case 2: it.hop.method = static_cast<Method>(UINT16_MAX); break;
    default: it.trail = Trail::from_raw(1, 8); break;
  }
}

/// Makes it a hop whose method and body stay.
void keep_the_body(Hop& hop) {
  hop.status = 307;
  if (hop.method == Method::connect) hop.method = Method::put;
}

/// What lets this reason decide, given that no earlier one does.
void put(Reason wanted, HopCase& it) {
  switch (wanted) {
    case Reason::invalid_attempt: spoil(it); break;
    case Reason::invalid_policy: it.policy = *invalid_policy(); break;
    case Reason::not_a_redirect: it.hop.status = one_of({300, 200, 304, 503}); break;
    case Reason::no_location: it.hop.has_location = false; break;
    case Reason::redirect_limit: it.policy.max_redirects = below(it.trail.hops() + 1); break;
    case Reason::body_consumed:
      keep_the_body(it.hop);
      it.hop.body = Body::consumed;
      break;
    case Reason::server_wait_too_long:
      it.hop.retry_after = make_too_long(it.policy.server_wait);
      break;
    case Reason::deadline:
      it.policy.deadline = deadline_before(it.policy, it.hop.elapsed, it.answer.delay);
      break;
    default: RC_FAIL("follow() knows no such reason");
  }
}

/// Takes away what let this reason decide.
void take_away(Reason reason, HopCase& it) {
  switch (reason) {
    case Reason::not_a_redirect: keep_the_body(it.hop); break;
    case Reason::no_location: it.hop.has_location = true; break;
    case Reason::redirect_limit: it.policy.max_redirects = it.trail.hops() + 1; break;
    case Reason::body_consumed: it.hop.body = Body::replayable; break;
    case Reason::server_wait_too_long: it.policy.server_wait.cap = it.hop.retry_after.wait(); break;
    case Reason::deadline: it.policy.deadline = Milliseconds::largest(); break;
    default: RC_FAIL("a case is valid until it is spoilt");
  }
}

/// In the order of the rules.
constexpr Reason order[] = {
    Reason::invalid_attempt,      Reason::invalid_policy, Reason::not_a_redirect,
    Reason::no_location,          Reason::redirect_limit, Reason::body_consumed,
    Reason::server_wait_too_long, Reason::deadline,       Reason::follow};

bool decides_before(Reason a, Reason b) {
  return std::find(std::begin(order), std::end(order), a) <
         std::find(std::begin(order), std::end(order), b);
}

}  // namespace

void bring_to(Reason wanted, HopCase& it) {
  for (int steps = 0; it.reason() != wanted; ++steps) {
    RC_ASSERT(steps < 40);
    if (decides_before(it.reason(), wanted)) {
      take_away(it.reason(), it);
    } else {
      put(wanted, it);
    }
    it.decide_again();
  }
}

Followed::Followed() { bring_to(Reason::follow, *this); }

}  // namespace cases
