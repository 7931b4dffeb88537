// SPDX-License-Identifier: MIT
#include <oncemore/evidence.hpp>

#include <stdint.h>

#include "given.hpp"
#include "rule.hpp"

using namespace oncemore;

namespace {

constexpr Evidence of(int32_t status) noexcept { return evidence_of(status, default_unprocessed); }

constexpr StatusSet guaranteed{413, 421, 425};

}  // namespace

RULES(evidence_names) {
  NAMED(Evidence, by_outcome);
  NAMED(Evidence, never_sent);
  NAMED(Evidence, not_processed);
  NAMED(Evidence, unknown);
  NAMED(Evidence, processed);
  constexpr Evidence all[] = {Evidence::by_outcome, Evidence::never_sent, Evidence::not_processed,
                              Evidence::unknown, Evidence::processed};
  RULE(given::are_all(all));
}

RULES(no_byte_of_the_request_left) {
  RULE(evidence_of(Failure::name_resolution) == Evidence::never_sent);
  RULE(evidence_of(Failure::connect) == Evidence::never_sent);
  RULE(evidence_of(Failure::tls_handshake) == Evidence::never_sent);
  RULE(evidence_of(Failure::not_sent) == Evidence::never_sent);
  RULE(evidence_of(Failure::tls_certificate) == Evidence::never_sent);
}

// RFC 9113 8.7, RFC 9114 4.1.1: such a request has not failed, and may be sent again.
RULES(a_rejected_stream_was_not_processed) {
  RULE(evidence_of(Failure::rejected) == Evidence::not_processed);
}

RULES(a_failure_after_the_first_byte_leaves_it_open) {
  RULE(evidence_of(Failure::send) == Evidence::unknown);
  RULE(evidence_of(Failure::timeout) == Evidence::unknown);
  RULE(evidence_of(Failure::connection_lost) == Evidence::unknown);
  RULE(evidence_of(Failure::bad_response) == Evidence::unknown);
  RULE(evidence_of(Failure::redirect_limit) == Evidence::unknown);
  RULE(evidence_of(Failure::other) == Evidence::unknown);
  RULE(evidence_of(Failure::cancelled) == Evidence::unknown);
  RULE(evidence_of(Failure{14}) == Evidence::unknown);
}

RULES(success_and_303_were_processed) {
  RULE(of(200) == Evidence::processed && of(201) == Evidence::processed);
  RULE(of(299) == Evidence::processed);
  RULE(of(303) == Evidence::processed);
}

RULES(a_status_that_says_so_was_not_processed) {
  RULE(of(413) == Evidence::not_processed && of(421) == Evidence::not_processed);
  RULE(of(425) == Evidence::not_processed && of(429) == Evidence::not_processed);
}

RULES(every_other_status_leaves_it_open) {
  RULE(of(500) == Evidence::unknown && of(502) == Evidence::unknown);
  RULE(of(503) == Evidence::unknown && of(504) == Evidence::unknown &&
       of(520) == Evidence::unknown);
  RULE(of(302) == Evidence::unknown && of(307) == Evidence::unknown);
  RULE(of(199) == Evidence::unknown && of(300) == Evidence::unknown);
  RULE(of(304) == Evidence::unknown && of(101) == Evidence::unknown);
  RULE(of(400) == Evidence::unknown && of(408) == Evidence::unknown);
  RULE(of(0) == Evidence::unknown && of(INT32_MIN) == Evidence::unknown);
}

// A service may pass on a 429 from behind a half-done job, or answer 503 before anything is done.
RULES(the_policy_says_which_statuses_are_unprocessed) {
  RULE(evidence_of(503, guaranteed) == Evidence::unknown);
  RULE(evidence_of(429, guaranteed) == Evidence::unknown);
  RULE(evidence_of(503, default_unprocessed.with(503)) == Evidence::not_processed);
  RULE(evidence_of(421, guaranteed) == Evidence::not_processed);
  RULE(evidence_of(500, StatusSet(500)) == Evidence::not_processed);
  RULE(evidence_of(777, StatusSet(600)) == Evidence::not_processed);
}

RULES(an_outcome_is_asked_by_what_it_is) {
  RULE(evidence_of(Outcome(429), default_unprocessed) == Evidence::not_processed);
  RULE(evidence_of(Outcome(Failure::connect), default_unprocessed) == Evidence::never_sent);
  RULE(evidence_of(Outcome(Failure::timeout), default_unprocessed) == Evidence::unknown);
  RULE(evidence_of(Outcome(), default_unprocessed) == Evidence::unknown);
}
