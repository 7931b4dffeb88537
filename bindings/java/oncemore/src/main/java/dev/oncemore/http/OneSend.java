// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow.Subscriber;

/**
 * The body of one attempt. java.net.http sends a GET or HEAD by itself once more when the
 * connection ends before the response begins, and newer ones each request that a server of HTTP/2
 * says not to have processed. It asks for the length of the body whenever it is about to write the
 * head of a request, and this is the one place where it can be kept from that.
 */
final class OneSend implements BodyPublisher {
  /** The client was about to send the request by itself once more. */
  static final class Refused extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    Refused() {
      super("the connection ended before a response; java.net.http did not send once more");
    }
  }

  private final BodyPublisher body;
  private boolean sent;

  OneSend(BodyPublisher body) {
    this.body = body;
  }

  @Override
  public synchronized long contentLength() {
    if (sent) {
      throw new Refused();
    }
    sent = true;
    return body.contentLength();
  }

  @Override
  public void subscribe(Subscriber<? super ByteBuffer> subscriber) {
    body.subscribe(subscriber);
  }
}
