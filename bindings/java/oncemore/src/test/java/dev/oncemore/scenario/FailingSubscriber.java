// SPDX-License-Identifier: MIT
package dev.oncemore.scenario;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** A subscriber of the caller's own that fails when it has the whole body. */
final class FailingSubscriber implements BodySubscriber<byte[]> {
  private final BodySubscriber<byte[]> body = BodySubscribers.ofByteArray();
  private final IOException error;

  FailingSubscriber(IOException error) {
    this.error = error;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return body.getBody().thenCompose(octets -> CompletableFuture.failedFuture(error));
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    body.onSubscribe(subscription);
  }

  @Override
  public void onNext(List<ByteBuffer> octets) {
    body.onNext(octets);
  }

  @Override
  public void onError(Throwable cause) {
    body.onError(cause);
  }

  @Override
  public void onComplete() {
    body.onComplete();
  }
}
