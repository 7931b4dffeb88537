// SPDX-License-Identifier: MIT
package dev.oncemore.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oncemore.Attempt;
import dev.oncemore.Backoff;
import dev.oncemore.Counting;
import dev.oncemore.Decision;
import dev.oncemore.DelayRange;
import dev.oncemore.Failure;
import dev.oncemore.FailureSet;
import dev.oncemore.Grammar;
import dev.oncemore.Hop;
import dev.oncemore.HttpDate;
import dev.oncemore.InvalidPolicyException;
import dev.oncemore.Jitter;
import dev.oncemore.Method;
import dev.oncemore.NextBody;
import dev.oncemore.NextMethod;
import dev.oncemore.Note;
import dev.oncemore.Notes;
import dev.oncemore.Oncemore;
import dev.oncemore.Outcome;
import dev.oncemore.OverCap;
import dev.oncemore.Policy;
import dev.oncemore.PolicyBuilder;
import dev.oncemore.PolicyError;
import dev.oncemore.Reason;
import dev.oncemore.RedirectProof;
import dev.oncemore.RedirectRewrite;
import dev.oncemore.RetryAfter;
import dev.oncemore.ServerWait;
import dev.oncemore.ServerWaitMode;
import dev.oncemore.StatusSet;
import dev.oncemore.SystemDecisions;
import dev.oncemore.Trail;
import dev.oncemore.TrailFlag;
import dev.oncemore.Unrepeatable;
import dev.oncemore.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the types do beside asking the library. */
class ValuesTest {
  static final Instant NOON = Instant.parse("2026-06-15T12:00:00Z");
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);
  private static final Duration MOST_NEGATIVE = Duration.ofSeconds(Long.MIN_VALUE);

  /** An attempt that the default policy retries. */
  static Attempt worthIt() {
    return Attempt.of(1, Method.GET, Outcome.status(503));
  }

  private static Reason reason(Attempt attempt) {
    return Oncemore.decide(Policy.defaults(), attempt, 1).reason();
  }

  private static Duration stored(Duration given) {
    return RetryAfter.of(given).duration().orElseThrow();
  }

  @Test
  void whatThePolicyDocumentsIsTheDefault() {
    Policy policy = Policy.defaults().validate();
    assertEquals(4, policy.maxAttempts());
    assertEquals(Unrepeatable.IF_UNPROCESSED, policy.unrepeatable());
    assertEquals(RedirectProof.METHOD_CHANGE, policy.redirectProof());
    assertEquals(RedirectRewrite.BROWSER, policy.redirectRewrite());
    assertEquals(10, policy.maxRedirects());
    assertEquals(FailureSet.defaultFailures(), policy.failures());
    assertEquals(StatusSet.defaultStatuses(), policy.statuses());
    assertEquals(StatusSet.of(413, 421, 425, 429), policy.unprocessed());
    assertEquals(StatusSet.defaultUnprocessed(), policy.unprocessed());
    assertEquals(Policy.NO_DEADLINE, policy.deadline());
    assertEquals(Duration.ZERO, policy.minAttemptTime());
    assertEquals(
        new Backoff(SECOND, SECOND.multipliedBy(30), Duration.ZERO, 2, Jitter.EQUAL, 0.5,
            Duration.ZERO),
        policy.backoff());
    assertEquals(
        new ServerWait(ServerWaitMode.AT_LEAST, OverCap.GIVE_UP, SECOND.multipliedBy(30), 0.1),
        policy.serverWait());
    assertEquals(Policy.UNLIMITED, Counting.attemptsFromRetries(Policy.UNLIMITED));
    assertEquals("{408 413 421 425 429 500 502-504 509 512-999}", policy.statuses().toString());
    assertEquals("{name_resolution connect tls_handshake not_sent rejected send timeout "
        + "connection_lost bad_response}", policy.failures().toString());
  }

  @Test
  void aPolicyKeepsWhatItIsGiven() {
    Policy policy = Policy.builder()
        .maxAttempts(Policy.UNLIMITED)
        .unrepeatable(Unrepeatable.ALWAYS)
        .redirectProof(RedirectProof.ANY_HOP)
        .redirectRewrite(RedirectRewrite.KEEP)
        .maxRedirects(3)
        .failures(FailureSet.of(Failure.TIMEOUT))
        .statuses(StatusSet.of(418, 599, 700))
        .unprocessed(StatusSet.of(400))
        .deadline(Duration.ofMillis(11))
        .minAttemptTime(Duration.ofMillis(12))
        .backoff(new Backoff(Duration.ofMillis(13), Duration.ofMillis(14), Duration.ofMillis(5),
            1.016, Jitter.ADDITIVE, 0.17, Duration.ofMillis(18)))
        .serverWait(new ServerWait(
            ServerWaitMode.IGNORE, OverCap.CLAMP, Duration.ofMillis(19), 0.2))
        .build();
    assertEquals("Policy[maxAttempts=4294967295, unrepeatable=always, redirectProof=any_hop, "
        + "redirectRewrite=keep, maxRedirects=3, failures={timeout}, statuses={418 599-999}, "
        + "unprocessed={400}, deadline=PT0.011S, minAttemptTime=PT0.012S, "
        + "backoff=Backoff[initial=PT0.013S, cap=PT0.014S, floor=PT0.005S, multiplier=1.016, "
        + "jitter=additive, spread=0.17, spreadTime=PT0.018S], serverWait=ServerWait[mode=ignore, "
        + "overCap=clamp, cap=PT0.019S, spread=0.2]]", policy.toString());
    assertEquals(policy, policy.toBuilder().build());
    assertEquals(policy.hashCode(), policy.toBuilder().build().hashCode());
    assertNotEquals(policy, policy.withMaxRedirects(4));
    assertSame(policy, policy.validate());
  }

  @Test
  void aBuilderGoesOnWithoutChangingWhatItBuilt() {
    PolicyBuilder builder = Policy.builder().maxAttempts(2);
    Policy two = builder.build();
    assertEquals(3, builder.maxAttempts(3).build().maxAttempts());
    assertEquals(2, two.maxAttempts());
    assertEquals(4, Policy.defaults().maxAttempts());
  }

  @Test
  void validateSaysTheLibrarysSentence() {
    Policy policy = Policy.defaults().withBackoff(Backoff.defaults().withFloor(
        Duration.ofHours(1)));
    IllegalArgumentException thrown =
        assertThrows(IllegalArgumentException.class, policy::validate);
    assertEquals("backoff.floor must not be negative and not above backoff.cap",
        thrown.getMessage());
    assertEquals(PolicyError.BACKOFF_FLOOR, ((InvalidPolicyException) thrown).error());
    assertEquals(Reason.INVALID_POLICY, Oncemore.decide(policy, worthIt(), 0).reason());
  }

  @Test
  void whatCannotHaveHappenedIsAStop() {
    assertEquals(Reason.RETRYABLE_STATUS, reason(worthIt()));
    assertEquals(Reason.INVALID_ATTEMPT, reason(Attempt.of(0, Method.GET, Outcome.status(503))));
    for (int status : new int[] {0, -503, 99, 1000, 503 + (1 << 16), 1 << 31, 0x7FFFFFFF}) {
      assertEquals(Reason.INVALID_ATTEMPT, reason(worthIt().withOutcome(Outcome.status(status))));
    }
    assertEquals(Reason.INVALID_ATTEMPT,
        reason(worthIt().withOutcome(Outcome.failed(Failure.NONE))));
    for (Duration negative : List.of(Duration.ofNanos(-1), MOST_NEGATIVE)) {
      assertEquals(Reason.INVALID_ATTEMPT, reason(worthIt().withElapsed(negative)));
      assertEquals(Reason.INVALID_ATTEMPT, reason(worthIt().withPreviousDelay(negative)));
      RetryAfter wait = RetryAfter.of(negative);
      assertEquals(Reason.INVALID_ATTEMPT, reason(worthIt().withRetryAfter(wait)));
    }
  }

  @Test
  void numbersThat32BitsDoNotHoldNameTheirArgument() {
    for (long number : new long[] {-1, 1L << 32, Long.MAX_VALUE, Long.MIN_VALUE}) {
      refused("number", () -> Attempt.of(number, Method.GET, Outcome.status(503)));
      refused("maxAttempts", () -> Policy.builder().maxAttempts(number));
      refused("maxRedirects", () -> Policy.builder().maxRedirects(number));
      refused("number", () -> Policy.defaults().ceiling(number));
      refused("number", () -> Policy.defaults().delayRange(number, Duration.ZERO));
      refused("number", () -> Policy.defaults().ownDelay(number, Duration.ZERO, 0));
      refused("retries", () -> Counting.attemptsFromRetries(number));
      refused("attempts", () -> Counting.retriesFromAttempts(number));
      refused("attempts", () -> new Counting.Layer(number, 0));
      refused("redirects", () -> Counting.requestsPerCall(1, number));
      refused("redirects", () -> Counting.requestsPerCallShared(1, number));
    }
  }

  @Test
  void ratiosThatAreNoneNameTheirArgument() {
    for (double ratio : new double[] {Double.NaN, -0.001, Double.NEGATIVE_INFINITY,
        Double.POSITIVE_INFINITY, 4294967.2955}) {
      refused("multiplier", () -> Backoff.defaults().withMultiplier(ratio));
      refused("spread", () -> Backoff.defaults().withSpread(ratio));
      refused("spread", () -> ServerWait.defaults().withSpread(ratio));
    }
    assertEquals(4294967.295, Backoff.defaults().withMultiplier(4294967.295).multiplier());
  }

  private static void refused(String argument, Runnable call) {
    String message = assertThrows(IllegalArgumentException.class, call::run).getMessage();
    assertTrue(message.startsWith(argument + " must be "), message);
  }

  @Test
  void ratiosAreRoundedToTheNearestThousandth() {
    assertEquals(1.5, Backoff.defaults().withMultiplier(1.4995).multiplier());
    assertEquals(1.499, Backoff.defaults().withMultiplier(1.49949).multiplier());
    assertEquals(1.1, Backoff.defaults().withMultiplier(1.1).multiplier());
    assertEquals(0, ServerWait.defaults().withSpread(-0.0004).spread());
    for (int n = 0; n <= 100_000; n++) { // every thousandth survives as a double
      assertEquals(n / 1000.0, ServerWait.defaults().withSpread(n / 1000.0).spread());
    }
  }

  @Test
  void durationsAreRoundedAwayFromZeroAndSaturate() {
    assertEquals(Duration.ZERO, stored(Duration.ZERO));
    assertEquals(Duration.ofMillis(1), stored(Duration.ofNanos(1)));
    assertEquals(Duration.ofMillis(1), stored(Duration.ofMillis(1)));
    assertEquals(Duration.ofMillis(1001), stored(Duration.ofMillis(1000).plusNanos(1)));
    assertEquals(Duration.ofMillis(-1), stored(Duration.ofNanos(-1)));
    assertEquals(Duration.ofMillis(-2), stored(Duration.ofMillis(-1).minusNanos(1)));
    assertEquals(Duration.ofMillis(-1000), stored(Duration.ofSeconds(-1)));
    assertEquals(Policy.NO_DEADLINE, stored(LONGEST));
    assertEquals(Policy.NO_DEADLINE, stored(Policy.NO_DEADLINE.plusNanos(1)));
    assertEquals(Policy.NO_DEADLINE.negated(), stored(Policy.NO_DEADLINE.negated().minusNanos(1)));
    assertEquals(Policy.NO_DEADLINE.negated(), stored(MOST_NEGATIVE));
    Policy policy = Policy.defaults().withDeadline(LONGEST);
    assertEquals(Policy.defaults(), policy);
    assertTrue(Oncemore.decide(policy, worthIt().withElapsed(SECOND), 0).retry());
    assertEquals(PolicyError.DEADLINE, policy.withDeadline(Duration.ofNanos(-1)).error());
    Policy slow = policy.withBackoff(Backoff.defaults().withInitial(LONGEST).withCap(LONGEST));
    assertEquals(Policy.NO_DEADLINE, slow.ceiling(Policy.UNLIMITED));
    assertEquals(Reason.ATTEMPTS_EXHAUSTED,
        reason(Attempt.of(Policy.UNLIMITED, Method.GET, Outcome.status(503))
            .withElapsed(LONGEST).withPreviousDelay(LONGEST)
            .withRetryAfter(RetryAfter.of(LONGEST))));
  }

  @Test
  void instantsSaturate() {
    String date = "Mon, 15 Jun 2026 12:00:07 GMT";
    assertEquals("0 ms", RetryAfter.parse(date, Instant.MAX).toString());
    assertEquals(Optional.of(Policy.NO_DEADLINE), RetryAfter.parse(date, Instant.MIN).duration());
    assertEquals(Optional.of(Policy.NO_DEADLINE),
        RetryAfter.until(Instant.MAX, Instant.MIN).duration());
    assertEquals("0 ms", RetryAfter.until(Instant.MIN, Instant.MAX).toString());
    assertEquals("1 ms", RetryAfter.until(NOON.plusNanos(1), NOON).toString());
    assertEquals("1000 ms", RetryAfter.until(NOON.plusSeconds(1), NOON).toString());
    assertEquals("0 ms", RetryAfter.until(NOON, NOON.plusSeconds(1)).toString());
  }

  @Test
  void retryAfterFields() {
    assertEquals("absent", RetryAfter.parse((String) null, NOON).toString());
    assertEquals("absent", RetryAfter.parse((byte[]) null, NOON).toString());
    assertEquals("absent", RetryAfter.parseLines(List.of(), NOON).toString());
    assertEquals("malformed", RetryAfter.parse("", NOON).toString());
    assertEquals("malformed", RetryAfter.parse("5\0", NOON).toString());
    assertEquals("malformed", RetryAfter.parse("\u0665", NOON).toString());
    assertEquals("1500 ms", RetryAfter.parse("1.5", NOON).toString());
    assertEquals("malformed", RetryAfter.parse("1.5", NOON, Grammar.STRICT).toString());
    assertEquals("2000 ms", RetryAfter.parse(new byte[] {'2'}, NOON).toString());
    assertEquals("2000 ms", RetryAfter.parse("0".repeat(100_000) + "2", NOON).toString());
    List<String> lines = List.of("", "2", "Mon, 15 Jun 2026 12:00:07 GMT", "soon");
    assertEquals("7000 ms", RetryAfter.parseLines(lines, NOON).toString());
    assertEquals(RetryAfter.malformed(), RetryAfter.absent().combined(RetryAfter.malformed()));
    assertEquals(Optional.empty(), RetryAfter.malformed().duration());
    assertEquals(RetryAfter.of(SECOND).hashCode(), RetryAfter.parse("1", NOON).hashCode());
    assertNotEquals(RetryAfter.of(Duration.ZERO), RetryAfter.absent());
  }

  @Test
  void httpDates() {
    Instant date = Instant.parse("1994-11-06T08:49:37Z");
    assertEquals(Optional.of(date), HttpDate.parse("Sun, 06 Nov 1994 08:49:37 GMT", NOON));
    assertEquals(Optional.of(date), HttpDate.parse("Sunday, 06-Nov-94 08:49:37 GMT", NOON));
    assertEquals(Optional.empty(), HttpDate.parse("yesterday", NOON));
    assertEquals(Optional.empty(), HttpDate.parse(null, NOON));
    assertEquals(Optional.empty(), HttpDate.parse("6 Nov 1994 08:49", NOON, Grammar.STRICT));
  }

  @Test
  void trails() {
    Trail trail = Trail.empty().followed(302, "POST", "POST").followed(303, "POST", "GET");
    assertEquals(2, trail.hops());
    assertEquals(Set.of(TrailFlag.MOVED, TrailFlag.ACCEPTED, TrailFlag.DOUBTFUL), trail.flags());
    assertTrue(trail.provesAcceptance(RedirectProof.METHOD_CHANGE));
    assertEquals(Set.of(), trail.sentAgain().flags());
    assertEquals("2 hops, -", trail.sentAgain().toString());
    assertEquals(trail, Trail.empty().followed(303, "POST", "GET").followed(302, "POST", "POST"));
    assertNotEquals(trail, trail.sentAgain());
    assertThrows(UnsupportedOperationException.class, () -> trail.flags().clear());
    // Methods of other than ASCII letters are different ones all the same.
    assertEquals(Set.of(TrailFlag.MOVED, TrailFlag.ACCEPTED),
        Trail.empty().followed(307, "\u0115", "\u0117").flags());
  }

  @Test
  void follow() {
    Hop hop = Hop.of(302, Method.POST, true).withRetryAfter(RetryAfter.of(SECOND));
    var decision = Oncemore.follow(Policy.defaults(), Trail.empty(), hop);
    assertTrue(decision.follow());
    assertEquals(SECOND, decision.delay());
    assertEquals(NextMethod.GET, decision.method());
    assertEquals(NextBody.DROP, decision.body());
    assertEquals("follow follow 1000 ms get drop", decision.toString());
    assertFalse(Oncemore.follow(Policy.defaults(), Trail.empty(),
        hop.withElapsed(Duration.ofNanos(-1))).follow());
  }

  @Test
  void decisions() {
    Attempt attempt = worthIt().withRetryAfter(RetryAfter.of(Duration.ofSeconds(2)));
    Decision decision = Oncemore.decide(Policy.defaults(), attempt, 0);
    Notes applied = Notes.of(Note.SERVER_WAIT_APPLIED);
    assertEquals(new Decision(Verdict.RETRY, Reason.RETRYABLE_STATUS, 2000, applied), decision);
    assertEquals(Duration.ofSeconds(2), decision.delay());
    assertEquals("retry retryable_status 2000 ms server_wait_applied", decision.toString());
    assertEquals("attempt 1 of 4: 503, retry in 2000 ms (server asked 2000 ms)",
        Oncemore.describe(Policy.defaults(), attempt, decision));
    Decision odd = new Decision(Verdict.FOLLOW, Reason.DEADLINE, Long.MIN_VALUE, Notes.of());
    assertTrue(Oncemore.describe(Policy.defaults(), attempt, odd).startsWith("attempt 1 of 4"));
  }

  @Test
  void schedules() {
    assertEquals(List.of("500-1000 ms", "1000-2000 ms", "2000-4000 ms"),
        Policy.defaults().schedule().map(DelayRange::toString).toList());
    assertEquals(0, Policy.defaults().withMaxAttempts(1).schedule().count());
    Policy unlimited = Policy.defaults().withMaxAttempts(Policy.UNLIMITED)
        .withBackoff(Backoff.defaults().withJitter(Jitter.DECORRELATED));
    assertEquals(List.of("1000-3000 ms", "1000-9000 ms", "1000-27000 ms", "1000-30000 ms"),
        unlimited.schedule().limit(4).map(DelayRange::toString).toList());
  }

  @Test
  void sets() {
    StatusSet set = StatusSet.of(408, 429).with(700).without(408);
    assertEquals("{429 600-999}", set.toString());
    assertTrue(set.contains(999) && !set.contains(408) && !set.contains(1000));
    assertFalse(set.with(302).isValid());
    assertEquals("{429 600-999} (invalid)", set.without(302).toString());
    assertEquals(set, StatusSet.of(999, 429));
    assertEquals(set.hashCode(), StatusSet.of(999, 429).hashCode());
    FailureSet failures = FailureSet.of(Failure.SEND, Failure.CONNECT).without(Failure.SEND);
    assertEquals("{connect}", failures.toString());
    assertFalse(failures.with(Failure.CANCELLED).isValid());
    assertEquals("{connect} (invalid)", failures.with(Failure.NONE).toString());
    assertEquals(FailureSet.of(Failure.CONNECT).hashCode(), failures.hashCode());
  }

  @Test
  void counting() {
    assertEquals("18", Counting.requestsPerCall(3, 5).toString());
    assertEquals("18446744073709551615", Counting.requestsPerCall(
        new Counting.Layer(Policy.UNLIMITED, Policy.UNLIMITED),
        new Counting.Layer(2, 0)).toString());
    assertEquals("1", Counting.requestsPerCall().toString());
    var thrown = assertThrows(IllegalArgumentException.class,
        () -> Counting.maxAttemptsFor(dev.oncemore.Convention.SPRING_MAX_RETRIES, -1));
    assertTrue(thrown.getMessage().endsWith(" does not take -1"), thrown.getMessage());
  }

  @Test
  void systemDecisionsThrowDice() {
    Set<Long> delays = new java.util.HashSet<>();
    for (int i = 0; i < 100; i++) {
      Decision decision = SystemDecisions.decide(Policy.defaults(), worthIt());
      assertTrue(decision.delayMillis() >= 500 && decision.delayMillis() <= 1000);
      delays.add(decision.delayMillis());
    }
    assertTrue(delays.size() > 10, delays.toString());
    assertEquals(RetryAfter.of(SECOND), SystemDecisions.parseRetryAfter(List.of("1")));
    assertTrue(SystemDecisions.parseRetryAfter(List.of("Fri, 31 Dec 9999 00:00:00 GMT"))
        .duration().orElseThrow().toDays() > 365);
  }

  @Test
  void theNextAttempt() {
    Attempt first = worthIt().withHold(Duration.ofSeconds(3)).withBudgetPaid(0.5);
    Decision retry = Oncemore.decide(Policy.defaults(), first, 0);
    assertEquals(Duration.ofSeconds(3), retry.delay());
    Attempt second = first.advance(retry, 1.5);
    assertEquals(Attempt.of(2, Method.GET, Outcome.status(0)).withElapsed(retry.delay())
        .withPreviousDelay(retry.delay()).withBudgetPaid(1.5), second);
    assertEquals(0, first.advance(retry).budgetPaid());
    Decision stop = Oncemore.decide(Policy.defaults().withMaxAttempts(1), first, 0);
    assertSame(first, first.advance(stop));
    refused("budgetPaid", () -> first.withBudgetPaid(-1));
    refused("paid", () -> first.advance(retry, -1));
  }

  @Test
  void decorrelatedJitterBacksOffInALoopThatAdvances() {
    Policy policy = Policy.defaults().withBackoff(
        Backoff.defaults().withJitter(Jitter.DECORRELATED).withInitial(Duration.ofMillis(100)));
    List<Long> delays = new ArrayList<>();
    Attempt attempt = worthIt();
    long highest = 0xCF9A04AFFA6BADC0L; // the dice whose draw is the high end of every range
    Decision decision = Oncemore.decide(policy, attempt, highest);
    for (; decision.retry(); decision = Oncemore.decide(policy, attempt, highest)) {
      delays.add(decision.delayMillis());
      attempt = attempt.advance(decision).withOutcome(Outcome.status(503));
    }
    assertEquals(List.of(300L, 900L, 2700L), delays);
  }

  @Test
  void theTimeThatIsLeft() {
    Policy policy = Policy.defaults().withDeadline(Duration.ofSeconds(2));
    assertEquals(Optional.of(Duration.ofMillis(1500)), policy.timeLeft(Duration.ofMillis(500)));
    assertEquals(Optional.of(Duration.ZERO), policy.timeLeft(Duration.ofSeconds(2)));
    assertEquals(Optional.empty(), Policy.defaults().timeLeft(Duration.ofSeconds(2)));
  }

  @Test
  void theTimeThatADateIsComparedWith() {
    String date = "Mon, 15 Jun 2026 11:59:00 GMT";
    Instant then = Instant.parse("2026-06-15T11:59:00Z");
    assertEquals(then, HttpDate.referenceTime(date, null, NOON));
    assertEquals(then, HttpDate.referenceTime(date, "0", NOON));
    assertSame(NOON, HttpDate.referenceTime(date, "7", NOON));
    assertSame(NOON, HttpDate.referenceTime(null, null, NOON));
  }

  @Test
  void aReasonHasASentence() {
    assertEquals(Reason.values().length,
        Stream.of(Reason.values()).map(Reason::message).distinct().count());
    assertFalse(Reason.ATTEMPTS_EXHAUSTED.message().endsWith("."));
  }
}
