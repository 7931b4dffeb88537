// SPDX-License-Identifier: MIT
package dev.oncemore.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oncemore.Attempt;
import dev.oncemore.Backoff;
import dev.oncemore.Body;
import dev.oncemore.Counting;
import dev.oncemore.Decision;
import dev.oncemore.DelayRange;
import dev.oncemore.Grammar;
import dev.oncemore.Hop;
import dev.oncemore.HopDecision;
import dev.oncemore.HttpStatus;
import dev.oncemore.Method;
import dev.oncemore.NextBody;
import dev.oncemore.NextMethod;
import dev.oncemore.Note;
import dev.oncemore.Oncemore;
import dev.oncemore.Policy;
import dev.oncemore.PolicyError;
import dev.oncemore.RetryAfter;
import dev.oncemore.RetryAfterKind;
import dev.oncemore.ServerWait;
import dev.oncemore.ServerWaitMode;
import dev.oncemore.StatusSet;
import dev.oncemore.Trail;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import net.jqwik.api.statistics.Statistics;

/** What every caller may rely on, of whatever values. */
@Domain(Values.class)
@Domain(DomainContext.Global.class)
class PropertiesTest {
  private static final long UINT32_MAX = Policy.UNLIMITED;

  @Property(tries = 2000)
  void decide(@ForAll Policy policy, @ForAll Attempt attempt, @ForAll long random) {
    Decision decision = Oncemore.decide(policy, attempt, random);
    assertEquals(decision, Oncemore.decide(policy, attempt, random));
    assertEquals(decision.reason().verdict(), decision.verdict());
    assertTrue(decision.delayMillis() >= 0);
    assertTrue(decision.delay().compareTo(Policy.NO_DEADLINE) <= 0);
    String line = Oncemore.describe(policy, attempt, decision);
    assertTrue(line.contains(decision.verdict().toString()), line);
    Statistics.label("retry").collect(decision.retry()).coverage(
        coverage -> coverage.check(true).count(n -> n > 20));
    if (!decision.retry()) {
      return;
    }
    assertEquals(PolicyError.NONE, policy.error());
    assertTrue(attempt.number() > 0 && attempt.number() < policy.maxAttempts());
    assertTrue(policy.deadline().equals(Policy.NO_DEADLINE)
        || attempt.elapsed().plus(decision.delay()).compareTo(policy.deadline()) < 0);
    assertTrue(decision.delay().compareTo(wholeMillis(attempt.hold())) >= 0, decision::toString);
    DelayRange own = policy.delayRange(attempt.number(), attempt.previousDelay());
    Duration wait = attempt.retryAfter().duration().orElse(null);
    if (wait == null) {
      assertTrue(decision.delay().compareTo(own.low()) >= 0, decision + " of " + own);
      assertTrue(decision.delay().compareTo(own.high()) <= 0
          || decision.delay().equals(wholeMillis(attempt.hold())), decision + " of " + own);
    } else if (policy.serverWait().mode() != ServerWaitMode.IGNORE
        && !decision.notes().contains(Note.SERVER_WAIT_CLAMPED)) {
      assertTrue(decision.delay().compareTo(wait) >= 0, decision + " before " + wait);
    }
  }

  @Property
  void aFinerDurationCountsAsTheNextMillisecond(
      @ForAll Policy policy, @ForAll Attempt attempt, @ForAll long random) {
    Attempt whole = attempt
        .withElapsed(wholeMillis(attempt.elapsed()))
        .withPreviousDelay(wholeMillis(attempt.previousDelay()))
        .withHold(wholeMillis(attempt.hold()));
    assertEquals(
        Oncemore.decide(policy, whole, random), Oncemore.decide(policy, attempt, random));
  }

  private static Duration wholeMillis(Duration duration) {
    if (duration.compareTo(Policy.NO_DEADLINE) >= 0) {
      return Policy.NO_DEADLINE;
    }
    if (duration.compareTo(Policy.NO_DEADLINE.negated()) <= 0) {
      return Policy.NO_DEADLINE.negated();
    }
    Duration down = Duration.ofMillis(duration.toMillis());
    return down.equals(duration) ? down
        : duration.isNegative() ? Duration.ofMillis(Math.min(duration.toMillis(), -1))
        : down.plusMillis(1);
  }

