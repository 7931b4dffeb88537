// SPDX-License-Identifier: MIT
package dev.oncemore.test.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oncemore.Backoff;
import dev.oncemore.Body;
import dev.oncemore.BudgetAnswer;
import dev.oncemore.Decision;
import dev.oncemore.Evidence;
import dev.oncemore.Failure;
import dev.oncemore.InvalidPolicyException;
import dev.oncemore.Jitter;
import dev.oncemore.Note;
import dev.oncemore.Outcome;
import dev.oncemore.Policy;
import dev.oncemore.Reason;
import dev.oncemore.Repeatable;
import dev.oncemore.ServerWait;
import dev.oncemore.Trail;
import dev.oncemore.http.Call;
import dev.oncemore.http.Decided;
import dev.oncemore.http.Fields;
import dev.oncemore.http.RequestView;
import dev.oncemore.http.Settings;
import dev.oncemore.http.Timing;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** What is remembered along a call. */
class CallTest {
  private static final Policy POLICY = Policy.builder()
      .backoff(Backoff.defaults().withInitial(Duration.ofMillis(100)).withJitter(Jitter.NONE))
      .serverWait(ServerWait.defaults().withSpread(0))
      .build();
  /** The dice whose draw is the high end of every range. */
  private static final long HIGHEST = 0xCF9A04AFFA6BADC0L;

  private static final RequestView GET = request("GET", Fields.NONE, Body.REPLAYABLE);
  private static final RequestView POST = request("POST", Fields.NONE, Body.REPLAYABLE);

  private final Waits waits = new Waits();
  private final Settings settings = Settings.of(POLICY).withTiming(waits);

  private static RequestView request(String method, Fields fields, Body body) {
    return new RequestView(method, "https://me:word@one.example:8443/a?q=1#f", fields, body, "own");
  }

  private static Fields retryAfter(String... lines) {
    return name -> name.equals("Retry-After") ? List.of(lines) : List.of();
  }

  @Test
  void attemptsAreCountedAndHopsAreNot() {
    Call call = Call.inner(settings.withAttemptField("Retry-Attempt"));
    assertEquals(1, call.number());
    assertEquals(Map.of("Retry-Attempt", Optional.empty()), call.ownFields(GET));
    call.followed(302, "GET", "GET");
    assertTrue(call.answered(GET, 503, Fields.NONE).retry());
    assertEquals(1, call.number());
    call.sendAgain();
    assertEquals(2, call.number());
    assertEquals(Map.of("Retry-Attempt", Optional.of("1")), call.ownFields(GET));
    assertEquals(1, call.trail().hops());
    assertTrue(call.trail().flags().isEmpty());
  }

  @Test
  void aCallEndsWhenItsAttemptsAreUsedUp() {
    Call call = Call.inner(settings);
    List<Long> delays = new ArrayList<>();
    Decision decision = call.answered(GET, 503, Fields.NONE);
    for (; decision.retry(); decision = call.answered(GET, 503, Fields.NONE)) {
      delays.add(decision.delayMillis());
      call.sendAgain();
    }
    assertEquals(List.of(100L, 200L, 400L), delays);
    assertEquals(Reason.ATTEMPTS_EXHAUSTED, decision.reason());
    assertEquals(800, decision.delayMillis());
  }

  @Test
  void theDeadlineIsForTheWholeCall() {
    Policy policy = POLICY.withDeadline(Duration.ofSeconds(1));
    Call call = Call.inner(settings.withPolicy(policy));
    waits.pass(Duration.ofMillis(899));
    assertTrue(call.answered(GET, 503, Fields.NONE).retry());
    waits.pass(Duration.ofMillis(1));
    assertEquals(Duration.ofMillis(900), call.elapsed());
    assertEquals(Reason.DEADLINE, call.answered(GET, 503, Fields.NONE).reason());
  }

  @Test
  void decorrelatedJitterKnowsThePreviousDelay() {
    Policy policy = POLICY.withBackoff(POLICY.backoff().withJitter(Jitter.DECORRELATED));
    Call call = Call.inner(settings.withPolicy(policy).withTiming(dice(HIGHEST)));
    assertEquals(300, call.answered(GET, 503, Fields.NONE).delayMillis());
    call.sendAgain();
    assertEquals(900, call.answered(GET, 503, Fields.NONE).delayMillis());
  }

  @Test
  void onlyALoopOutsideOfRedirectsShowsItsTrail() {
    Call inner = Call.inner(settings);
    inner.followed(303, "POST", "GET");
    assertTrue(inner.answered(GET, 503, Fields.NONE).retry());
    assertEquals(Trail.empty(), inner.decisions().get(0).attempt().redirects());
    assertEquals(1, inner.trail().hops());

    Call outer = Call.outer(settings);
    outer.followed(303, "POST", "GET");
    assertEquals(Reason.ACCEPTED, outer.answered(POST, 503, Fields.NONE).reason());
  }

