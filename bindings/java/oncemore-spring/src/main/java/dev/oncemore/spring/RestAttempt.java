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
  private int others;
  private boolean wentOn;

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
   * A request factory that is known is about to send. What goes elsewhere before this attempt is
   * another's, such as an interceptor's request for a token; what goes elsewhere after it is taken
   * for where its answer led. Returns how long it may last, if it is limited.
   */
  static Optional<Duration> sends(URI uri) {
    RestAttempt attempt = CURRENT.get();
    return attempt == null ? Optional.empty() : attempt.sent(uri);
  }

  private Optional<Duration> sent(URI to) {
    if (uri.equals(to)) {
      sends++;
      return timeLeft;
    }
    others++;
    wentOn |= sends > 0;
    return Optional.empty();
  }

  /**
   * Whether something between the interceptor and the factory sent it again by itself, or followed
   * a redirect; also if it gave the request another URI first, as a load balancer does.
   */
  boolean repeated() {
    return sends > 1 || wentOn || sends == 0 && others > 1;
  }

  /** Whether it went to a factory that is known. */
  boolean known() {
    return sends > 0;
  }
}
