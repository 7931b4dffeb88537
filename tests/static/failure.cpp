// SPDX-License-Identifier: MIT
#include <oncemore/failure.hpp>

#include <stdint.h>

#include "given.hpp"
#include "rule.hpp"

using namespace oncemore;

namespace {

constexpr Failure all[] = {
    Failure::none,     Failure::name_resolution, Failure::connect,      Failure::tls_handshake,
    Failure::not_sent, Failure::tls_certificate, Failure::rejected,     Failure::send,
    Failure::timeout,  Failure::connection_lost, Failure::bad_response, Failure::redirect_limit,
    Failure::other,    Failure::cancelled};
constexpr Failure no_such{14};

}  // namespace

RULES(failure_names) {
  NAMED(Failure, none);
  NAMED(Failure, name_resolution);
  NAMED(Failure, connect);
  NAMED(Failure, tls_handshake);
  NAMED(Failure, not_sent);
  NAMED(Failure, tls_certificate);
  NAMED(Failure, rejected);
  NAMED(Failure, send);
  NAMED(Failure, timeout);
  NAMED(Failure, connection_lost);
  NAMED(Failure, bad_response);
  NAMED(Failure, redirect_limit);
  NAMED(Failure, other);
  NAMED(Failure, cancelled);
  RULE(given::are_all(all));
  RULE(name(Failure{UINT32_MAX}) == nullptr);
}

// What says nothing against a second try. Whether it may be made is the evidence's affair.
RULES(default_failures_are_those_worth_a_second_try) {
  RULE(default_failures.contains(Failure::name_resolution));
  RULE(default_failures.contains(Failure::connect));
  RULE(default_failures.contains(Failure::tls_handshake));
  RULE(default_failures.contains(Failure::not_sent));
  RULE(default_failures.contains(Failure::rejected));
  RULE(default_failures.contains(Failure::send));
  RULE(default_failures.contains(Failure::timeout));
  RULE(default_failures.contains(Failure::connection_lost));
  RULE(default_failures.contains(Failure::bad_response));
  RULE(default_failures.valid());
}

RULES(default_failures_lack_what_will_not_get_better) {
  RULE(!default_failures.contains(Failure::none));
  RULE(!default_failures.contains(Failure::tls_certificate));
  RULE(!default_failures.contains(Failure::redirect_limit));
  RULE(!default_failures.contains(Failure::other));
  RULE(!default_failures.contains(Failure::cancelled));
}

RULES(a_failure_set_has_what_was_put_in) {
  RULE(!FailureSet().contains(Failure::timeout));
  RULE(FailureSet(Failure::timeout).contains(Failure::timeout));
  RULE(!FailureSet(Failure::timeout).contains(Failure::send));
  RULE(FailureSet(Failure::timeout, Failure::send).contains(Failure::send));
  RULE(FailureSet().with(Failure::other).contains(Failure::other));
  RULE(!default_failures.without(Failure::timeout).contains(Failure::timeout));
  RULE(default_failures.without(Failure::timeout).contains(Failure::send));
  RULE(default_failures.without(Failure::timeout).with(Failure::timeout) == default_failures);
  RULE(default_failures.with(Failure::timeout) == default_failures);
  RULE(FailureSet().without(Failure::timeout) == FailureSet());
}

RULES(with_and_without_leave_the_set_itself_alone) {
  constexpr FailureSet set(Failure::timeout);
  RULE(set.with(Failure::send) != set);
  RULE(set.without(Failure::timeout) != set);
  RULE(set == FailureSet(Failure::timeout));
}

RULES(every_failure_but_cancelled_may_be_in) {
  RULE(FailureSet().valid());
  RULE(FailureSet(Failure::name_resolution, Failure::connect, Failure::tls_handshake).valid());
  RULE(FailureSet(Failure::not_sent, Failure::tls_certificate, Failure::rejected).valid());
  RULE(FailureSet(Failure::send, Failure::timeout, Failure::connection_lost).valid());
  RULE(FailureSet(Failure::bad_response, Failure::redirect_limit, Failure::other).valid());
}

RULES(what_the_caller_ended_can_be_in_no_valid_set) {
  RULE(!FailureSet(Failure::cancelled).valid());
  RULE(!default_failures.with(Failure::cancelled).valid());
  RULE(default_failures.without(Failure::cancelled).valid());
  RULE(default_failures.without(Failure::cancelled) == default_failures);
}

RULES(naming_no_failure_makes_a_set_invalid_for_good) {
  RULE(!FailureSet(Failure::none).valid());
  RULE(!FailureSet(no_such).valid());
  RULE(!FailureSet(Failure{UINT32_MAX}).valid());
  RULE(!default_failures.with(no_such).valid());
  RULE(!default_failures.without(no_such).valid());
  RULE(!default_failures.without(Failure::none).valid());
  RULE(!default_failures.with(no_such).without(no_such).valid());
  RULE(!FailureSet(Failure{32}).contains(Failure::none));
  RULE(!FailureSet(no_such).contains(no_such));
  // 32 and 33 have the low bits of 0 and 1.
  RULE(!FailureSet(Failure{33}).contains(Failure::name_resolution));
}

RULES(a_failure_set_goes_through_its_number) {
  RULE(FailureSet::from_bits(default_failures.bits()) == default_failures);
  RULE(FailureSet::from_bits(0) == FailureSet());
  RULE(!FailureSet::from_bits(UINT32_MAX).valid());
  RULE(!FailureSet::from_bits(default_failures.with(no_such).bits()).valid());
}