  @Test
  void hopsAreCountedForTheWholeCall() {
    Call call = Call.inner(settings.withPolicy(POLICY.withMaxRedirects(1)));
    assertTrue(call.follow(GET, 302, true, Fields.NONE).follow());
    call.followed(302, "GET", "GET");
    call.answered(GET, 503, Fields.NONE);
    call.sendAgain();
    assertEquals(Reason.REDIRECT_LIMIT, call.follow(GET, 302, true, Fields.NONE).reason());
  }

  @Test
  void aHopWaitsAsTheServerAsks() {
    Call call = Call.inner(settings);
    assertEquals(2000, call.follow(GET, 302, true, retryAfter("2")).delayMillis());
    assertEquals(Reason.NO_LOCATION, call.follow(GET, 302, false, Fields.NONE).reason());
    RequestView once = request("POST", Fields.NONE, Body.CONSUMED);
    assertEquals(Reason.BODY_CONSUMED, call.follow(once, 307, true, Fields.NONE).reason());
  }

  @Test
  void theLongestLineOfRetryAfterCountsAndADateIsComparedWithTheClock() {
    Call call = Call.inner(settings);
    assertEquals(3000, call.answered(GET, 503, retryAfter("2", "soon", "3")).delayMillis());
    Fields date = retryAfter("Thu, 01 Jan 1970 00:00:07 GMT");
    assertEquals(7000, call.answered(GET, 503, date).delayMillis());
  }

  @Test
  void orWithTheServersOwnDateUnlessThatIsACaches() {
    Map<String, String> fields = new HashMap<>(Map.of(
        "Date", "Mon, 15 Jun 2026 11:59:00 GMT", "Retry-After", "Mon, 15 Jun 2026 11:59:02 GMT"));
    Fields response = name -> fields.containsKey(name) ? List.of(fields.get(name)) : List.of();
    Settings exact = settings.withPolicy(POLICY.withServerWait(
        POLICY.serverWait().withCap(Policy.NO_DEADLINE)));
    assertEquals(2000, Call.inner(exact).answered(GET, 503, response).delayMillis());
    fields.put("Age", "7");
    assertNotEquals(2000, Call.inner(exact).answered(GET, 503, response).delayMillis());
  }

  @Test
  void theDeadlineLimitsAnAttemptAndTheReadingOfARest() {
    assertEquals(Optional.empty(), Call.inner(settings).timeLeft());
    Call call = Call.inner(settings.withPolicy(POLICY.withDeadline(Duration.ofSeconds(1))));
    waits.pass(Duration.ofMillis(400));
    assertEquals(Optional.of(Duration.ofMillis(600)), call.timeLeft());
    assertEquals(Duration.ofMillis(250), call.drainTime(Duration.ofMillis(100)));
    assertEquals(Duration.ofMillis(100), call.drainTime(Duration.ofMillis(500)));
    assertEquals(Duration.ZERO, call.drainTime(Duration.ofSeconds(2)));
  }

  @Test
  void aRequestWithAKeyIsRepeatable() {
    RequestView keyed = request("POST",
        name -> name.equals("Idempotency-Key") ? List.of("k") : List.of(), Body.REPLAYABLE);
    Settings named = settings.withKeyField("Idempotency-Key");
    assertTrue(Call.inner(named).answered(keyed, 504, Fields.NONE).retry());
    assertEquals(Reason.MAYBE_PROCESSED,
        Call.inner(named).answered(POST, 504, Fields.NONE).reason());
    assertEquals(Reason.MAYBE_PROCESSED,
        Call.inner(settings).answered(keyed, 504, Fields.NONE).reason());
    RequestView blank = request("POST", name -> List.of(" "), Body.REPLAYABLE);
    assertEquals(Reason.MAYBE_PROCESSED,
        Call.inner(named).answered(blank, 504, Fields.NONE).reason());
  }

  @Test
  void theClientMayKnowMoreThanTheFailureSays() {
    IOException error = new IOException();
    assertEquals(Reason.MAYBE_PROCESSED,
        Call.inner(settings).failed(POST, Failure.TIMEOUT, error).reason());
    assertTrue(Call.inner(settings)
        .failed(POST, Failure.TIMEOUT, Evidence.NEVER_SENT, error).retry());
  }

