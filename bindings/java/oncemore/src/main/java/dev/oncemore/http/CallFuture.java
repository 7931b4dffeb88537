// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import java.util.concurrent.CompletableFuture;

/**
 * What sendAsync returns. To cancel it, or what depends on it, as with java.net.http's own, cancels
 * the call.
 */
final class CallFuture<T> extends CompletableFuture<T> {
  private final Runnable cancelCall;
  private final boolean dependent;

  /** What cancels the call completes this with a CancellationException. */
  CallFuture(Runnable cancelCall) {
    this(cancelCall, false);
  }

  private CallFuture(Runnable cancelCall, boolean dependent) {
    this.cancelCall = cancelCall;
    this.dependent = dependent;
  }

  @Override
  public boolean cancel(boolean mayInterrupt) {
    if (dependent) {
      super.cancel(mayInterrupt); // or it would only fail for the other's sake
    }
    cancelCall.run();
    return super.cancel(mayInterrupt);
  }

  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    return new CallFuture<>(cancelCall, true);
  }
}
