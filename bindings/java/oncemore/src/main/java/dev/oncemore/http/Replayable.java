// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow.Subscriber;

/** A publisher of which the caller says that it gives the same octets to each subscriber. */
record Replayable(BodyPublisher publisher) implements BodyPublisher {
  @Override
  public long contentLength() {
    return publisher.contentLength();
  }

  @Override
  public void subscribe(Subscriber<? super ByteBuffer> subscriber) {
    publisher.subscribe(subscriber);
  }
}