  @Test
  void theCallerMayAddToAnAttempt() {
    Settings adjusted = settings.withAdjust((attempt, request, result) ->
        result.fields().has("x-budget") ? attempt.withBudget(BudgetAnswer.DENIED) : attempt);
    Fields denied = name -> name.equals("x-budget") ? List.of("0") : List.of();
    assertEquals(Reason.BUDGET_EXHAUSTED, Call.inner(adjusted).answered(GET, 503, denied).reason());
    assertTrue(Call.inner(adjusted).answered(GET, 503, Fields.NONE).retry());
  }

  @Test
  void heIsShownTheRequestAndHowItEndedWhateverThatWas() {
    List<Object> seen = new ArrayList<>();
    IOException error = new IOException();
    Call call = Call.inner(settings.withAdjust((attempt, request, result) -> {
      seen.addAll(List.of(request.as(String.class).orElseThrow(), result.status(),
          result.as(Integer.class), result.isResponse() ? "-" : result.error()));
      return attempt.withRepeatable(Repeatable.YES);
    }));
    assertTrue(call.answered(POST, 500, Fields.NONE, 17).retry());
    assertTrue(call.failed(POST, Failure.TIMEOUT, error).retry());
    assertEquals(Reason.SUCCESS, call.answered(POST, 200, Fields.NONE).reason());
    assertEquals(Reason.CANCELLED, call.cancelled(POST, error).reason());
    assertEquals(List.of("own", 500, Optional.of(17), "-", "own", 0, Optional.empty(), error,
        "own", 200, Optional.empty(), "-", "own", 0, Optional.empty(), error), seen);
  }

  @Test
  void aPolicyIsChosenForEachAttemptOrForACall() {
    Policy never = POLICY.withMaxAttempts(1);
    Settings choosing = settings.withPolicyFor(attempt ->
        attempt.outcome().equals(Outcome.status(503)) ? never : POLICY);
    Call call = Call.inner(choosing);
    assertTrue(call.answered(GET, 502, Fields.NONE).retry());
    Decision stop = call.answered(GET, 503, Fields.NONE);
    assertEquals(Reason.ATTEMPTS_EXHAUSTED, stop.reason());
    assertTrue(call.decisions().get(1).line().startsWith("attempt 1 of 1: 503, stop"));
    assertTrue(Call.inner(choosing.forCall(POLICY)).answered(GET, 503, Fields.NONE).retry());
    assertEquals(choosing, choosing.forCall(null));
  }

  @Test
  void aKeyIsMadeOnceForACallThatNeedsOne() {
    AtomicInteger made = new AtomicInteger();
    Settings making = settings.withKeyField("Idempotency-Key")
        .withMakeKey(() -> "k" + made.incrementAndGet());
    Call call = Call.inner(making);
    Map<String, Optional<String>> key = Map.of("Idempotency-Key", Optional.of("k1"));
    assertEquals(key, call.ownFields(POST));
    assertTrue(call.answered(POST, 500, Fields.NONE).retry());
    call.sendAgain();
    assertEquals(key, call.ownFields(POST));
    assertEquals(Map.of(), call.ownFields(GET));
    RequestView keyed = request("POST", name -> List.of("mine"), Body.REPLAYABLE);
    assertEquals(Map.of(), Call.inner(making).ownFields(keyed));
    assertEquals(1, made.get());
    assertEquals(Map.of(), Call.inner(making.withMakeKey((Supplier<String>) null)).ownFields(POST));
    assertEquals(36, Call.inner(making.withMakeKey()).ownFields(POST)
        .get("Idempotency-Key").orElseThrow().length());
    assertThrows(IllegalArgumentException.class, settings::withMakeKey);
  }

  @Test
  void aDecisionTellsTheRequestAndNothingSecret() {
    Call call = Call.inner(settings);
    call.answered(GET, 503, Fields.NONE);
    Decided decided = call.decisions().get(0);
    assertEquals("GET https://one.example:8443/a 1",
        decided.method() + " " + decided.url() + " " + decided.number());
    assertTrue(decided.goesOn());
  }

