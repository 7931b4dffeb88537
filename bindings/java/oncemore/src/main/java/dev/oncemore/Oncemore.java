// SPDX-License-Identifier: MIT
package dev.oncemore;

import java.util.Objects;

/**
 * Should this HTTP request be sent once more, and when? Pure functions answer: no clock, no dice,
 * no state; the same arguments give the same answer on every machine and in every language. Any
 * number of threads may ask.
 */
public final class Oncemore {
  private Oncemore() {}

  /**
   * Should this request be sent once more, and when?
   *
   * <p>The first rule that matches decides: an impossible attempt; cancelled; success or an
   * unfollowed redirect; an invalid policy; the server refused; the status or failure is final; the
   * request was accepted, or may not be repeated; the body is consumed; no attempt left; no budget;
   * the server asks for too much; no time. A stop is the answer to everything that is bad.
   *
   * @param policy what the user configured
   * @param attempt the facts about the send that just ended
   * @param random 64 uniform bits from a generator, such as {@code SplittableRandom.nextLong()},
   *     never a scaled floating-point number; {@link SystemDecisions} throws them itself
   * @return retry after so long, or stop, and the reason
   */
  public static Decision decide(Policy policy, Attempt attempt, long random) {
    Objects.requireNonNull(policy, "policy");
    Objects.requireNonNull(attempt, "attempt");
    return Decision.unpack(Native.decide(
        policy.packed(), (int) attempt.number(), attempt.status(), attempt.failure(),
        attempt.facts(), Border.millis(attempt.elapsed()), Border.millis(attempt.previousDelay()),
        attempt.retryAfter().millis(), attempt.redirects().packed(), attempt.thousandthsPaid(),
        Border.millis(attempt.hold()), random));
  }

  /**
   * Does the client follow this redirect, when, and with what?
   *
   * <p>A Retry-After is the least wait, by the policy's {@link ServerWait}; there is no own delay,
   * so neither a spread nor a floor takes part.
   *
   * @param policy what the user configured
   * @param trail the call's, so that the hops of all its attempts count
   * @param hop the facts about the response
   * @return follow after so long, or stop, and the reason
   */
  public static HopDecision follow(Policy policy, Trail trail, Hop hop) {
    Objects.requireNonNull(policy, "policy");
    Objects.requireNonNull(trail, "trail");
    Objects.requireNonNull(hop, "hop");
    return HopDecision.unpack(Native.follow(
        policy.packed(), trail.packed(), hop.status(), hop.facts(), hop.hasLocation(),
        Border.millis(hop.elapsed()), hop.retryAfter().millis()));
  }

  /**
   * One ASCII line that says what was decided and why, for a log.
   *
   * <pre>{@code attempt 2 of 4: 503, retry in 2000 ms (server asked 2000 ms)}</pre>
   *
   * @param policy what the user configured
   * @param attempt the facts
   * @param decision what was decided of them
   * @return the line, without an end of line
   */
  public static String describe(Policy policy, Attempt attempt, Decision decision) {
    Objects.requireNonNull(policy, "policy");
    Objects.requireNonNull(attempt, "attempt");
    Objects.requireNonNull(decision, "decision");
    return Native.describe(policy.packed(), attempt.words(), decision.delayMillis(),
        decision.verdict().ordinal(), decision.reason().ordinal(), decision.notes().bits());
  }

  /**
   * What is known about whether the request of an attempt was processed: {@link Evidence#UNKNOWN}
   * if its trail is doubtful; else what it says itself; else what its outcome says.
   *
   * @param policy what the user configured
   * @param attempt the facts
   * @return the evidence
   */
  public static Evidence evidence(Policy policy, Attempt attempt) {
    Objects.requireNonNull(policy, "policy");
    Objects.requireNonNull(attempt, "attempt");
    return Evidence.values()[Native.evidenceOfAttempt(policy.packed(), attempt.words())];
  }

  /** {@return the version of the library, such as {@code 0.1.0}} */
  public static String version() {
    return Native.version();
  }
}
