// SPDX-License-Identifier: MIT
package dev.oncemore;

import java.time.Duration;
import java.util.Objects;

/**
 * The facts about the send that just ended. It describes the request that a retry would send.
 *
 * <pre>{@code
 * Attempt.of(2, Method.GET, Outcome.status(503))
 *     .withElapsed(elapsed)
 *     .withRetryAfter(RetryAfter.parseLines(lines, now))
 * }</pre>
 *
 * <p>What cannot have happened (number 0, a status that no server can have sent, a negative
 * duration) is no exception but a decision to stop, {@link Reason#INVALID_ATTEMPT}.
 *
 * @param number the sends so far, this one included: the first is attempt 1; 0 to 4,294,967,295
 * @param method the method of the request that a retry would send
 * @param outcome how the attempt ended
 * @param repeatable replaces what the method says of whether the request may be sent twice
 * @param evidence when set, replaces what the outcome says of whether the request was processed
 * @param body must be said of a body that cannot be produced once more
 * @param budget what the caller's own retry budget said, if there is one
 * @param serverSays what the server said in a field like x-should-retry
 * @param elapsed the time since the start of attempt 1; not negative
 * @param previousDelay the delay before this attempt, zero before the first; not negative; matters
 *     only to {@link Jitter#DECORRELATED}
 * @param retryAfter the field of the response that ended the attempt
 * @param redirects the hops since the request was sent: a retry loop outside redirect handling
 *     passes the whole trail, a loop inside it, which sends only the current hop again, an empty
 *     one
 * @param budgetPaid the tokens that a budget took for this attempt, to the nearest thousandth; 0 to
 *     4,294,967.295; it decides nothing
 * @param hold the least wait that something outside asks for, such as a cool-down of other calls;
 *     not negative
 */
