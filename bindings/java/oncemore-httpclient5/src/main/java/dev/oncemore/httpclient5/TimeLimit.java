// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import dev.oncemore.http.Call;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Ends an attempt whose response does not begin before the deadline. The client's own time-outs
 * stay as they are: they would be the connection's still when another call gets it.
 */
final class TimeLimit {
  private final CompletableFuture<Void> over = new CompletableFuture<>();

  /** From now on, if the policy has a deadline; what ends the attempt is run at most once. */
  TimeLimit(Call call, Runnable endAttempt) {
    call.timeLeft().ifPresent(left -> {
      over.completeOnTimeout(null, left.toMillis(), TimeUnit.MILLISECONDS);
      over.thenRunAsync(endAttempt);
    });
  }

  /** The attempt was not ended, and will not be. */
  void end() {
    over.cancel(false);
  }

  boolean isOver() {
    return over.isDone() && !over.isCancelled();
  }

  /** What the caller gets of it. */
  IOException error(Throwable cause) {
    SocketTimeoutException error = new SocketTimeoutException("the deadline has passed");
    error.initCause(cause);
    return error;
  }
}
