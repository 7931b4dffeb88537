// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import dev.oncemore.http.Causes;
import java.util.function.Function;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.http.client.reactive.ClientHttpResponse;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * How far one attempt of a WebClient got. Its connector finds it in the subscription, so that it
 * may pass through filters that know nothing of it.
 */
final class ReactiveAttempt {
  private static final Class<ReactiveAttempt> KEY = ReactiveAttempt.class;

  private volatile int sends;
  private volatile boolean connected;
  private volatile Throwable unsent;
  private volatile Runnable close;

  /** That of a subscription, null if there is none. */
  static ReactiveAttempt of(ContextView context) {
    return context.getOrDefault(KEY, null);
  }

  Context in(Context context) {
    return context.put(KEY, this);
  }

  /** Goes through a connector that sends once, and watches. */
  static Mono<ClientHttpResponse> through(
      Function<Function<ClientHttpRequest, Mono<Void>>, Mono<ClientHttpResponse>> connect,
      Function<? super ClientHttpRequest, Mono<Void>> request) {
    return Mono.deferContextual(context -> {
      ReactiveAttempt attempt = of(context);
      return attempt == null ? connect.apply(request::apply) : attempt.watched(connect, request);
    });
  }

  private Mono<ClientHttpResponse> watched(
      Function<Function<ClientHttpRequest, Mono<Void>>, Mono<ClientHttpResponse>> connect,
      Function<? super ClientHttpRequest, Mono<Void>> request) {
    sends++;
    connected = false;
    return connect
        .apply(output -> {
          connected = true;
          return request.apply(output);
        })
        .doOnError(error -> unsent = connected ? null : error);
  }

  /** Whether a connector that is known to send once was asked for it. */
  boolean known() {
    return sends > 0;
  }

  /** Whether a filter between asked for it again by itself. */
  boolean repeated() {
    return sends > 1;
  }

  /** Whether the connector had begun to ask for the request's octets. */
  boolean connected() {
    return connected;
  }

  /** Whether the connector itself ended with this error, before it asked for any octet. */
  boolean neverSent(Throwable error) {
    Throwable first = unsent;
    return first != null && !repeated() && Causes.of(error).anyMatch(cause -> cause == first);
  }

  /** How the connection is ended that the attempt uses. */
  void closesBy(Runnable closing) {
    close = closing;
  }

  /** Whether the connector lets that be done. */
  boolean canClose() {
    return close != null;
  }

  void close() {
    close.run();
  }
}
