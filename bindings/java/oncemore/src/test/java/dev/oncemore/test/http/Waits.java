// SPDX-License-Identifier: MIT
package dev.oncemore.test.http;

import dev.oncemore.http.Timing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Clocks that stand still but for the waits, which are over at once. */
class Waits implements Timing {
  final List<Duration> waits = Collections.synchronizedList(new ArrayList<>());
  private volatile Duration time = Duration.ZERO;

  void pass(Duration duration) {
    time = time.plus(duration);
  }

  @Override
  public Instant now() {
    return Instant.EPOCH.plus(time);
  }

  @Override
  public long nanoTime() {
    return time.toNanos();
  }

  @Override
  public void sleep(Duration delay) {
    waits.add(delay);
    pass(delay);
  }

  @Override
  public CompletableFuture<Void> after(Duration delay) {
    sleep(delay);
    return CompletableFuture.completedFuture(null);
  }
}