  @Test
  void eachDecisionIsLoggedQuietly() {
    Logger logger = Logger.getLogger("dev.oncemore");
    List<String> lines = new ArrayList<>();
    Handler handler = new Handler() {
      @Override
      public void publish(LogRecord logged) {
        lines.add(logged.getLevel() + " " + logged.getMessage());
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
    logger.addHandler(handler);
    try {
      Call.inner(settings).answered(GET, 503, Fields.NONE);
      logger.setLevel(Level.FINE);
      Call.inner(settings).answered(GET, 404, Fields.NONE);
    } finally {
      logger.setLevel(null);
      logger.removeHandler(handler);
    }
    assertEquals(List.of("FINE GET https://one.example:8443/a: "
        + "attempt 1 of 4: 404, stop: status_not_retried"), lines);
  }

  @Test
  void aFollowedRedirectIsNoStopInItsLine() {
    Call call = Call.inner(settings.withPolicy(POLICY.withMaxRedirects(1)));
    assertTrue(call.redirected(GET, 302, true, retryAfter("2"), null).follow());
    call.followed(302, "GET", "GET");
    assertFalse(call.redirected(GET, 302, true, Fields.NONE, null).follow());
    assertEquals(List.of("attempt 1 of 4: 302, follow in 2000 ms",
        "attempt 1 of 4: 302, stop: redirect"),
        call.decisions().stream().map(Decided::line).toList());
    assertEquals(List.of(true, false), call.decisions().stream().map(Decided::goesOn).toList());
    assertEquals(Reason.REDIRECT_LIMIT, call.decisions().get(1).hop().reason());
  }

  @Test
  void nothingMoreIsSentWhenSomethingBelowSends() {
    Call call = Call.inner(settings);
    call.sendNoMore("switch the other one off");
    assertEquals(Reason.ATTEMPTS_EXHAUSTED, call.answered(GET, 503, Fields.NONE).reason());
    assertTrue(call.decisions().get(0).line().endsWith("; switch the other one off"));
  }

  @Test
  void aNewConnectionIsPromisedByWhoOpensOneAlone() {
    Call call = Call.inner(settings);
    call.answered(GET, 421, Fields.NONE);
    call.opensConnections(true);
    call.answered(GET, 421, Fields.NONE);
    assertEquals(List.of(false, true), call.decisions().stream()
        .map(decided -> decided.line().contains("new connection")).toList());
    assertTrue(call.decisions().get(0).decision().notes().contains(Note.NEW_CONNECTION));
  }

  @Test
  void aCallWithoutEndIsNotRememberedWithoutEnd() {
    Call call = Call.inner(settings.withPolicy(POLICY.withMaxAttempts(Policy.UNLIMITED)));
    for (int i = 0; i < 1000; i++) {
      assertTrue(call.failed(GET, Failure.CONNECT, new IOException()).retry());
      call.sendAgain();
    }
    assertEquals(64, call.decisions().size());
    assertEquals(1000, call.decisions().get(63).number());
    assertEquals(65, call.remember(new IOException()).getSuppressed().length);
  }

  private static Timing dice(long random) {
    return new Waits() {
      @Override
      public long random() {
        return random;
      }
    };
  }

  @Test
  void theHookGetsEachDecisionAndItsLine() {
    List<Decided> told = new ArrayList<>();
    Call call = Call.inner(settings.withOnDecision(told::add));
    call.answered(GET, 503, retryAfter("2"));
    call.sendAgain();
    IOException error = new IOException();
    call.cancelled(GET, error);
    assertEquals(call.decisions(), told);
    assertEquals("attempt 1 of 4: 503, retry in 2000 ms (server asked 2000 ms)",
        told.get(0).toString());
    assertEquals(Reason.CANCELLED, told.get(1).decision().reason());
    assertEquals(2, told.get(1).attempt().number());
    assertSame(error, told.get(1).error());
  }

  @Test
  void theLastErrorRemembersTheEarlierOnesAndTheDecisions() {
    Call call = Call.inner(settings);
    IOException first = new IOException("first");
    IOException last = new IOException("last");
    call.failed(GET, Failure.CONNECT, first);
    call.sendAgain();
    call.failed(GET, Failure.OTHER, last);
    assertSame(last, call.remember(last));
    assertEquals(List.of(first), List.of(last.getSuppressed()).subList(0, 1));
    assertEquals(2, last.getSuppressed().length);
    assertTrue(last.getSuppressed()[1].toString().contains("attempt 1 of 4: connect, retry in"));
    assertEquals(call.decisions(), Decided.in(new RuntimeException(last)));
    assertEquals(List.of(), Decided.in(first));
  }

  @Test
  void anErrorThatComesTwiceIsNotItsOwnPast() {
    Call call = Call.inner(settings);
    IOException same = new IOException();
    call.failed(GET, Failure.CONNECT, same);
    call.sendAgain();
    call.failed(GET, Failure.CONNECT, same);
    assertEquals(1, call.remember(same).getSuppressed().length);
  }

  @Test
  void settingsRefuseWhatCannotBe() {
    assertThrows(NullPointerException.class, () -> Settings.of(null));
    assertThrows(InvalidPolicyException.class,
        () -> Settings.of(POLICY.withMaxAttempts(0)));
    assertFalse(Fields.NONE.has("any"));
  }
}
