// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The clocks and the waits of the machine. */
final class SystemTiming implements Timing {
  @Override
  public Instant now() {
    return Instant.now();
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public void sleep(Duration delay) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(delay.toNanos());
  }

  @Override
  public CompletableFuture<Void> after(Duration delay) {
    return new CompletableFuture<Void>()
        .completeOnTimeout(null, delay.toNanos(), TimeUnit.NANOSECONDS);
  }
}
