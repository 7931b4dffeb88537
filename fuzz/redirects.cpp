// SPDX-License-Identifier: MIT
//
// A whole call against a server that answers as the input says: redirects are followed, failures
// are repeated, and beside the library's trail stands one that is kept by hand. However the server
// behaves, the call ends within its allowances, and no order that was accepted is sent twice.

#include <oncemore/oncemore.hpp>

#include <algorithm>
#include <string>

#include "input.hpp"
#include "values.hpp"

namespace {

using namespace oncemore;
using fuzz::require;

/// A method as a token: a registered one, or any octets at all.
std::string token(fuzz::Input& input) {
  uint8_t const choice = input.byte();
  if (choice < 64) return choice % 2 == 0 ? "POST" : "GET";
  if (choice >= 200) return std::string(input.octets(choice % 16));
  return name(static_cast<Method>(choice % 41));
}

Method method_of(std::string const& token) {
  fuzz::Exact const octets(token);
  Method const method = parse_method(Text(octets.data(), octets.size()));
  require(name(method) != nullptr, "every token is a method, or unknown");
  require(method == Method::unknown || token == name(method), "a method is its token");
  for (uint32_t i = 1; i <= 40 && method == Method::unknown; ++i) {
    require(token != name(static_cast<Method>(i)), "a registered token is known");
  }
  require(!is_safe(method) || is_idempotent(method), "what is safe is idempotent");
  return method;
}

/// A trail as it is kept with a pencil.
struct Pencil {
  uint64_t hops = 0;
  bool moved = false;
  bool accepted = false;
  bool doubtful = false;

  void followed(int32_t status, std::string const& before, std::string const& after) {
    ++hops;
    moved = true;
    if (status == 303 || before != after) {
      accepted = true;
    } else if (status != 307 && status != 308) {
      doubtful = true;
    }
  }

  void compare(Trail trail) const {
    require(trail.hops() == std::min<uint64_t>(hops, UINT32_MAX), "every hop is counted");
    require(trail.moved() == moved && trail.accepted() == accepted && trail.doubtful() == doubtful,
            "the trail says what the hops said");
    require(trail.possible(), "hops make no impossible trail");
    require(proves_acceptance(RedirectProof::method_change, trail) == accepted &&
                proves_acceptance(RedirectProof::any_hop, trail) == moved,
            "a trail proves what the policy says it does");
  }
};

/// What becomes of the method and the body, told by RFC 9110 15.4 status by status.
struct Rewritten {
  bool becomes_get;
  bool drops_body;
};
Rewritten rewritten_by_hand(RedirectRewrite rewrite, int32_t status, Method method) {
  bool const is_post = method == Method::post;
  switch (status) {
    case 301:
    case 302:
      if (is_post && rewrite == RedirectRewrite::browser) return {true, true};
      return {false, false};
    case 303: return {method != Method::get && method != Method::head, true};
    default: return {false, false};
  }
}

/// The order of follow(), first match.
Reason why_by_hand(fuzz::PolicyInput const& input, Pencil const& trail, Hop const& hop) {
  Policy const& policy = input.policy;
  auto const kind = static_cast<uint32_t>(hop.retry_after.kind());
  bool const impossible = hop.elapsed.count() < 0 || static_cast<uint32_t>(hop.method) > 40 ||
                          static_cast<uint32_t>(hop.body) > 1 || kind > 2 ||
                          (kind == 2 && hop.retry_after.wait().count() < 0);
  if (impossible) return Reason::invalid_attempt;
  if (!fuzz::valid(input)) return Reason::invalid_policy;
  int32_t const status = hop.status;
  bool const a_redirect =
      status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
  require(a_redirect == is_followable(status), "five statuses are redirects");
  if (!a_redirect || hop.method == Method::connect) return Reason::not_a_redirect;
  if (!hop.has_location) return Reason::no_location;
  if (std::min<uint64_t>(trail.hops, UINT32_MAX) >= policy.max_redirects) {
    return Reason::redirect_limit;
  }
  Rewritten const next = rewritten_by_hand(policy.redirect_rewrite, status, hop.method);
  if (hop.body == Body::consumed && !next.drops_body) return Reason::body_consumed;
  bool const hears = kind == 2 && policy.server_wait.mode != ServerWaitMode::ignore;
  int64_t wait = hears ? hop.retry_after.wait().count() : 0;
  if (wait > policy.server_wait.cap.count()) {
    if (policy.server_wait.over_cap == OverCap::give_up) return Reason::server_wait_too_long;
    wait = policy.server_wait.cap.count();
  }
  int64_t const spent =
      fuzz::sum(fuzz::sum(hop.elapsed.count(), wait), policy.min_attempt_time.count());
  bool const has_deadline = policy.deadline.count() != fuzz::largest;
  return has_deadline && spent >= policy.deadline.count() ? Reason::deadline : Reason::follow;
}

void check_answer(fuzz::PolicyInput const& input, Pencil const& pencil, Hop const& hop,
                  HopDecision const& answer) {
  Reason const expected = why_by_hand(input, pencil, hop);
  if (answer.reason != expected) {
    std::fprintf(stderr, "expected %s, got %s\n", name(expected), name(answer.reason));
  }
  require(answer.reason == expected, "the first rule that holds decides");
  require(answer.verdict == verdict_of(answer.reason), "the reason tells the verdict");
  require(answer.follows() == (answer.verdict == Verdict::follow), "a go-ahead follows");
  Policy const& policy = input.policy;
  Rewritten const next = rewritten_by_hand(policy.redirect_rewrite, hop.status, hop.method);
  bool const goes = answer.follows();
  require((answer.method == NextMethod::get) == (goes && next.becomes_get),
          "the method becomes GET where it must");
  require((answer.body == NextBody::drop) == (goes && next.drops_body),
          "the body is dropped where it must be");
  bool const ignores = policy.server_wait.mode == ServerWaitMode::ignore;
  int64_t wait = 0;
  if (goes || answer.reason == Reason::server_wait_too_long || answer.reason == Reason::deadline) {
    if (hop.retry_after.is_wait() && !ignores) wait = hop.retry_after.wait().count();
    if (policy.server_wait.over_cap == OverCap::clamp) {
      wait = std::min(wait, policy.server_wait.cap.count());
    }
  }
  require(answer.delay.count() == wait, "a hop waits for the server and for nobody else");
}

/// The call: what it sends, and what it knows.
struct Call {
  fuzz::PolicyInput const& input;
  std::string const first_method;
  std::string method = first_method;
  Trail trail{};
  Pencil pencil{};
  uint32_t number = 1;
  uint64_t sends = 1;