  @Property
  void whatAPolicyKeepsMakesTheSamePolicy(@ForAll Policy policy) {
    Backoff backoff = policy.backoff();
    ServerWait wait = policy.serverWait();
    Policy again = Policy.builder()
        .maxAttempts(policy.maxAttempts()).unrepeatable(policy.unrepeatable())
        .redirectProof(policy.redirectProof()).redirectRewrite(policy.redirectRewrite())
        .maxRedirects(policy.maxRedirects()).failures(policy.failures())
        .statuses(policy.statuses()).unprocessed(policy.unprocessed())
        .deadline(policy.deadline()).minAttemptTime(policy.minAttemptTime())
        .backoff(backoff).serverWait(wait).build();
    assertEquals(policy, again);
    assertEquals(backoff, again.backoff());
    assertEquals(wait, again.serverWait());
  }

  @Property(tries = 1000)
  void follow(
      @ForAll Policy policy, @ForAll Trail trail,
      @ForAll @IntRange(min = 299, max = 309) int status, @ForAll Method method,
      @ForAll boolean location, @ForAll Body body, @ForAll RetryAfter retryAfter) {
    Hop hop = Hop.of(status, method, location).withBody(body).withRetryAfter(retryAfter);
    HopDecision decision = Oncemore.follow(policy, trail, hop);
    assertEquals(decision, Oncemore.follow(policy, trail, hop));
    assertEquals(decision.reason().verdict(), decision.verdict());
    assertTrue(decision.delayMillis() >= 0);
    Statistics.label("follow").collect(decision.follow()).coverage(
        coverage -> coverage.check(true).count(n -> n > 20));
    if (decision.follow()) {
      assertTrue(HttpStatus.isFollowable(status) && location);
      assertTrue(trail.hops() < policy.maxRedirects());
      assertEquals(PolicyError.NONE, policy.error());
    } else {
      assertEquals(NextMethod.KEEP, decision.method());
      assertEquals(NextBody.KEEP, decision.body());
    }
  }

  @Property
  void fields(@ForAll("fieldValues") @Size(max = 3) List<String> lines, @ForAll Instant now) {
    RetryAfter joined = RetryAfter.absent();
    for (String line : lines) {
      RetryAfter parsed = RetryAfter.parse(line, now);
      assertTrue(parsed.kind() != RetryAfterKind.ABSENT, line);
      parsed.duration().ifPresent(wait -> assertFalse(wait.isNegative()));
      RetryAfter strict = RetryAfter.parse(line, now, Grammar.STRICT);
      if (strict.kind() == RetryAfterKind.WAIT) {
        assertEquals(strict, parsed, line);
      }
      assertEquals(joined.combined(parsed), parsed.combined(joined));
      joined = joined.combined(parsed);
    }
    assertEquals(joined, RetryAfter.parseLines(lines, now));
  }

  @Property
  void statusSets(
      @ForAll @Size(max = 20) List<@IntRange(min = 400, max = 999) Integer> members,
      @ForAll int bad) {
    int[] statuses = members.stream().mapToInt(n -> n).toArray();
    StatusSet set = StatusSet.of(statuses);
    for (int status : statuses) {
      assertTrue(set.contains(status));
      assertFalse(set.without(status).contains(status));
      assertEquals(set, set.without(status).with(status));
    }
    assertTrue(set.isValid());
    assertEquals(StatusSet.of(), set.without(statuses));
    if (bad < 400 || bad > 999) {
      assertFalse(set.with(bad).isValid() || set.without(bad).with(statuses).isValid());
      assertFalse(set.contains(bad));
    }
  }

  @Property
  void counting(
      @ForAll @LongRange(max = UINT32_MAX) long n, @ForAll @LongRange(max = UINT32_MAX) long m) {
    long attempts = Counting.attemptsFromRetries(n);
    assertTrue(attempts == Policy.UNLIMITED || Counting.retriesFromAttempts(attempts) == n);
    BigInteger product = BigInteger.valueOf(n).multiply(BigInteger.valueOf(m + 1));
    assertEquals(product, Counting.requestsPerCall(n, m));
    assertEquals(product,
        Counting.requestsPerCall(new Counting.Layer(1, 0), new Counting.Layer(n, m)));
    assertEquals(BigInteger.valueOf(n + m), Counting.requestsPerCallShared(n, m));
  }

  @net.jqwik.api.Provide
  net.jqwik.api.Arbitrary<List<String>> fieldValues() {
    return Values.fields().list();
  }

  @Property
  void tokens(@ForAll String token) {
    boolean known = Arrays.stream(Method.values()).skip(1).anyMatch(
        method -> method.toString().equals(token));
    assertEquals(known, Method.parse(token) != Method.UNKNOWN);
  }
}
