// SPDX-License-Identifier: MIT
package dev.oncemore.bench;

import dev.oncemore.Attempt;
import dev.oncemore.Decision;
import dev.oncemore.HttpStatus;
import dev.oncemore.Method;
import dev.oncemore.Oncemore;
import dev.oncemore.Outcome;
import dev.oncemore.Policy;
import dev.oncemore.RetryAfter;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.impl.DefaultHttpRequestRetryStrategy;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.message.BasicHttpResponse;
import org.apache.hc.core5.util.TimeValue;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.springframework.retry.RetryContext;
import org.springframework.retry.backoff.BackOffContext;
import org.springframework.retry.backoff.ExponentialRandomBackOffPolicy;
import org.springframework.retry.policy.SimpleRetryPolicy;

/**
 * One question each time: what after a 503 to the second GET? Without a Retry-After, and with a
 * date (which HttpClient5 compares with a clock that it reads itself).
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Decisions {
  private final Policy policy = Policy.defaults();
  private final Duration elapsed = Duration.ofMillis(1500);
  private final Instant now = Instant.now();
  private final String date = DateTimeFormatter.RFC_1123_DATE_TIME
      .format(now.plusSeconds(20).atZone(ZoneOffset.UTC));
  private final Attempt ready = attempt();
  private long random;

  private final HttpClientContext context = HttpClientContext.create();
  private final DefaultHttpRequestRetryStrategy strategy =
      new DefaultHttpRequestRetryStrategy(4, TimeValue.ofSeconds(1));
  private final HttpResponse plain = new BasicHttpResponse(503);
  private final HttpResponse dated = new BasicHttpResponse(503);

  private final SimpleRetryPolicy springPolicy = new SimpleRetryPolicy(Integer.MAX_VALUE);
  private final ExponentialRandomBackOffPolicy springBackOff =
      new ExponentialRandomBackOffPolicy();
  private final RetryContext springContext = springPolicy.open(null);
  private BackOffContext springState;
  private long slept;

  /** Gives the others what they need. */
  public Decisions() {
    dated.setHeader("Retry-After", date);
    springBackOff.setSleeper(millis -> slept += millis);
    springState = springBackOff.start(springContext);
  }

  private Attempt attempt() {
    return Attempt.of(2, Method.GET, Outcome.status(503)).withElapsed(elapsed);
  }

  private static Decision retry(Decision decision) {
    if (!decision.retry()) {
      throw new IllegalStateException(decision.toString());
    }
    return decision;
  }

  /** A decision about an attempt that is there already. */
  @Benchmark
  public Decision oncemoreReady() {
    return retry(Oncemore.decide(policy, ready, random += 0x9E3779B97F4A7C15L));
  }

  /** A decision, the attempt made for it. */
  @Benchmark
  public Decision oncemore() {
    return retry(Oncemore.decide(policy, attempt(), random += 0x9E3779B97F4A7C15L));
  }

  /** The same with a date that is parsed first. */
  @Benchmark
  public Decision oncemoreDate() {
    Attempt attempt = attempt().withRetryAfter(RetryAfter.parse(date, now));
    return retry(Oncemore.decide(policy, attempt, random += 0x9E3779B97F4A7C15L));
  }

  /** The crossing alone: the cheapest function of the library. */
  @Benchmark
  public boolean crossing() {
    return HttpStatus.isFinal(503);
  }

  private TimeValue httpClient5(HttpResponse response) {
    if (!strategy.retryRequest(response, 2, context)) {
      throw new IllegalStateException("no retry");
    }
    return strategy.getRetryInterval(response, 2, context);
  }

  /** HttpClient5: whether, and how long. */
  @Benchmark
  public TimeValue httpClient5() {
    return httpClient5(plain);
  }

  /** HttpClient5 with a date. */
  @Benchmark
  public TimeValue httpClient5Date() {
    return httpClient5(dated);
  }

  /** Spring Retry: whether, and how long; the wait is only counted. */
  @Benchmark
  public long springRetry() {
    if (!springPolicy.canRetry(springContext)) {
      throw new IllegalStateException("no retry");
    }
    springBackOff.backOff(springState);
    return slept;
  }
}
