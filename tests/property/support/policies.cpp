// SPDX-License-Identifier: MIT
#include "picked.hpp"

namespace generators {

using namespace oncemore;

namespace {

Milliseconds of_any_size() { return once_in(2) ? *duration() : *ordinary_duration(); }

ServerWait valid_server_wait() {
  ServerWait wait;
  wait.mode = any_of<ServerWaitMode>();
  wait.over_cap = any_of<OverCap>();
  wait.cap = of_any_size();
  wait.spread = thousandths(below(1001));
  return wait;
}

/// The default and its neighbours: one failure put in that was not, or taken out.
FailureSet failures() {
  auto const one = static_cast<Failure>(1 + below(12));
  return default_failures.contains(one) ? default_failures.without(one)
                                        : default_failures.with(one);
}

/// The same of statuses.
StatusSet statuses() {
  int32_t const one = 400 + static_cast<int32_t>(below(600));
  return default_statuses.contains(one) ? default_statuses.without(one)
                                        : default_statuses.with(one);
}

}  // namespace

Gen<Backoff> valid_backoff() {
  return gen::exec([] {
    Backoff backoff;
    backoff.initial = of_any_size();
    backoff.cap = of_any_size();
    if (once_in(2)) backoff.floor = *ordinary_duration();
    if (backoff.floor > backoff.cap) backoff.floor = backoff.cap;
    backoff.multiplier =
        thousandths(once_in(5) ? one_of<uint32_t>({1000, 1001, UINT32_MAX}) : 1000 + below(4000));
    backoff.jitter = any_of<Jitter>();
    backoff.spread = thousandths(below(1001));
    backoff.spread_time = of_any_size();
    return backoff;
  });
}

Gen<Policy> valid_policy() {
  return gen::exec([] {
    Policy policy;
    policy.max_attempts = once_in(5) ? *number() : 100;
    policy.unrepeatable = any_of<Unrepeatable>();
    policy.redirect_proof = any_of<RedirectProof>();
    policy.redirect_rewrite = any_of<RedirectRewrite>();
    policy.max_redirects = below(20);
    policy.failures = failures();
    policy.statuses = statuses();
    policy.unprocessed =
        one_of({default_unprocessed, StatusSet(), StatusSet(413, 421, 425), StatusSet(500, 700)});
    if (once_in(2)) policy.deadline = *ordinary_duration();
    if (once_in(5)) policy.min_attempt_time = *ordinary_duration();
    policy.backoff = *valid_backoff();
    policy.server_wait = valid_server_wait();
    return policy;
  });
}

Gen<Policy> invalid_policy() {
  return gen::exec([] {
    Policy policy = *valid_policy();
    switch (below(8)) {
      case 0: policy.max_attempts = 0; break;
      case 1: policy.unrepeatable = static_cast<Unrepeatable>(3); break;
      case 2: policy.statuses = policy.statuses.with(302); break;
      case 3: policy.failures = policy.failures.with(Failure::cancelled); break;
      case 4: policy.deadline = Milliseconds(-1); break;
      case 5: policy.backoff.multiplier = thousandths(999); break;
      case 6: policy.backoff.initial = Milliseconds(-1); break;
      default: policy.server_wait.spread = thousandths(1001); break;
    }
    return policy;
  });
}

}  // namespace generators

template class rc::Gen<oncemore::Backoff>;
template class rc::Gen<oncemore::Policy>;
