// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.concurrent.CancellableDependency;

/**
 * What ends with one attempt when its caller goes. The client names each step that it takes, but
 * may name an older one last, for a step can be followed by the next in another thread before the
 * first has named it. The caller's own future keeps only what was named last; here all are kept.
 */
final class Cancellation implements CancellableDependency {
  private final CancellableDependency call;
  private final AsyncAttempt attempt;
  private final Queue<Cancellable> steps = new ConcurrentLinkedQueue<>();

  Cancellation(CancellableDependency call, AsyncAttempt attempt) {
    this.call = call;
    this.attempt = attempt;
  }

  @Override
  public void setDependency(Cancellable step) {
    steps.add(step);
    if (call.isCancelled()) {
      cancel();
    }
  }

  @Override
  public boolean isCancelled() {
    return call.isCancelled();
  }

  /** Ends the steps, which ends the attempt; or else, should none of them know, that itself. */
  @Override
  public boolean cancel() {
    for (Cancellable step = steps.poll(); step != null; step = steps.poll()) {
      step.cancel();
    }
    attempt.cancel();
    return true;
  }
}
