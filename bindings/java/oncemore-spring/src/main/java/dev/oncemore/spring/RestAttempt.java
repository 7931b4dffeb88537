// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
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
  private final Optional<Duration> timeLeft;
  private int sends;

  /** It may last so long, if it is limited. */
  RestAttempt(URI uri, Optional<Duration> timeLeft) {
    this.uri = uri;
    this.timeLeft = timeLeft;
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
   * as another interceptor's request for a token. Returns how long it may last, if it is limited.
   */
  static Optional<Duration> sends(URI uri) {
    RestAttempt attempt = CURRENT.get();
    if (attempt == null || !attempt.uri.equals(uri)) {
      return Optional.empty();
    }
    attempt.sends++;
    return attempt.timeLeft;
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
