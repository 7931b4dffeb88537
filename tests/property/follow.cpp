// SPDX-License-Identifier: MIT
#include "generators.hpp"

using namespace oncemore;
using namespace generators;

namespace {

struct Case {
  Policy policy = *valid_policy().as("policy");
  Trail trail = *generators::trail().as("trail");
  Hop hop = *possible_hop().as("hop");
  HopDecision answer = follow(policy, trail, hop);
};

}  // namespace

RC_GTEST_PROP(Follow, a_hop_never_comes_earlier_than_the_server_asked, ()) {
  Case const it;
  RC_PRE(it.answer.follows() && it.hop.retry_after.is_wait());
  RC_PRE(it.policy.server_wait.mode != ServerWaitMode::ignore);
  Milliseconds const asked = it.hop.retry_after.wait();
  bool const clamped = asked > it.policy.server_wait.cap;
  RC_ASSERT(it.answer.wait == (clamped ? it.policy.server_wait.cap : asked));
  RC_ASSERT(!clamped || it.policy.server_wait.over_cap == OverCap::clamp);
}

RC_GTEST_PROP(Follow, hops_are_never_more_than_allowed, ()) {
  Case const it;
  RC_PRE(it.answer.follows());
  RC_ASSERT(it.trail.hops() < it.policy.max_redirects);
}

RC_GTEST_PROP(Follow, a_hop_never_reaches_the_deadline, ()) {
  Case const it;
  RC_PRE(it.answer.follows() && it.policy.deadline != Milliseconds::largest());
  RC_ASSERT(it.hop.elapsed + it.answer.wait + it.policy.min_attempt_time < it.policy.deadline);
}

RC_GTEST_PROP(Follow, a_body_that_is_gone_is_never_carried, ()) {
  Case const it;
  RC_PRE(it.answer.follows() && it.hop.body == Body::consumed);
  RC_ASSERT(it.answer.body == NextBody::drop);
}

RC_GTEST_PROP(Follow, a_stop_changes_nothing, ()) {
  Case const it;
  RC_PRE(!it.answer.follows());
  RC_ASSERT(it.answer.method == NextMethod::keep);
  RC_ASSERT(it.answer.body == NextBody::keep);
}

// A method that changed is proof; a client that goes by follow() and the trail repeats no POST that
// became a GET.
RC_GTEST_PROP(Follow, a_rewritten_method_is_proof, ()) {
  Case const it;
  RC_PRE(it.answer.follows() && it.answer.method == NextMethod::get);
  Trail const after = it.trail.followed(it.hop.status, name(it.hop.method), "GET");
  RC_ASSERT(after.accepted());
}
