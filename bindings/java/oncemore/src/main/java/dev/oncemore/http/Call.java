// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import dev.oncemore.Attempt;
import dev.oncemore.Decision;
import dev.oncemore.Evidence;
import dev.oncemore.Failure;
import dev.oncemore.Hop;
import dev.oncemore.HopDecision;
import dev.oncemore.Method;
import dev.oncemore.Oncemore;
import dev.oncemore.Outcome;
import dev.oncemore.Repeatable;
import dev.oncemore.RetryAfter;
import dev.oncemore.Trail;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What is remembered along one call, over all its attempts and hops; for those who write an
 * adapter. It begins when it is made. The adapter sends, says how that ended, and does what it is
 * told:
 *
 * <pre>{@code
 * Call call = Call.inner(settings);
 * for (;;) {
 *   ... send, with the field that call.attemptField() says
 *   Decision decision = call.answered(sent, status, fields); // or failed, or cancelled
 *   if (!decision.retry()) {
 *     ... give the response to the caller, or throw call.remember(error)
 *   }
 *   ... drain or close the response; wait for decision.delay()
 *   call.sendAgain();
 * }
 * }</pre>
 *
 * <p>One thread uses it at a time.
 */
public final class Call {
  private static final String RETRY_AFTER = "Retry-After";

  private final Settings settings;
  private final boolean outer;
  private final long start;
  private final List<Decided> decisions = new ArrayList<>();
  private Trail trail = Trail.empty();
  private Duration previousDelay = Duration.ZERO;
  private long number = 1;

  private Call(Settings settings, boolean outer) {
    this.settings = Objects.requireNonNull(settings, "settings");
    this.outer = outer;
    this.start = settings.timing().nanoTime();
  }

  /**
   * A call whose loop is inside the redirects, or whose client follows none: another attempt sends
   * the current hop again.
   *
   * @param settings the adapter's
   * @return the call, beginning now
   */
  public static Call inner(Settings settings) {
    return new Call(settings, false);
  }

  /**
   * A call whose loop is outside of the redirects: another attempt begins again with the first
   * request.
   *
   * @param settings the adapter's
   * @return the call, beginning now
   */
  public static Call outer(Settings settings) {
    return new Call(settings, true);
  }

  // ---- An attempt begins ------------------------------------------------------------------------

  /** {@return the number of the attempt: 1 and the retries of the call so far; hops are none} */
  public long number() {
    return number;
  }

  /** {@return what {@link Settings#attemptField()} holds in this attempt; nothing in the first} */
  public Optional<String> attemptField() {
    return number > 1 ? Optional.of(Long.toString(number - 1)) : Optional.empty();
  }

  /** Another attempt begins, after the wait that was decided. */
  public void sendAgain() {
    previousDelay = last().decision().delay();
    trail = trail.sentAgain();
    number++;
  }

  // ---- It ended ---------------------------------------------------------------------------------

  /**
   * A response came.
   *
   * @param sent the request that a retry would send
   * @param status its status as received
   * @param response its fields
   * @return what is to be done
   */
  public Decision answered(Sent sent, int status, Fields response) {
    Attempt attempt = attempt(sent, Outcome.status(status)).withRetryAfter(retryAfter(response));
    return decide(attempt, response, null);
  }

  /**
   * No usable response came.
   *
   * @param sent the request that a retry would send
   * @param failure why
   * @param error what the client says
   * @return what is to be done
   */
  public Decision failed(Sent sent, Failure failure, Throwable error) {
    return failed(sent, failure, Evidence.BY_OUTCOME, error);
  }

  /**
   * No usable response came, and the client knows more.
   *
   * @param sent the request that a retry would send
   * @param failure why
   * @param evidence what the client knows of whether the request was processed
   * @param error what the client says
   * @return what is to be done
   */
  public Decision failed(Sent sent, Failure failure, Evidence evidence, Throwable error) {
    Attempt attempt = attempt(sent, Outcome.failed(failure)).withEvidence(evidence);
    return decide(attempt, Fields.NONE, Objects.requireNonNull(error, "error"));
  }

