// SPDX-License-Identifier: MIT
#include "cases.hpp"
#include "support/picked.hpp"

using namespace oncemore;
using namespace generators;
using namespace cases;

PROPERTY(Follow, a_hop_comes_when_the_server_asked) {
  Followed const it;
  bool const asked =
      it.hop.retry_after.is_wait() && it.policy.server_wait.mode != ServerWaitMode::ignore;
  Milliseconds const wait = asked ? it.hop.retry_after.wait() : Milliseconds();
  bool const clamped = wait > it.policy.server_wait.cap;
  RC_ASSERT(it.answer.delay == (clamped ? it.policy.server_wait.cap : wait));
  RC_ASSERT(!clamped || it.policy.server_wait.over_cap == OverCap::clamp);
}

PROPERTY(Follow, hops_are_never_more_than_allowed) {
  Followed const it;
  RC_ASSERT(it.trail.hops() < it.policy.max_redirects);
}

PROPERTY(Follow, a_hop_never_reaches_the_deadline) {
  Followed it;
  it.policy.deadline = *ordinary_duration().as("deadline");
  HopDecision const answer = follow(it.policy, it.trail, it.hop);
  Milliseconds const then = it.hop.elapsed + it.answer.delay + it.policy.min_attempt_time;
  RC_CLASSIFY(answer.follows(), "in time");
  RC_ASSERT(answer.follows() == (then < it.policy.deadline));
}

PROPERTY(Follow, a_body_that_is_gone_is_never_carried) {
  Followed it;
  it.hop.body = Body::consumed;
  HopDecision const answer = follow(it.policy, it.trail, it.hop);
  RC_CLASSIFY(answer.follows(), "dropped");
  RC_ASSERT(answer.follows() == (it.answer.body == NextBody::drop));
}

PROPERTY(Follow, a_stop_changes_nothing) {
  HopCase const it;
  if (it.answer.follows()) return;
  RC_ASSERT(it.answer.method == NextMethod::keep);
  RC_ASSERT(it.answer.body == NextBody::keep);
}

// A client that goes by follow() and the trail repeats no POST that became a GET.
PROPERTY(Follow, a_rewritten_method_is_proof) {
  Followed const it;
  bool const rewritten = it.answer.method == NextMethod::get;
  char const* const before = name(it.hop.method);
  Trail const after = Trail().followed(it.hop.status, before, rewritten ? "GET" : before);
  RC_CLASSIFY(rewritten, "rewritten");
  RC_ASSERT(after.accepted() == (rewritten || it.hop.status == 303));
}

// The trail that a loop carries along counts what follow() allowed, over all attempts.
PROPERTY(Follow, a_call_never_follows_more_hops_than_allowed) {
  Policy policy;
  policy.max_redirects = below(20);
  uint64_t const again = *random_bits().as("which responses begin a new attempt");
  Hop hop;
  hop.status = 302;
  hop.method = Method::get;
  hop.has_location = true;
  Trail trail;
  uint32_t followed = 0;
  for (int response = 0; response < 40; ++response) {
    if ((again >> response & 1) != 0) trail = trail.sent_again();
    if (!follow(policy, trail, hop).follows()) continue;
    trail = trail.followed(hop.status, "GET", "GET");
    ++followed;
  }
  RC_ASSERT(followed == std::min<uint32_t>(policy.max_redirects, 40));
}
