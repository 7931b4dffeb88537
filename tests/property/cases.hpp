// SPDX-License-Identifier: MIT
#pragma once

#include "generators.hpp"

// Questions to the core with their answers, to be made inside of a property.
namespace cases {

/// One question to decide().
struct Case {
  oncemore::Policy policy = *generators::valid_policy().as("policy");
  oncemore::Attempt attempt = *generators::possible_attempt().as("attempt");
  uint64_t random = *generators::random_bits().as("random");
  oncemore::Decision decision = decide(policy, attempt, random);

  oncemore::Reason reason() const { return decision.reason; }
  void decide_again() { decision = decide(policy, attempt, random); }
};

/// One question to follow().
struct HopCase {
  oncemore::Policy policy = *generators::valid_policy().as("policy");
  oncemore::Trail trail = *generators::trail().as("trail");
  oncemore::Hop hop = *generators::possible_hop().as("hop");
  oncemore::HopDecision answer = follow(policy, trail, hop);

  oncemore::Reason reason() const { return answer.reason; }
  void decide_again() { answer = follow(policy, trail, hop); }
};

/// Changes a case until it is decided for this reason: takes away what decides earlier, one thing
/// after the other, and puts there what the reason wants. All else stays as chance made it.
void bring_to(oncemore::Reason wanted, Case& it);
void bring_to(oncemore::Reason wanted, HopCase& it);

/// A case that is a retry, of a status or of a failure as it came.
struct Retry : Case {
  Retry();
};

/// A hop that is followed.
struct Followed : HopCase {
  Followed();
};

}  // namespace cases