  /// Takes the server's answer; false if that was the end of the call.
  bool answered(fuzz::Input& in, uint64_t random) {
    Hop hop;
    hop.status = fuzz::status(in);
    hop.method = method_of(method);
    hop.has_location = in.below(8) != 0;
    hop.body = fuzz::enumerator(in, Body::consumed);
    hop.retry_after = fuzz::retry_after(in);
    hop.elapsed = fuzz::duration(in);
    HopDecision const answer = follow(input.policy, trail, hop);
    require(answer == follow(input.policy, trail, hop), "the same gives the same");
    check_answer(input, pencil, hop, answer);
    return answer.follows() ? go_on(in, hop, answer) : once_more(in, hop, random);
  }

  bool go_on(fuzz::Input& in, Hop const& hop, HopDecision const& answer) {
    std::string next = answer.method == NextMethod::get ? "GET" : method;
    if (in.below(16) == 0) next = token(in);  // a client that does as it likes
    Trail const before = trail;
    trail = trail.followed(hop.status, method, next);
    pencil.followed(hop.status, method, next);
    pencil.compare(trail);
    require((before.flags() & ~trail.flags()) == 0, "a flag that is set stays");
    require(trail != before, "a hop changes the trail");
    method = next;
    ++sends;
    require(pencil.hops <= input.policy.max_redirects, "no hop beyond the allowance");
    return true;
  }

  /// The loop outside: it would send the first request again.
  bool once_more(fuzz::Input& in, Hop const& hop, uint64_t random) {
    Attempt attempt;
    attempt.number = number;
    attempt.method = method_of(first_method);
    attempt.outcome = hop.status;
    if (in.below(4) == 0) attempt.outcome = fuzz::enumerator(in, Failure::cancelled);
    attempt.repeatable = fuzz::enumerator(in, Repeatable::no);
    attempt.evidence = fuzz::enumerator(in, Evidence::processed);
    attempt.retry_after = hop.retry_after;
    attempt.elapsed = hop.elapsed;
    attempt.redirects = trail;
    Decision const decision = decide(input.policy, attempt, random);
    if (!decision.retry()) return false;
    bool const once_only = !is_idempotent(attempt.method) || attempt.repeatable == Repeatable::no;
    bool const proof =
        input.policy.redirect_proof == RedirectProof::any_hop ? pencil.moved : pencil.accepted;
    bool const dangerous = input.policy.unrepeatable == Unrepeatable::always;
    require(!once_only || !proof || dangerous, "no accepted order is sent twice");
    bool const repeatable = attempt.repeatable == Repeatable::yes || !once_only;
    require(repeatable || !pencil.doubtful || dangerous, "no doubtful order is sent twice");
    trail = trail.sent_again();
    pencil.moved = pencil.accepted = pencil.doubtful = false;
    pencil.compare(trail);
    require(!trail.moved(), "a new attempt has moved nowhere");
    method = first_method;
    ++number;
    ++sends;
    return true;
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(uint8_t const* bytes, size_t size) {
  fuzz::Input in(bytes, size);
  uint64_t const random = in.number<uint64_t>();
  std::string const method = token(in);
  fuzz::PolicyInput const input = fuzz::policy(in);

  Call call{input, method};
  // Now and then a call that has already come as far as a count goes.
  if (in.below(32) == 31) {
    call.trail = Trail::from_raw(UINT32_MAX, 0);
    call.pencil.hops = UINT32_MAX;
  }
  uint64_t const hops_before = call.pencil.hops;
  while (!in.empty() && call.answered(in, random)) {
  }

  uint64_t const allowed =
      requests_per_call_shared(input.policy.max_attempts, input.policy.max_redirects);
  require(call.sends <= allowed || input.policy.max_attempts == 0,
          "a call costs no more than attempts + redirects");
  require(call.sends <= requests_per_call(input.policy.max_attempts, input.policy.max_redirects) ||
              input.policy.max_attempts == 0,
          "nor more than the worst case of an allowance that starts afresh");
  require(call.pencil.hops - hops_before <= call.sends, "every hop was a request");
  return 0;
}
