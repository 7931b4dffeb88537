// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import dev.oncemore.http.Causes;
import java.util.Optional;
import org.springframework.http.client.reactive.ClientHttpRequest;
import reactor.netty.http.client.HttpClientRequest;

/** Keeps a request from a connector that repeats, or follows, or of which nothing is known. */
final class Connectors {
  private static final String REACTOR =
      "org.springframework.http.client.reactive.ReactorClientHttpRequest";
  /** Answers within a test. */
  private static final String MOCK =
      "org.springframework.mock.http.client.reactive.MockClientHttpRequest";

  /** Nothing was sent. */
  static final class Unknown extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    Unknown(Class<?> type) {
      super("nothing was sent: the connector's requests are of the type " + type.getName()
          + ", and it repeats requests or follows redirects by itself, or may do so, and then a"
          + " call costs more requests than the policy says; let"
          + " RetryFilter.of(settings).install(builder) choose the connector, give the builder a"
          + " OneSendConnector, or say OneSendConnector.vouchedFor(connector) of one that does"
          + " neither");
    }
  }

  private Connectors() {}

  /** Just before the request is written. */
  static void check(ReactiveAttempt attempt, ClientHttpRequest output) {
    String type = output.getClass().getName();
    if (!attempt.known() && !type.equals(MOCK)
        && !(type.equals(REACTOR) && Reactor.sendsOnce(output))) {
      throw new Unknown(output.getClass());
    }
  }

  static Optional<Unknown> refusal(Throwable error) {
    return Causes.of(error)
        .filter(Unknown.class::isInstance)
        .map(Unknown.class::cast)
        .findFirst();
  }

  /** Is loaded where Reactor Netty is there alone. */
  private static final class Reactor {
    /** It may send again what it has not written, which is the same as to send it once. */
    static boolean sendsOnce(ClientHttpRequest output) {
      Object request = output.getNativeRequest();
      return request instanceof HttpClientRequest reactor && !reactor.isFollowRedirect();
    }
  }
}