public record Attempt(
    long number,
    Method method,
    Outcome outcome,
    Repeatable repeatable,
    Evidence evidence,
    Body body,
    BudgetAnswer budget,
    ServerSays serverSays,
    Duration elapsed,
    Duration previousDelay,
    RetryAfter retryAfter,
    Trail redirects,
    double budgetPaid,
    Duration hold) {
  private static final Attempt DEFAULTS = unpack(Native.defaultAttempt());

  /**
   * Refuses null, and a number that 32 bits do not hold.
   *
   * @param number see {@link #number()}
   * @param method see {@link #method()}
   * @param outcome see {@link #outcome()}
   * @param repeatable see {@link #repeatable()}
   * @param evidence see {@link #evidence()}
   * @param body see {@link #body()}
   * @param budget see {@link #budget()}
   * @param serverSays see {@link #serverSays()}
   * @param elapsed see {@link #elapsed()}
   * @param previousDelay see {@link #previousDelay()}
   * @param retryAfter see {@link #retryAfter()}
   * @param redirects see {@link #redirects()}
   * @param budgetPaid see {@link #budgetPaid()}
   * @param hold see {@link #hold()}
   */
  public Attempt {
    budgetPaid = Border.ratio(Border.thousandths(budgetPaid, "budgetPaid"));
    Objects.requireNonNull(hold, "hold");
    Border.uint32(number, "number");
    Objects.requireNonNull(method, "method");
    Objects.requireNonNull(outcome, "outcome");
    Objects.requireNonNull(repeatable, "repeatable");
    Objects.requireNonNull(evidence, "evidence");
    Objects.requireNonNull(body, "body");
    Objects.requireNonNull(budget, "budget");
    Objects.requireNonNull(serverSays, "serverSays");
    Objects.requireNonNull(elapsed, "elapsed");
    Objects.requireNonNull(previousDelay, "previousDelay");
    Objects.requireNonNull(retryAfter, "retryAfter");
    Objects.requireNonNull(redirects, "redirects");
  }

  /**
   * An attempt of which all else is as the library assumes: nothing is known.
   *
   * @param number the sends so far, this one included
   * @param method the method of the request that a retry would send
   * @param outcome how the attempt ended
   * @return the attempt
   */
  public static Attempt of(long number, Method method, Outcome outcome) {
    Attempt d = DEFAULTS;
    return new Attempt(number, method, outcome, d.repeatable, d.evidence, d.body, d.budget,
        d.serverSays, d.elapsed, d.previousDelay, d.retryAfter, d.redirects, d.budgetPaid, d.hold);
  }

  /**
   * {@return the same after so many sends}
   *
   * @param number see {@link #number()}
   */
  public Attempt withNumber(long number) {
    return new Attempt(number, method, outcome, repeatable, evidence, body, budget, serverSays,
        elapsed, previousDelay, retryAfter, redirects, budgetPaid, hold);
  }

  /**
   * {@return the same with another method}
   *
   * @param method see {@link #method()}
   */
  public Attempt withMethod(Method method) {
    return new Attempt(number, method, outcome, repeatable, evidence, body, budget, serverSays,
        elapsed, previousDelay, retryAfter, redirects, budgetPaid, hold);
  }

  /**
   * {@return the same with another outcome}
   *
   * @param outcome see {@link #outcome()}
   */
  public Attempt withOutcome(Outcome outcome) {
    return new Attempt(number, method, outcome, repeatable, evidence, body, budget, serverSays,
        elapsed, previousDelay, retryAfter, redirects, budgetPaid, hold);
  }

  /**
   * {@return the same with this said of its method}
   *
   * @param repeatable see {@link #repeatable()}
   */
  public Attempt withRepeatable(Repeatable repeatable) {
    return new Attempt(number, method, outcome, repeatable, evidence, body, budget, serverSays,
        elapsed, previousDelay, retryAfter, redirects, budgetPaid, hold);
  }

  /**
   * {@return the same with this evidence}
   *
   * @param evidence see {@link #evidence()}
   */
  public Attempt withEvidence(Evidence evidence) {
    return new Attempt(number, method, outcome, repeatable, evidence, body, budget, serverSays,
        elapsed, previousDelay, retryAfter, redirects, budgetPaid, hold);
  }

  /**
   * {@return the same with this said of its body}
   *
   * @param body see {@link #body()}
   */
  public Attempt withBody(Body body) {
    return new Attempt(number, method, outcome, repeatable, evidence, body, budget, serverSays,
        elapsed, previousDelay, retryAfter, redirects, budgetPaid, hold);
  }

  /**
   * {@return the same with this word of a budget}
   *
   * @param budget see {@link #budget()}
   */
  public Attempt withBudget(BudgetAnswer budget) {
    return new Attempt(number, method, outcome, repeatable, evidence, body, budget, serverSays,
        elapsed, previousDelay, retryAfter, redirects, budgetPaid, hold);
  }

  /**
   * {@return the same with this word of the server}
   *
   * @param serverSays see {@link #serverSays()}
   */
  public Attempt withServerSays(ServerSays serverSays) {
    return new Attempt(number, method, outcome, repeatable, evidence, body, budget, serverSays,
        elapsed, previousDelay, retryAfter, redirects, budgetPaid, hold);
  }

  /**
   * {@return the same at this time}
   *
   * @param elapsed see {@link #elapsed()}
   */
  public Attempt withElapsed(Duration elapsed) {
    return new Attempt(number, method, outcome, repeatable, evidence, body, budget, serverSays,
        elapsed, previousDelay, retryAfter, redirects, budgetPaid, hold);
  }

  /**
   * {@return the same after this delay}
   *
   * @param previousDelay see {@link #previousDelay()}
   */
  public Attempt withPreviousDelay(Duration previousDelay) {
    return new Attempt(number, method, outcome, repeatable, evidence, body, budget, serverSays,
        elapsed, previousDelay, retryAfter, redirects, budgetPaid, hold);
  }

  /**
   * {@return the same with this field}
   *
   * @param retryAfter see {@link #retryAfter()}
   */
  public Attempt withRetryAfter(RetryAfter retryAfter) {
    return new Attempt(number, method, outcome, repeatable, evidence, body, budget, serverSays,
        elapsed, previousDelay, retryAfter, redirects, budgetPaid, hold);
  }

  /**
   * {@return the same after these hops}
   *
   * @param redirects see {@link #redirects()}
   */
  public Attempt withRedirects(Trail redirects) {
    return new Attempt(number, method, outcome, repeatable, evidence, body, budget, serverSays,
        elapsed, previousDelay, retryAfter, redirects, budgetPaid, hold);
  }

  /**
   * {@return the same with this paid for it}
   *
   * @param budgetPaid see {@link #budgetPaid()}
   */
  public Attempt withBudgetPaid(double budgetPaid) {
    return new Attempt(number, method, outcome, repeatable, evidence, body, budget, serverSays,
        elapsed, previousDelay, retryAfter, redirects, budgetPaid, hold);
  }

  /**
   * {@return the same with this least wait}
   *
   * @param hold see {@link #hold()}
   */
  public Attempt withHold(Duration hold) {
    return new Attempt(number, method, outcome, repeatable, evidence, body, budget, serverSays,
        elapsed, previousDelay, retryAfter, redirects, budgetPaid, hold);
  }

  /**
   * The attempt that begins after this one, without a budget; see {@link #advance(Decision,
   * double)}.
   *
   * @param decision what was decided of this one
   * @return the next one, of which the outcome is to be said when it has ended
   */
  public Attempt advance(Decision decision) {
    return advance(decision, 0);
  }

  /**
   * The attempt that begins after this one: the number goes up, the delay is remembered, the trail
   * keeps its hops alone, elapsed grows by the delay (a loop that measures overwrites it), and what
   * was known of the last answer is forgotten: outcome, evidence, serverSays, retryAfter, budget,
   * hold. The method, repeatable and body stay. Who sleeps longer than the decision says writes it
   * into the decision first.
   *
   * @param decision what was decided of this one; if it is no retry, nothing changes
   * @param paid the tokens that a budget took for the next one
   * @return the next one, of which the outcome is to be said when it has ended
   */
  public Attempt advance(Decision decision, double paid) {
    Objects.requireNonNull(decision, "decision");
    long[] words = words();
    Native.advance(words, decision.delayMillis(), decision.verdict().ordinal(),
        decision.reason().ordinal(), (int) Border.thousandths(paid, "paid"));
    return decision.retry() ? unpack(words) : this;
  }

  int status() {
    return outcome instanceof Outcome.Status status ? status.code() : 0;
  }

  int failure() {
    return outcome instanceof Outcome.Failed failed ? failed.failure().ordinal() : 0;
  }

  /** The enumerators in one int. */
  int facts() {
    return method.ordinal()
        | repeatable.ordinal() << Native.REPEATABLE_SHIFT
        | evidence.ordinal() << Native.EVIDENCE_SHIFT
        | body.ordinal() << Native.BODY_SHIFT
        | budget.ordinal() << Native.BUDGET_SHIFT
        | serverSays.ordinal() << Native.SERVER_SAYS_SHIFT
        | retryAfter.kind().ordinal() << Native.RETRY_AFTER_KIND_SHIFT;
  }

  int thousandthsPaid() {
    return (int) Border.thousandths(budgetPaid, "budgetPaid");
  }

  /** What Native.decide() takes, in its order. */
  long[] words() {
    return new long[] {
      number, status(), failure(), facts(), Border.millis(elapsed), Border.millis(previousDelay),
      retryAfter.millis(), redirects.packed(), thousandthsPaid(), Border.millis(hold)
    };
  }

  private static Attempt unpack(long[] words) {
    int facts = (int) words[3];
    return new Attempt(
        Integer.toUnsignedLong((int) words[0]),
        Method.values()[facts & 0xFF],
        words[2] == 0 ? Outcome.status((int) words[1])
            : Outcome.failed(Failure.values()[(int) words[2]]),
        Repeatable.values()[facts >>> Native.REPEATABLE_SHIFT & 0xF],
        Evidence.values()[facts >>> Native.EVIDENCE_SHIFT & 0xF],
        Body.values()[facts >>> Native.BODY_SHIFT & 3],
        BudgetAnswer.values()[facts >>> Native.BUDGET_SHIFT & 3],
        ServerSays.values()[facts >>> Native.SERVER_SAYS_SHIFT & 0xF],
        Duration.ofMillis(words[4]),
        Duration.ofMillis(words[5]),
        new RetryAfter(words[6], facts >>> Native.RETRY_AFTER_KIND_SHIFT & 3),
        new Trail(words[7]),
        Border.ratio(Integer.toUnsignedLong((int) words[8])),
        Duration.ofMillis(words[9]));
  }
}
