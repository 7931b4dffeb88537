// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import dev.oncemore.http.Timing;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** Waits that are over at once, and remembered. */
class Waits implements Timing {
  private final List<Duration> asked = new CopyOnWriteArrayList<>();

  List<Duration> asked() {
    return asked;
  }

  @Override
  public Instant now() {
    return Instant.EPOCH;
  }

  @Override
  public long nanoTime() {
    return 0;
  }

  @Override
  public void sleep(Duration delay) {
    asked.add(delay);
  }

  @Override
  public CompletableFuture<Void> after(Duration delay) {
    asked.add(delay);
    return CompletableFuture.completedFuture(null);
  }
}
