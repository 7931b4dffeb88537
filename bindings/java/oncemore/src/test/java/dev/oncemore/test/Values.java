// SPDX-License-Identifier: MIT
package dev.oncemore.test;

import dev.oncemore.Attempt;
import dev.oncemore.Backoff;
import dev.oncemore.Body;
import dev.oncemore.BudgetAnswer;
import dev.oncemore.Evidence;
import dev.oncemore.Failure;
import dev.oncemore.Jitter;
import dev.oncemore.Method;
import dev.oncemore.Outcome;
import dev.oncemore.OverCap;
import dev.oncemore.Policy;
import dev.oncemore.PolicyBuilder;
import dev.oncemore.RedirectProof;
import dev.oncemore.RedirectRewrite;
import dev.oncemore.Repeatable;
import dev.oncemore.RetryAfter;
import dev.oncemore.ServerSays;
import dev.oncemore.ServerWait;
import dev.oncemore.ServerWaitMode;
import dev.oncemore.StatusSet;
import dev.oncemore.Trail;
import dev.oncemore.Unrepeatable;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BiFunction;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Builders;
import net.jqwik.api.Builders.BuilderCombinator;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;
import net.jqwik.api.domains.DomainContextBase;

/**
 * Arbitrary values. They differ from what is plain in a few places at once, so that there are
 * enough retries to look at.
 */
class Values extends DomainContextBase {
  private static final double SELDOM = 0.15;

  /** Makes a change now and then. */
  private static <B, T> BuilderCombinator<B> seldom(
      BuilderCombinator<B> builder, Arbitrary<T> values, BiFunction<B, T, B> change) {
    return builder.use(values).withProbability(SELDOM).in(change::apply);
  }

  private static <E extends Enum<E>> Arbitrary<E> any(Class<E> enumeration) {
    return Arbitraries.of(enumeration);
  }

  @Provide
  static Arbitrary<Duration> durations() {
    return Arbitraries.oneOf(
        Arbitraries.longs().between(0, 100_000).map(Duration::ofMillis),
        Arbitraries.longs().map(Duration::ofNanos),
        Arbitraries.longs().map(Duration::ofSeconds),
        Arbitraries.of(Duration.ZERO, Policy.NO_DEADLINE, Duration.ofSeconds(Long.MAX_VALUE)));
  }

  @Provide
  static Arbitrary<Instant> instants() {
    return Arbitraries.longs()
        .between(Instant.MIN.getEpochSecond(), Instant.MAX.getEpochSecond())
        .map(Instant::ofEpochSecond);
  }

  private static Arbitrary<Integer> statuses() {
    return Arbitraries.oneOf(
        Arbitraries.integers().between(100, 999), Arbitraries.of(413, 429, 503),
        Arbitraries.integers());
  }

  private static Arbitrary<Double> ratios() {
    return Arbitraries.doubles().between(0, 4).ofScale(4);
  }

  /** Field values, most of them nearly good. */
  static Arbitrary<String> fields() {
    return Arbitraries.oneOf(
        Arbitraries.strings(),
        Arbitraries.strings().withChars("0123456789., \t").ofMaxLength(12),
        Arbitraries.integers().between(0, 99).map(
            n -> "Mon, %02d Jun 2026 12:00:%02d GMT".formatted(n % 32, n % 62)));
  }

  @Provide
  static Arbitrary<RetryAfter> retryAfters() {
    return Arbitraries.oneOf(
        Arbitraries.of(RetryAfter.absent(), RetryAfter.malformed()),
        durations().map(RetryAfter::of),
        fields().map(field -> RetryAfter.parse(field, ValuesTest.NOON)));
  }

  @Provide
  static Arbitrary<Trail> trails() {
    Arbitrary<String> methods = Arbitraries.of("GET", "POST", "", "get");
    return Combinators.combine(statuses(), methods, methods)
        .as((status, before, after) -> Trail.empty().followed(status, before, after))
        .injectNull(0.3).map(trail -> trail == null ? Trail.empty() : trail);
  }

  private static Arbitrary<Backoff> backoffs() {
    var builder = Builders.withBuilder(Backoff::defaults);
    builder = seldom(builder, durations(), Backoff::withInitial);
    builder = seldom(builder, durations(), Backoff::withCap);
    builder = seldom(builder, durations(), Backoff::withFloor);
    builder = seldom(builder, ratios(), Backoff::withMultiplier);
    builder = seldom(builder, any(Jitter.class), Backoff::withJitter);
    builder = seldom(builder, ratios(), Backoff::withSpread);
    return seldom(builder, durations(), Backoff::withSpreadTime).build(b -> b);
  }

  private static Arbitrary<ServerWait> serverWaits() {
    var builder = Builders.withBuilder(ServerWait::defaults);
    builder = seldom(builder, any(ServerWaitMode.class), ServerWait::withMode);
    builder = seldom(builder, any(OverCap.class), ServerWait::withOverCap);
    builder = seldom(builder, durations(), ServerWait::withCap);
    return seldom(builder, ratios(), ServerWait::withSpread).build(b -> b);
  }

  @Provide
  static Arbitrary<Policy> policies() {
    Arbitrary<Long> counts = Arbitraries.longs().between(0, 4);
    var builder = Builders.withBuilder(Policy::builder);
    builder = seldom(builder, counts, PolicyBuilder::maxAttempts);
    builder = seldom(builder, counts, PolicyBuilder::maxRedirects);
    builder = seldom(builder, any(Unrepeatable.class), PolicyBuilder::unrepeatable);
    builder = seldom(builder, any(RedirectProof.class), PolicyBuilder::redirectProof);
    builder = seldom(builder, any(RedirectRewrite.class), PolicyBuilder::redirectRewrite);
    builder = seldom(builder, statuses().map(StatusSet.defaultStatuses()::with),
        PolicyBuilder::statuses);
    builder = seldom(builder, durations(), PolicyBuilder::deadline);
    builder = seldom(builder, durations(), PolicyBuilder::minAttemptTime);
    builder = builder.use(backoffs()).withProbability(0.5).in(PolicyBuilder::backoff);
    builder = builder.use(serverWaits()).withProbability(0.5).in(PolicyBuilder::serverWait);
    return builder.build(PolicyBuilder::build);
  }

  @Provide
  static Arbitrary<Attempt> attempts() {
    Arbitrary<Long> numbers = Arbitraries.longs().between(0, 5);
    var builder = Builders.withBuilder(ValuesTest::worthIt);
    builder = seldom(builder, numbers, Attempt::withNumber);
    builder = seldom(builder, any(Method.class), Attempt::withMethod);
    builder = seldom(builder, statuses().map(Outcome::status), Attempt::withOutcome);
    builder = seldom(builder, any(Failure.class).map(Outcome::failed), Attempt::withOutcome);
    builder = seldom(builder, any(Repeatable.class), Attempt::withRepeatable);
    builder = seldom(builder, any(Evidence.class), Attempt::withEvidence);
    builder = seldom(builder, any(Body.class), Attempt::withBody);
    builder = seldom(builder, any(BudgetAnswer.class), Attempt::withBudget);
    builder = seldom(builder, any(ServerSays.class), Attempt::withServerSays);
    builder = seldom(builder, durations(), Attempt::withElapsed);
    builder = seldom(builder, durations(), Attempt::withPreviousDelay);
    builder = seldom(builder, ratios(), Attempt::withBudgetPaid);
    builder = seldom(builder, durations(), Attempt::withHold);
    builder = seldom(builder, retryAfters(), Attempt::withRetryAfter);
    return seldom(builder, trails(), Attempt::withRedirects).build(a -> a);
  }
}
