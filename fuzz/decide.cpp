// SPDX-License-Identifier: MIT
//
// Whole decisions: the reason must be the first rule that holds, each rule spelled out here a
// second time; and whatever was decided must keep the promises of the README.

#include <oncemore/oncemore.hpp>

#include <algorithm>
#include <cstring>
#include <string>

#include "input.hpp"
#include "values.hpp"

namespace {

using namespace oncemore;
using fuzz::require;

// --- the rules, once more -----------------------------------------------------------------------

bool registered_as_idempotent(Method method) {
  std::string const token = name(method);
  return token != "unknown" && token != "CONNECT" && token != "LOCK" && token != "PATCH" &&
         token != "POST";
}

bool can_have_happened(Attempt const& attempt) {
  int32_t const status = attempt.outcome.status();
  uint32_t const failure = static_cast<uint32_t>(attempt.outcome.failure());
  bool const status_not_retried = status == 101 || (status > 199 && status < 1000);
  bool const one_outcome = failure == 0 ? status_not_retried : failure <= 13 && status == 0;
  auto const kind = static_cast<uint32_t>(attempt.retry_after.kind());
  bool const wait_is_right = kind < 2 || (kind == 2 && attempt.retry_after.wait().count() >= 0);
  return attempt.number > 0 && static_cast<uint32_t>(attempt.method) <= 40 && one_outcome &&
         static_cast<uint32_t>(attempt.repeatable) <= 2 &&
         static_cast<uint32_t>(attempt.evidence) <= 4 && static_cast<uint32_t>(attempt.body) <= 1 &&
         static_cast<uint32_t>(attempt.budget) <= 1 &&
         static_cast<uint32_t>(attempt.server_says) <= 2 && attempt.elapsed.count() >= 0 &&
         attempt.previous_delay.count() >= 0 && attempt.hold.count() >= 0 && wait_is_right;
}

Evidence known(fuzz::PolicyInput const& input, Attempt const& attempt) {
  if (attempt.redirects.doubtful()) return Evidence::unknown;
  if (attempt.evidence != Evidence::by_outcome) return attempt.evidence;
  int32_t const status = attempt.outcome.status();
  if (status != 0) {
    if (status >= 400 && input.unprocessed.in[static_cast<size_t>(status)]) {
      return Evidence::not_processed;
    }
    return status / 100 == 2 || status == 303 ? Evidence::processed : Evidence::unknown;
  }
  uint32_t const failure = static_cast<uint32_t>(attempt.outcome.failure());
  if (failure <= 5) return Evidence::never_sent;
  return failure == 6 ? Evidence::not_processed : Evidence::unknown;
}

/// The order of the rules from top to bottom; `delay` is what the decision says, for the deadline.
Reason first_rule(fuzz::PolicyInput const& input, Attempt const& attempt, int64_t delay) {
  Policy const& policy = input.policy;
  int32_t const status = attempt.outcome.status();
  bool const failed = status == 0;
  if (!can_have_happened(attempt)) return Reason::invalid_attempt;
  if (attempt.outcome.failure() == Failure::cancelled) return Reason::cancelled;
  bool const told_better = status / 100 == 2 && attempt.server_says == ServerSays::retry;
  if ((status == 101 || status / 100 == 2 || status == 304) && !told_better) {
    return Reason::success;
  }
  if (status / 100 == 3) return Reason::redirect;
  if (!fuzz::valid(input)) return Reason::invalid_policy;
  if (attempt.server_says == ServerSays::do_not_retry) return Reason::server_refused;

  bool const hears_a_wait = attempt.retry_after.kind() == RetryAfter::Kind::wait &&
                            policy.server_wait.mode != ServerWaitMode::ignore;
  if (failed && !input.failures.in[static_cast<size_t>(attempt.outcome.failure())]) {
    return Reason::failure_not_retried;
  }
  bool const told_to_retry = attempt.server_says == ServerSays::retry;
  if (!failed && !told_to_retry) {
    if (!input.statuses.in[static_cast<size_t>(status)]) return Reason::status_not_retried;
    if (status == 413 && !hears_a_wait) return Reason::status_not_retried;
  }

  bool const idempotent = registered_as_idempotent(attempt.method);
  bool const always = policy.unrepeatable == Unrepeatable::always;
  bool const proof = policy.redirect_proof == RedirectProof::any_hop ? attempt.redirects.moved()
                                                                     : attempt.redirects.accepted();
  bool const processed = attempt.evidence == Evidence::processed;
  if ((!idempotent || attempt.repeatable == Repeatable::no) && (proof || processed) && !always) {
    return Reason::accepted;
  }
  bool const repeatable = attempt.repeatable == Repeatable::yes ||
                          (attempt.repeatable == Repeatable::by_method && idempotent);
  if (!repeatable && policy.unrepeatable == Unrepeatable::never) return Reason::not_repeatable;
  Evidence const evidence = known(input, attempt);
  bool const unprocessed = evidence == Evidence::never_sent || evidence == Evidence::not_processed;
  if (!repeatable && !always && !unprocessed) return Reason::maybe_processed;

  bool const untouched =
      failed && static_cast<uint32_t>(attempt.outcome.failure()) <= 5 &&
      !attempt.redirects.moved() &&
      (attempt.evidence == Evidence::by_outcome || attempt.evidence == Evidence::never_sent);
  if (attempt.body == Body::consumed && !untouched) return Reason::body_consumed;

  if (attempt.number >= policy.max_attempts) return Reason::attempts_exhausted;
  if (attempt.budget == BudgetAnswer::denied) return Reason::budget_exhausted;
  if (hears_a_wait && policy.server_wait.over_cap == OverCap::give_up &&
      attempt.retry_after.wait() > policy.server_wait.cap) {
    return Reason::server_wait_too_long;
  }
  int64_t const spent =
      fuzz::sum(fuzz::sum(attempt.elapsed.count(), delay), policy.min_attempt_time.count());
  if (policy.deadline.count() != fuzz::largest && spent >= policy.deadline.count()) {
    return Reason::deadline;
  }
  return failed ? Reason::retryable_failure : Reason::retryable_status;
}

// --- the promises -------------------------------------------------------------------------------

void check_delay(Policy const& policy, Attempt const& attempt, Decision const& decision,
                 uint64_t random) {
  int64_t const delay = decision.delay.count();
  DelayRange const range = delay_range(policy.backoff, attempt.number, attempt.previous_delay);
  int64_t const own =
      own_delay(policy.backoff, attempt.number, attempt.previous_delay, random).count();
  require(range.low.count() <= own && own <= range.high.count(), "the own delay is in its range");
  int64_t const hold = attempt.hold.count();
  bool const ignores = policy.server_wait.mode == ServerWaitMode::ignore;
  bool const hears_a_wait = attempt.retry_after.is_wait() && !ignores;
  require(decision.notes.has(Note::server_wait_malformed) ==
              (attempt.retry_after.is_malformed() && !ignores),
          "a malformed Retry-After is noted");
  bool const clamps = policy.server_wait.over_cap == OverCap::clamp;
  bool const clamped =
      hears_a_wait && clamps && attempt.retry_after.wait() > policy.server_wait.cap;
  require(decision.notes.has(Note::server_wait_clamped) == clamped, "a clamped wait is noted");
  if (!hears_a_wait) {
    require(delay == std::max(own, hold), "without a server wait the delay is the own one or held");
    require(!decision.notes.has(Note::server_wait_applied), "no wait, no note");
    return;
  }
  int64_t const asked =
      clamped ? policy.server_wait.cap.count() : attempt.retry_after.wait().count();
  int64_t const latest =
      fuzz::sum(asked, fuzz::thousandths(asked, policy.server_wait.spread.count()));
  bool const instead = policy.server_wait.mode == ServerWaitMode::instead;
  int64_t const least = std::max(instead ? policy.backoff.floor.count() : own, hold);
  require(delay >= asked, "only clamp and ignore make a retry earlier than the server asked");
  require(delay >= least, "at_least keeps the own delay, instead the floor");
  require(delay <= std::max(least, latest), "no delay is longer than what it comes from");
  bool const applied = decision.notes.has(Note::server_wait_applied);
  require(applied || delay == least, "the delay is the one or the other");
  require(!applied || delay <= latest, "a wait that was applied is within its spread");
  require(delay <= least || applied, "a delay above the own one is the server's");
}

void check_notes(Attempt const& attempt, Decision const& decision) {
  int32_t const status = attempt.outcome.status();
  bool const elsewhere = status == 408 || status == 421;
  require(decision.notes.has(Note::new_connection) == elsewhere, "408, 421: elsewhere");
  require(decision.notes.has(Note::not_early_data) == (status == 425), "425: not in early data");
}

/// What a reader of the README believes, in its own words.
void check_promises(fuzz::PolicyInput const& input, Attempt const& attempt,
                    Decision const& decision) {
  require(decision.delay.count() >= 0 && decision.delay.count() <= fuzz::largest,
          "a delay is a duration");
  require(decision.reason <= Reason::retryable_failure,
          "decide() never says what only follow() says");
  require(verdict_of(decision.reason) == decision.verdict, "the reason tells the verdict");
  require(decision.notes.bits() < 32, "there are five notes");
  require(!can_have_happened(attempt) || evidence(input.policy, attempt) == known(input, attempt),
          "evidence() is what the rules go by");
  require(possible(attempt) == can_have_happened(attempt), "possible() is rule 1");
  require((validate(input.policy) == PolicyError::none) == fuzz::valid(input),
          "validate() is rule 4");
  if (decision.reason < Reason::attempts_exhausted) {
    require(decision.delay.count() == 0 && decision.notes == Notes(),
            "a stop before rule 9 carries nothing");
  }
  if (!decision.retry()) return;
  int32_t const status = attempt.outcome.status();
  bool const told_better = status / 100 == 2 && attempt.server_says == ServerSays::retry;
  require(attempt.outcome.is_failure() || status >= 400 || told_better, "no success is repeated");
  require(input.policy.deadline > Milliseconds(), "a deadline of 0 stops every retry");
  require(attempt.number < input.policy.max_attempts, "no attempt beyond the last one");
  bool const safe_to_repeat =
      attempt.repeatable == Repeatable::yes ||
      (attempt.repeatable == Repeatable::by_method && registered_as_idempotent(attempt.method));
  if (!safe_to_repeat && input.policy.unrepeatable != Unrepeatable::always) {
    Evidence const evidence = known(input, attempt);
    require(evidence == Evidence::never_sent || evidence == Evidence::not_processed,
            "no request is repeated that may have been processed");
    require(!attempt.redirects.accepted(), "no accepted order is sent twice");
  }
}

/// The line for logs, whole and into a buffer of any size.
void check_line(Policy const& policy, Attempt const& attempt, Decision const& decision,
                size_t size) {
  char whole[describe_max];
  size_t const length = describe(policy, attempt, decision, whole);
  require(length < describe_max && std::strlen(whole) == length, "a line fits describe_max");
  for (size_t i = 0; i < length; ++i) {
    require(whole[i] >= ' ' && whole[i] <= '~', "a line is printable ASCII");
  }
  fuzz::Exact room(std::string(size, '#'));
  require(describe(policy, attempt, decision, room.data(), size) == length,
          "the length does not depend on the room");
  size_t const written = std::min(size, length + 1);
  if (written > 0) {
    require(room.data()[written - 1] == '\0', "a line ends with NUL");
    require(std::memcmp(room.data(), whole, written - 1) == 0, "a cut line is a beginning");
  }
  for (size_t i = written; i < size; ++i) require(room.data()[i] == '#', "nothing behind the NUL");
  require(describe(policy, attempt, decision, nullptr, size) == length, "null gives the length");
}

/// The attempt that begins: nothing is known of its end, so it can be no reason to send again.
void check_advance(Policy const& policy, Attempt const& attempt, Decision const& decision) {
  Attempt next = attempt;
  advance(next, decision);
  int64_t const left = time_left(policy, next.elapsed).count();
  require(left >= 0 && left <= fuzz::largest, "what is left is a duration");
  if (!decision.retry()) {
    require(next.number == attempt.number && next.outcome == attempt.outcome, "a stop is the end");
    return;
  }
  require(next.number > attempt.number, "the number goes up");
  require(next.previous_delay == decision.delay && next.elapsed >= decision.delay, "time goes on");
  require(next.redirects.hops() == attempt.redirects.hops() && !next.redirects.moved(),
          "hops are the call's, what they said was the attempt's");
  require(policy.deadline.count() == fuzz::largest || left > 0, "no retry without time for it");
  require(decide(policy, next, 0).reason == Reason::invalid_attempt, "it has not ended yet");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(uint8_t const* bytes, size_t size) {
  fuzz::Input in(bytes, size);
  uint64_t const random = in.number<uint64_t>();
  size_t const room = in.byte();
  Attempt const attempt = fuzz::attempt(in);
  fuzz::PolicyInput const input = fuzz::policy(in);

  Decision const decision = decide(input.policy, attempt, random);
  require(decision == decide(input.policy, attempt, random), "the same gives the same");
  Reason const expected = first_rule(input, attempt, decision.delay.count());
  if (decision.reason != expected) {
    std::fprintf(stderr, "expected %s, got %s\n", name(expected), name(decision.reason));
  }
  require(decision.reason == expected, "the first rule that holds decides");
  check_promises(input, attempt, decision);
  if (decision.reason >= Reason::attempts_exhausted) {
    check_delay(input.policy, attempt, decision, random);
    check_notes(attempt, decision);
  }
  check_line(input.policy, attempt, decision, room);
  check_advance(input.policy, attempt, decision);
  // Also a decision that nobody made has a line.
  Decision const odd{Milliseconds(fuzz::milliseconds(in)), fuzz::enumerator(in, Verdict::follow),
                     fuzz::enumerator(in, Reason::follow), Notes::from_bits(in.number<uint32_t>())};
  check_line(input.policy, attempt, odd, room);

  // What is decided does not depend on the dice, but for what a longer wait does to a deadline.
  Decision const other = decide(input.policy, attempt, ~random);
  require(other.reason == decision.reason || input.policy.deadline.count() != fuzz::largest,
          "dice decide when, not whether");
  return 0;
}
