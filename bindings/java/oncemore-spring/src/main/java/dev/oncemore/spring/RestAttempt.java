// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import java.io.IOException;
import java.net.URI;
import org.springframework.http.client.ClientHttpResponse;

/** One attempt of a RestClient, which its request factory finds by the thread that sends. */
final class RestAttempt {
  private static final ThreadLocal<RestAttempt> CURRENT = new ThreadLocal<>();

  /** How an attempt is sent. */
  @FunctionalInterface
  interface Sending {
    ClientHttpResponse send() throws IOException;
  }

  private final URI uri;
  private int sends;

  RestAttempt(URI uri) {
    this.uri = uri;
  }

  ClientHttpResponse run(Sending sending) throws IOException {
    RestAttempt outer = CURRENT.get();
    CURRENT.set(this);
    try {
      return sending.send();
    } finally {
      if (outer == null) {
        CURRENT.remove();
      } else {
        CURRENT.set(outer);
      }
    }
  }

  /**
   * A request factory that is known is about to send. What goes elsewhere is not this attempt, such
   * as another interceptor's request for a token.
   */
  static void sends(URI uri) {
    RestAttempt attempt = CURRENT.get();
    if (attempt != null && attempt.uri.equals(uri)) {
      attempt.sends++;
    }
  }

  /** Whether something between the interceptor and the factory sent it again by itself. */
  boolean repeated() {
    return sends > 1;
  }

  /** Whether it went to a factory that is known. */
  boolean known() {
    return sends > 0;
  }
}
