// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * What sendAsync returns. Whoever ends it, or what depends on it, ends the call: by cancel, as with
 * java.net.http's own, and by complete, orTimeout and their like, so that no request is sent of
 * which nobody hears.
 */
final class CallFuture<T> extends CompletableFuture<T> {
  private final Consumer<Throwable> endCall;
  private final boolean dependent;

  /** What ends the call does not complete this, but for the CancellationException of a cancel. */
  CallFuture(Consumer<Throwable> endCall) {
    this(endCall, false);
  }

  private CallFuture(Consumer<Throwable> endCall, boolean dependent) {
    this.endCall = endCall;
    this.dependent = dependent;
  }

  /** The call is over. */
  void end(T value, Throwable error) {
    if (error == null) {
      super.complete(value);
    } else {
      super.completeExceptionally(error);
    }
  }

  @Override
  public boolean complete(T value) {
    return ends(super.complete(value), new CancellationException("the future was completed"));
  }

  @Override
  public boolean completeExceptionally(Throwable error) {
    return ends(super.completeExceptionally(error), error);
  }

  private boolean ends(boolean now, Throwable error) {
    if (now) {
      endCall.accept(error);
    }
    return now;
  }

  @Override
  public boolean cancel(boolean mayInterrupt) {
    if (dependent) {
      super.cancel(mayInterrupt); // or it would only fail for the other's sake
    }
    endCall.accept(new CancellationException());
    return super.cancel(mayInterrupt);
  }

  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    return new CallFuture<>(endCall, true);
  }
}
