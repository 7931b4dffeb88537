// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;

/**
 * The body of one attempt. java.net.http sends a GET or HEAD by itself once more when the
 * connection ends before the response begins, and newer ones each request that a server of HTTP/2
 * says not to have processed. It asks for the length of the body whenever it is about to write the
 * head of a request, and this is the one place where that is seen, and where it can be kept from
 * it.
 */
final class WatchedPublisher implements BodyPublisher {
  /** The client was about to send the request by itself once more. */
  static final class Refused extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    Refused() {
      super("the connection ended before a response, or the client repeats requests by itself;"
          + " it was kept from sending once more");
    }
  }

  private final BodyPublisher body;
  private final AttemptWatch watch;
  private final boolean once;

  /** One that is sent once refuses to be sent more often. */
  WatchedPublisher(BodyPublisher body, AttemptWatch watch, boolean once) {
    this.body = body;
    this.watch = watch;
    this.once = once;
  }

  @Override
  public long contentLength() {
    if (watch.headBegins() > 1 && once) {
      throw new Refused();
    }
    return watch.own(body::contentLength);
  }

  @Override
  public void subscribe(Subscriber<? super ByteBuffer> subscriber) {
    watch.own(() -> body.subscribe(new Watched(subscriber)));
  }

  /** Hears when the caller's publisher fails. */
  private final class Watched implements Subscriber<ByteBuffer> {
    private final Subscriber<? super ByteBuffer> subscriber;

    Watched(Subscriber<? super ByteBuffer> subscriber) {
      this.subscriber = subscriber;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      subscriber.onSubscribe(new Subscription() {
        @Override
        public void request(long n) {
          watch.own(() -> subscription.request(n));
        }

        @Override
        public void cancel() {
          watch.own(subscription::cancel);
        }
      });
    }

    @Override
    public void onNext(ByteBuffer part) {
      subscriber.onNext(part);
    }

    @Override
    public void onError(Throwable error) {
      watch.ownFailure();
      subscriber.onError(error);
    }

    @Override
    public void onComplete() {
      subscriber.onComplete();
    }
  }
}
