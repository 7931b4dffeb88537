// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import dev.oncemore.Attempt;
import dev.oncemore.Decision;
import dev.oncemore.Evidence;
import dev.oncemore.Failure;
import dev.oncemore.Hop;
import dev.oncemore.HopDecision;
import dev.oncemore.HttpDate;
import dev.oncemore.Method;
import dev.oncemore.Note;
import dev.oncemore.Notes;
import dev.oncemore.Oncemore;
import dev.oncemore.Outcome;
import dev.oncemore.Policy;
import dev.oncemore.Repeatable;
import dev.oncemore.RetryAfter;
import dev.oncemore.Trail;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What is remembered along one call, over all its attempts and hops; for those who write an
 * adapter. It begins when it is made. The adapter sends, says how that ended, and does what it is
 * told:
 *
 * <pre>{@code
 * Call call = Call.inner(settings);
 * for (;;) {
 *   ... send, with the fields that call.ownFields(request) says
 *   Decision decision = call.answered(request, status, fields, response); // or failed
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
  private static final System.Logger LOG = System.getLogger("dev.oncemore");

  /** Of a response that nobody wants, no more is read than this. */
  public static final int MOST_DRAIN_OCTETS = 64 * 1024;

  private static final Duration MOST_DRAIN_TIME = Duration.ofMillis(250);

  /** A call may go on for ever, but what is remembered of it may not grow so. */
  private static final int MOST_DECISIONS = 64;

  private final Settings settings;
  private final boolean outer;
  private final long start;
  private final Deque<Decided> decisions = new ArrayDeque<>();
  private Attempt current = Attempt.of(1, Method.UNKNOWN, Outcome.status(0));
  private String key;
  private String remedy;
  private boolean opensConnections;

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
    return current.number();
  }

  /**
   * The fields in which the request of this attempt is not the caller's: the number of the attempt,
   * and an idempotency key that was made for the call.
   *
   * @param request the caller's
   * @return the only value of each field; an empty one is to be left out, whatever the caller set
   */
  public Map<String, Optional<String>> ownFields(RequestView request) {
    Map<String, Optional<String>> fields = new LinkedHashMap<>();
    if (settings.attemptField() != null) {
      fields.put(settings.attemptField(),
          number() > 1 ? Optional.of(Long.toString(number() - 1)) : Optional.empty());
    }
    if (needsKey(request)) {
      fields.put(settings.keyField(), Optional.of(key()));
    }
    return fields;
  }

  private boolean needsKey(RequestView request) {
    return settings.makeKey() != null && !request.fields().has(settings.keyField())
        && !Method.parse(request.method()).isIdempotent();
  }

  private String key() {
    if (key == null) {
      key = Objects.requireNonNull(settings.makeKey().get(), "what makeKey gives");
    }
    return key;
  }

  /** Another attempt begins, after the wait that was decided. */
  public void sendAgain() {
    current = current.advance(last().decision());
  }

  /**
   * Nothing more is to be sent, whatever the policy says: something below repeats or follows by
   * itself, or decides in the place of this call. The decisions that come say so.
   *
   * @param remedy what the user can do about it, or what is done instead; for the log
   */
  public void sendNoMore(String remedy) {
    this.remedy = Objects.requireNonNull(remedy, "remedy");
  }

  /**
   * Whether the next attempt gets a connection of its own where {@link
   * dev.oncemore.Note#NEW_CONNECTION} asks for that. Unless it is said, the lines of the decisions
   * do not promise it.
   *
   * @param can whether the adapter sees to it
   */
  public void opensConnections(boolean can) {
    opensConnections = can;
  }

  // ---- It ended ---------------------------------------------------------------------------------

  /**
   * A response came.
   *
   * @param request the one that a retry would send
   * @param status its status as received
   * @param response its fields
   * @return what is to be done
   */
  public Decision answered(RequestView request, int status, Fields response) {
    return answered(request, status, response, null);
  }

  /**
   * A response came.
   *
   * @param request the one that a retry would send
   * @param status its status as received
   * @param response its fields
   * @param original the client's own response, for {@link Settings#adjust()}; null if there is none
   * @return what is to be done
   */
  public Decision answered(RequestView request, int status, Fields response, Object original) {
    return decide(answer(request, status, response), request,
        new ResultView(status, response, null, original), null);
  }

  /**
   * A response came, and the client knows more, or less, than it says: that of a proxy to CONNECT
   * proves that the request itself was never sent.
   *
   * @param request the one that a retry would send
   * @param status its status as received
   * @param evidence what the client knows of whether the request was processed
   * @param response its fields
   * @param original the client's own response, for {@link Settings#adjust()}; null if there is none
   * @return what is to be done
   */
  public Decision answered(
      RequestView request, int status, Evidence evidence, Fields response, Object original) {
    return decide(answer(request, status, response).withEvidence(evidence), request,
        new ResultView(status, response, null, original), null);
  }

  private Attempt answer(RequestView request, int status, Fields response) {
    return attempt(request, Outcome.status(status)).withRetryAfter(retryAfter(response));
  }

  /**
   * No usable response came.
   *
   * @param request the one that a retry would send
   * @param failure why
   * @param error what the client says
   * @return what is to be done
   */
  public Decision failed(RequestView request, Failure failure, Throwable error) {
    return failed(request, failure, Evidence.BY_OUTCOME, error);
  }

  /**
   * No usable response came, and the client knows more, or less, than that.
   *
   * @param request the one that a retry would send
   * @param failure why
   * @param evidence what the client knows of whether the request was processed
   * @param error what the client says
   * @return what is to be done
   */
  public Decision failed(
      RequestView request, Failure failure, Evidence evidence, Throwable error) {
    return failed(request, Outcome.failed(failure), evidence, error);
  }

  /**
   * The client has an error for something that is an outcome of its own, such as a proxy that
   * answered CONNECT with a status.
   *
   * @param request the one that a retry would send
   * @param outcome how the attempt ended
   * @param evidence what the client knows of whether the request was processed
   * @param error what the client says
   * @return what is to be done
   */
  public Decision failed(
      RequestView request, Outcome outcome, Evidence evidence, Throwable error) {
    Attempt attempt = attempt(request, outcome).withEvidence(evidence);
    return decide(attempt, request, ResultView.of(error), null);
  }

  /**
   * The caller does not want it any more, be it in an attempt or in the wait after one.
   *
   * @param request the one that a retry would send
   * @param error what the caller gets
   * @return a stop
   */
  public Decision cancelled(RequestView request, Throwable error) {
    return failed(request, Failure.CANCELLED, error);
  }

  private Attempt attempt(RequestView request, Outcome outcome) {
    Attempt attempt = current
        .withMethod(Method.parse(request.method()))
        .withOutcome(outcome)
        .withBody(request.body())
        .withElapsed(elapsed())
        .withRedirects(outer ? trail() : Trail.empty());
    return hasKey(request) ? attempt.withRepeatable(Repeatable.YES) : attempt;
  }

  private boolean hasKey(RequestView request) {
    return settings.keyField() != null
        && (request.fields().has(settings.keyField()) || key != null && needsKey(request));
  }

  private Decision decide(
      Attempt known, RequestView request, ResultView result, HopDecision hop) {
    Attempt attempt = Objects.requireNonNull(
        settings.adjust().adjust(known, request, result), "what adjust gives");
    Policy policy = policy(attempt);
    Decision decision = Oncemore.decide(policy, attempt, settings.timing().random());
    Decided decided = new Decided(request.method(), Reference.of(request.url()).shown().toString(),
        decision, attempt, hop, result.error(), line(policy, attempt, decision, hop));
    if (decisions.size() == MOST_DECISIONS) {
      decisions.remove();
    }
    decisions.add(decided);
    LOG.log(Level.DEBUG, () -> decided.method() + " " + decided.url() + ": " + decided.line());
    settings.onDecision().accept(decided);
    return decision;
  }

  private Policy policy(Attempt attempt) {
    Policy policy = settings.policyOf(attempt);
    return remedy == null ? policy : policy.withMaxAttempts(1);
  }

  private String line(Policy policy, Attempt attempt, Decision decision, HopDecision hop) {
    Set<Note> claimed = EnumSet.noneOf(Note.class);
    claimed.addAll(decision.notes());
    if (!opensConnections) {
      claimed.remove(Note.NEW_CONNECTION);
    }
    String line = Oncemore.describe(policy, attempt, new Decision(decision.verdict(),
        decision.reason(), decision.delayMillis(), Notes.of(claimed.toArray(Note[]::new))));
    if (hop != null && hop.follow()) { // and no stop, as decide has it of a redirect
      line = line.substring(0, line.lastIndexOf(", ")) + ", follow in " + hop.delayMillis() + " ms";
    }
    return remedy == null ? line : line + "; " + remedy;
  }

  // ---- Redirects --------------------------------------------------------------------------------

  /**
   * A response came that can be a redirect, and the adapter follows those by itself: this is asked
   * instead of {@link #answered}, and recorded as that is. To follow, the adapter waits for {@link
   * HopDecision#delay()} and then says {@link #followed}; what is not followed ends the call.
   *
   * @param request the one that was redirected
   * @param status of the response, of which {@link dev.oncemore.HttpStatus#isFollowable} is true
   * @param hasLocation whether it says where to, in a way that the adapter understands
   * @param response its fields
   * @param original the client's own response, for {@link Settings#adjust()}; null if there is none
   * @return whether to follow, when, and with what
   */
  public HopDecision redirected(RequestView request, int status, boolean hasLocation,
      Fields response, Object original) {
    HopDecision hop = follow(request, status, hasLocation, response);
    decide(answer(request, status, response), request,
        new ResultView(status, response, null, original), hop);
    return hop;
  }

  /**
   * May this redirect be followed? For an adapter whose client follows by itself, and asks first.
   *
   * @param request the one that was redirected
   * @param status of the response
   * @param hasLocation whether it says where to, in a way that the adapter understands
   * @param response its fields
   * @return whether to follow, when, and with what
   */
  public HopDecision follow(RequestView request, int status, boolean hasLocation, Fields response) {
    Hop hop = Hop.of(status, Method.parse(request.method()), hasLocation)
        .withBody(request.body())
        .withRetryAfter(retryAfter(response))
        .withElapsed(elapsed());
    return Oncemore.follow(settings.policy(), trail(), hop);
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
    current = current.withRedirects(trail().followed(status, before, after));
  }

  /** {@return the hops since the request was sent, and the number of the call's} */
  public Trail trail() {
    return current.redirects();
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

  /**
   * The time-out for what begins now, where the client has one for each request.
   *
   * @return what is left of the deadline; empty if there is none. Zero says not to send any more
   */
  public Optional<Duration> timeLeft() {
    return settings.policy().timeLeft(elapsed());
  }

  /**
   * How long the rest of a response may be read that nobody wants, before another request follows:
   * 250 ms, or what the deadline leaves beside the delay.
   *
   * @param delay what comes after that
   * @return the time; zero says not to read at all
   */
  public Duration drainTime(Duration delay) {
    return settings.policy().timeLeft(elapsed().plus(delay))
        .filter(left -> left.compareTo(MOST_DRAIN_TIME) < 0)
        .orElse(MOST_DRAIN_TIME);
  }

  /**
   * {@return the decisions so far, one for each attempt, hop and cancelled wait; the last 64 if
   * there are more}
   */
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
    Instant reference = HttpDate.referenceTime(
        joined(response.lines("Date")), joined(response.lines("Age")), settings.timing().now());
    return RetryAfter.parseLines(response.lines("Retry-After"), reference);
  }

  /** Two lines of a field that may be there but once are malformed. */
  private static String joined(List<String> lines) {
    return lines.isEmpty() ? null : String.join(",", lines);
  }

  private Decided last() {
    return decisions.getLast();
  }
}
