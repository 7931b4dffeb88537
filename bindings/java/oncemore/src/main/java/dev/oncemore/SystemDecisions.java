// SPDX-License-Identifier: MIT
package dev.oncemore;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The same questions, answered with Java's own dice and clock: {@link ThreadLocalRandom}, which
 * every thread has for itself, and {@link Instant#now()}. Everything else in this package is pure.
 */
public final class SystemDecisions {
  private SystemDecisions() {}

  /**
   * {@link Oncemore#decide} with 64 bits of the thread's generator.
   *
   * @param policy what the user configured
   * @param attempt the facts about the send that just ended
   * @return retry after so long, or stop, and the reason
   */
  public static Decision decide(Policy policy, Attempt attempt) {
    return Oncemore.decide(policy, attempt, ThreadLocalRandom.current().nextLong());
  }

  /**
   * {@link RetryAfter#parseLines} with the time of the machine's clock.
   *
   * @param lines the values; none is an absent field
   * @return what they say
   */
  public static RetryAfter parseRetryAfter(List<String> lines) {
    return RetryAfter.parseLines(lines, Instant.now());
  }
}
