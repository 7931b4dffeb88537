// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.TimeUnit;

/**
 * Reads the body of a response that nobody wants, so that its connection can be used again; a body
 * that is not over soon is given up, and the connection with it.
 */
final class Drain<T> implements BodySubscriber<T> {
  private final CompletableFuture<T> end;
  private int octets;

  /** Gives up after this time. */
  Drain(Duration most) {
    end = new CompletableFuture<T>()
        .completeOnTimeout(null, most.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public CompletionStage<T> getBody() {
    return end;
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    end.whenComplete((nothing, error) -> subscription.cancel()); // of what is over: does nothing
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> part) {
    octets += part.stream().mapToInt(ByteBuffer::remaining).sum();
    if (octets > Call.MOST_DRAIN_OCTETS) {
      end.complete(null);
    }
  }

  @Override
  public void onError(Throwable error) {
    end.complete(null);
  }

  @Override
  public void onComplete() {
    end.complete(null);
  }
}
