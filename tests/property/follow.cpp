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

/// Takes away what stops a case, one obstacle after the other, until the hop is followed.
struct Followed : Case {
  Followed() {
    while (!answer.follows()) {
      mend();
      HopDecision const next = follow(policy, trail, hop);
      RC_ASSERT(next.reason != answer.reason || next.follows());
      answer = next;
    }
  }

 private:
  void mend() {
    switch (answer.reason) {
      case Reason::not_a_redirect:
        hop.status = 302;
        hop.method = Method::post;
        break;
      case Reason::no_location: hop.has_location = true; break;
      case Reason::redirect_limit: policy.max_redirects = trail.hops() + 1; break;
      case Reason::body_consumed: hop.body = Body::replayable; break;
      case Reason::server_wait_too_long: policy.server_wait.cap = hop.retry_after.wait(); break;
      default: policy.deadline = Milliseconds::largest(); break;
    }
  }
};

}  // namespace

RC_GTEST_PROP(Follow, a_hop_comes_when_the_server_asked, ()) {
  Followed const it;
  bool const asked =
      it.hop.retry_after.is_wait() && it.policy.server_wait.mode != ServerWaitMode::ignore;
  Milliseconds const wait = asked ? it.hop.retry_after.wait() : Milliseconds();
  bool const clamped = wait > it.policy.server_wait.cap;
  RC_ASSERT(it.answer.wait == (clamped ? it.policy.server_wait.cap : wait));
  RC_ASSERT(!clamped || it.policy.server_wait.over_cap == OverCap::clamp);
}

RC_GTEST_PROP(Follow, hops_are_never_more_than_allowed, ()) {
  Followed const it;
  RC_ASSERT(it.trail.hops() < it.policy.max_redirects);
}

RC_GTEST_PROP(Follow, a_hop_never_reaches_the_deadline, ()) {
  Followed it;
  it.policy.deadline = *ordinary_duration().as("deadline");
  HopDecision const answer = follow(it.policy, it.trail, it.hop);
  Milliseconds const then = it.hop.elapsed + it.answer.wait + it.policy.min_attempt_time;
  RC_CLASSIFY(answer.follows(), "in time");
  RC_ASSERT(answer.follows() == (then < it.policy.deadline));
}

RC_GTEST_PROP(Follow, a_body_that_is_gone_is_never_carried, ()) {
  Followed it;
  it.hop.body = Body::consumed;
  HopDecision const answer = follow(it.policy, it.trail, it.hop);
  RC_CLASSIFY(answer.follows(), "dropped");
  RC_ASSERT(answer.follows() == (it.answer.body == NextBody::drop));
}

RC_GTEST_PROP(Follow, a_stop_changes_nothing, ()) {
  Case const it;
  if (it.answer.follows()) return;
  RC_ASSERT(it.answer.method == NextMethod::keep);
  RC_ASSERT(it.answer.body == NextBody::keep);
}

// A client that goes by follow() and the trail repeats no POST that became a GET.
RC_GTEST_PROP(Follow, a_rewritten_method_is_proof, ()) {
  Followed const it;
  bool const rewritten = it.answer.method == NextMethod::get;
  char const* const before = name(it.hop.method);
  Trail const after = Trail().followed(it.hop.status, before, rewritten ? "GET" : before);
  RC_CLASSIFY(rewritten, "rewritten");
  RC_ASSERT(after.accepted() == (rewritten || it.hop.status == 303));
}

// The trail that a loop carries along counts what follow() allowed, over all attempts.
RC_GTEST_PROP(Follow, a_call_never_follows_more_hops_than_allowed, ()) {
  Policy policy;
  policy.max_redirects = *gen::inRange<uint32_t>(0, 20).as("max_redirects");
  auto const again = *gen::container<std::vector<bool>>(40, gen::arbitrary<bool>()).as("again");
  Hop hop;
  hop.status = 302;
  hop.method = Method::get;
  hop.has_location = true;
  Trail trail;
  uint32_t followed = 0;
  for (bool const new_attempt : again) {
    if (new_attempt) trail = trail.sent_again();
    if (!follow(policy, trail, hop).follows()) continue;
    trail = trail.followed(hop.status, "GET", "GET");
    ++followed;
  }
  RC_ASSERT(followed == (policy.max_redirects < 40 ? policy.max_redirects : 40));
}