  /**
   * The caller does not want it any more, be it in an attempt or in the wait after one.
   *
   * @param sent the request that a retry would send
   * @param error what the caller gets
   * @return a stop
   */
  public Decision cancelled(Sent sent, Throwable error) {
    return failed(sent, Failure.CANCELLED, error);
  }

  private Attempt attempt(Sent sent, Outcome outcome) {
    Attempt attempt = Attempt.of(number, Method.parse(sent.method()), outcome)
        .withBody(sent.body())
        .withElapsed(elapsed())
        .withPreviousDelay(previousDelay)
        .withRedirects(outer ? trail : Trail.empty());
    String key = settings.keyField();
    return key != null && sent.fields().has(key)
        ? attempt.withRepeatable(Repeatable.YES) : attempt;
  }

  private Decision decide(Attempt known, Fields response, Throwable error) {
    Attempt attempt = settings.adjust().adjust(known, response);
    Decision decision =
        Oncemore.decide(settings.policy(), attempt, settings.random().getAsLong());
    String line = Oncemore.describe(settings.policy(), attempt, decision);
    decisions.add(new Decided(decision, attempt, error, line));
    settings.onDecision().accept(last());
    return decision;
  }

  // ---- Redirects --------------------------------------------------------------------------------

  /**
   * May this redirect be followed? For an adapter that follows by itself; it waits for {@link
   * HopDecision#delay()} and then says {@link #followed}.
   *
   * @param sent the request that was redirected
   * @param status of the response
   * @param hasLocation whether it says where to, in a way that the adapter understands
   * @param response its fields
   * @return whether to follow, when, and with what
   */
  public HopDecision follow(Sent sent, int status, boolean hasLocation, Fields response) {
    Hop hop = Hop.of(status, Method.parse(sent.method()), hasLocation)
        .withBody(sent.body())
        .withRetryAfter(retryAfter(response))
        .withElapsed(elapsed());
    return Oncemore.follow(settings.policy(), trail, hop);
  }

  /**
   * A redirect was followed, by the adapter or by the client. An adapter outside of the redirects
   * must say each of them, also of an attempt whose last hop ended in a failure.
   *
   * @param status that was followed
   * @param before the method of the request that was redirected
   * @param after the method of the next one
   */
  public void followed(int status, String before, String after) {
    trail = trail.followed(status, before, after);
  }

  /** {@return the hops since the request was sent, and the number of the call's} */
  public Trail trail() {
    return trail;
  }

  // ---- What the adapter needs besides -----------------------------------------------------------

  /** {@return the settings of the adapter} */
  public Settings settings() {
    return settings;
  }

  /** {@return the time since the call began} */
  public Duration elapsed() {
    return Duration.ofNanos(settings.timing().nanoTime() - start);
  }

  /** {@return the decisions so far, one for each attempt and each cancelled wait} */
  public List<Decided> decisions() {
    return List.copyOf(decisions);
  }

  /**
   * Puts the decisions and the errors of the earlier attempts into the error that the caller gets,
   * as suppressed ones. {@link Decided#in} finds the decisions there.
   *
   * @param <E> its type
   * @param error the last one
   * @return the same
   */
  public <E extends Throwable> E remember(E error) {
    for (Decided decided : decisions) {
      if (decided.error() != null && Causes.of(error).noneMatch(decided.error()::equals)) {
        error.addSuppressed(decided.error());
      }
    }
    error.addSuppressed(new History(decisions()));
    return error;
  }

  private RetryAfter retryAfter(Fields response) {
    return RetryAfter.parseLines(response.lines(RETRY_AFTER), settings.timing().now());
  }

  private Decided last() {
    return decisions.get(decisions.size() - 1);
  }
}
