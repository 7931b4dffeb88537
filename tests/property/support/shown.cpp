// SPDX-License-Identifier: MIT
#include <ostream>

#include "property/generators.hpp"

namespace oncemore { inline namespace v1 {

void showValue(Milliseconds duration, std::ostream& out) { out << duration.count(); }

void showValue(Outcome outcome, std::ostream& out) {
  if (outcome.is_failure()) {
    out << name(outcome.failure());
  } else {
    out << outcome.status();
  }
}

void showValue(RetryAfter asked, std::ostream& out) {
  if (asked.is_wait()) {
    out << asked.wait().count();
  } else {
    out << name(asked.kind());
  }
}

void showValue(Trail trail, std::ostream& out) {
  out << trail.hops() << " hops" << (trail.moved() ? ", moved" : "")
      << (trail.accepted() ? ", accepted" : "") << (trail.doubtful() ? ", doubtful" : "");
}

void showValue(FailureSet set, std::ostream& out) {
  out << "none";
  for (uint32_t i = 1; name(static_cast<Failure>(i)) != nullptr; ++i) {
    auto const failure = static_cast<Failure>(i);
    if (set.contains(failure)) out << '+' << name(failure);
  }
}

void showValue(StatusSet const& set, std::ostream& out) {
  out << "none";
  for (int32_t status = 400; status <= 600; ++status) {
    if (set.contains(status)) out << '+' << status;
  }
}

void showValue(Backoff const& backoff, std::ostream& out) {
  out << "backoff.initial=" << backoff.initial.count() << " backoff.cap=" << backoff.cap.count()
      << " backoff.floor=" << backoff.floor.count()
      << " backoff.multiplier=" << backoff.multiplier.count()
      << " backoff.jitter=" << name(backoff.jitter) << " backoff.spread=" << backoff.spread.count()
      << " backoff.spread_time=" << backoff.spread_time.count();
}

void showValue(ServerWait const& wait, std::ostream& out) {
  out << "server_wait.mode=" << name(wait.mode) << " server_wait.over_cap=" << name(wait.over_cap)
      << " server_wait.cap=" << wait.cap.count() << " server_wait.spread=" << wait.spread.count();
}

void showValue(Policy const& policy, std::ostream& out) {
  out << "max_attempts=" << policy.max_attempts << " unrepeatable=" << name(policy.unrepeatable)
      << " redirect_proof=" << name(policy.redirect_proof)
      << " redirect_rewrite=" << name(policy.redirect_rewrite)
      << " max_redirects=" << policy.max_redirects << " failures=";
  showValue(policy.failures, out);
  out << " statuses=";
  showValue(policy.statuses, out);
  out << " unprocessed=";
  showValue(policy.unprocessed, out);
  out << " deadline=" << policy.deadline.count()
      << " min_attempt_time=" << policy.min_attempt_time.count() << ' ';
  showValue(policy.backoff, out);
  out << ' ';
  showValue(policy.server_wait, out);
}

void showValue(Attempt const& attempt, std::ostream& out) {
  out << "number=" << attempt.number << " method=" << name(attempt.method) << " outcome=";
  showValue(attempt.outcome, out);
  out << " repeatable=" << name(attempt.repeatable) << " evidence=" << name(attempt.evidence)
      << " body=" << name(attempt.body) << " budget=" << name(attempt.budget)
      << " server_says=" << name(attempt.server_says) << " elapsed=" << attempt.elapsed.count()
      << " previous_delay=" << attempt.previous_delay.count() << " retry_after=";
  showValue(attempt.retry_after, out);
  out << " redirects=";
  showValue(attempt.redirects, out);
  out << " budget_paid=" << attempt.budget_paid.count() << " hold=" << attempt.hold.count();
}

void showValue(Hop const& hop, std::ostream& out) {
  out << "status=" << hop.status << " method=" << name(hop.method)
      << " has_location=" << (hop.has_location ? "yes" : "no") << " body=" << name(hop.body)
      << " retry_after=";
  showValue(hop.retry_after, out);
  out << " elapsed=" << hop.elapsed.count();
}

void showValue(Decision const& decision, std::ostream& out) {
  out << name(decision.verdict) << ' ' << name(decision.reason) << ' ' << decision.delay.count()
      << ' ' << decision.notes.bits();
}

}}  // namespace oncemore::v1
