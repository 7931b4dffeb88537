// SPDX-License-Identifier: MIT
package dev.oncemore.test.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import dev.oncemore.Policy;
import dev.oncemore.Reason;
import dev.oncemore.Trail;
import dev.oncemore.http.Call;
import dev.oncemore.http.Decided;
import dev.oncemore.http.Fields;
import dev.oncemore.http.Sent;
import dev.oncemore.http.Settings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is remembered along a call. */
class CallTest {
  private static final Policy POLICY = Policy.builder()
      .backoff(Backoff.defaults().withInitial(Duration.ofMillis(100)).withJitter(Jitter.NONE))
      .build();
  private static final Sent GET = new Sent("GET", Fields.NONE, Body.REPLAYABLE);
  private static final Sent POST = new Sent("POST", Fields.NONE, Body.REPLAYABLE);

  private final Waits waits = new Waits();
  private final Settings settings = Settings.of(POLICY).withTiming(waits);

  private static Fields retryAfter(String... lines) {
    return name -> name.equals("Retry-After") ? List.of(lines) : List.of();
  }

  @Test
  void attemptsAreCountedAndHopsAreNot() {
    Call call = Call.inner(settings);
    assertEquals(1, call.number());
    assertEquals(Optional.empty(), call.attemptField());
    call.followed(302, "GET", "GET");
    assertTrue(call.answered(GET, 503, Fields.NONE).retry());
    assertEquals(1, call.number());
    call.sendAgain();
    assertEquals(2, call.number());
    assertEquals(Optional.of("1"), call.attemptField());
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
    Call call = Call.inner(settings.withPolicy(policy).withRandom(() -> -1));
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
    Sent once = new Sent("POST", Fields.NONE, Body.CONSUMED);
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
  void aRequestWithAKeyIsRepeatable() {
    Sent keyed = new Sent("POST",
        name -> name.equals("Idempotency-Key") ? List.of("k") : List.of(), Body.REPLAYABLE);
    Settings named = settings.withKeyField("Idempotency-Key");
    assertTrue(Call.inner(named).answered(keyed, 504, Fields.NONE).retry());
    assertEquals(Reason.MAYBE_PROCESSED,
        Call.inner(named).answered(POST, 504, Fields.NONE).reason());
    assertEquals(Reason.MAYBE_PROCESSED,
        Call.inner(settings).answered(keyed, 504, Fields.NONE).reason());
    Sent blank = new Sent("POST", name -> List.of(" "), Body.REPLAYABLE);
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
    Settings adjusted = settings.withAdjust((attempt, response) ->
        response.has("x-budget") ? attempt.withBudget(BudgetAnswer.DENIED) : attempt);
    Fields denied = name -> name.equals("x-budget") ? List.of("0") : List.of();
    assertEquals(Reason.BUDGET_EXHAUSTED, Call.inner(adjusted).answered(GET, 503, denied).reason());
    assertTrue(Call.inner(adjusted).answered(GET, 503, Fields.NONE).retry());
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
