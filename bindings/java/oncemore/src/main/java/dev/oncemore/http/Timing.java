// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;

/** The clocks, the waits and the dice of a call, so that a test can have its own. */
public interface Timing {
  /** Those of the machine. */
  Timing SYSTEM = new SystemTiming();

  /** {@return the time of day, with which a date in Retry-After is compared} */
  Instant now();

  /** {@return nanoseconds of a clock that never goes back, as {@link System#nanoTime()}} */
  long nanoTime();

  /** {@return 64 uniform bits; {@link ThreadLocalRandom}'s, which every thread has for itself} */
  default long random() {
    return ThreadLocalRandom.current().nextLong();
  }

  /**
   * Waits.
   *
   * @param delay how long, not negative
   * @throws InterruptedException at once when the thread is interrupted, or was before
   */
  void sleep(Duration delay) throws InterruptedException;

  /**
   * Waits without a thread.
   *
   * @param delay how long, not negative
   * @return completes when the delay is over, on a thread that must not be kept; to cancel it ends
   *     the wait at once
   */
  CompletableFuture<Void> after(Duration delay);
}
