// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/** The caller's: a body that fails without the client having said so is the caller's failure. */
final class WatchedSubscriber<T> implements BodySubscriber<T> {
  private final AttemptWatch watch;
  private final BodySubscriber<T> subscriber;
  private volatile boolean broken;

  WatchedSubscriber(AttemptWatch watch, BodySubscriber<T> subscriber) {
    this.watch = watch;
    this.subscriber = subscriber;
  }

  @Override
  public CompletionStage<T> getBody() {
    CompletionStage<T> body =
        watch.own(() -> Objects.requireNonNull(subscriber.getBody(), "what getBody gives"));
    return body.whenComplete((value, error) -> {
      if (error != null && !broken) {
        watch.ownFailure();
      }
    });
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    watch.own(() -> subscriber.onSubscribe(subscription));
  }

  @Override
  public void onNext(List<ByteBuffer> part) {
    watch.own(() -> subscriber.onNext(part));
  }

  @Override
  public void onError(Throwable error) {
    broken = true;
    subscriber.onError(error);
  }

  @Override
  public void onComplete() {
    watch.own(subscriber::onComplete);
  }
}
