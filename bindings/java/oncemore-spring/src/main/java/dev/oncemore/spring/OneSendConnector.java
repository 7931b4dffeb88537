// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import java.net.URI;
import java.util.Objects;
import java.util.function.Function;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.http.client.reactive.ClientHttpResponse;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientRequest;

/**
 * A connector that sends each request once and follows no redirect, so that a {@link RetryFilter}
 * decides all that comes after, and that tells the filter how far a request got.
 *
 * <p>{@code RetryFilter.install} makes one. To share it among clients, make it and give it to the
 * builders with the filter.
 */
public final class OneSendConnector implements ClientHttpConnector {
  private static final String REFUSED_STREAMS = "oncemore";

  private final ClientHttpConnector connector;

  private OneSendConnector(ClientHttpConnector connector) {
    this.connector = connector;
  }

  /** Over a client of Reactor Netty as it comes. */
  public OneSendConnector() {
    this(HttpClient.create());
  }

  /**
   * Over Reactor Netty, which would repeat any request once by itself when a connection is lost
   * before the request's head was written. With HTTP/2 it would not say that a server refused a
   * stream; made here, it does.
   *
   * @param client one that follows no redirects
   * @throws IllegalArgumentException if the client follows redirects
   */
  public OneSendConnector(HttpClient client) {
    this(reactor(client));
  }

  private static ClientHttpConnector reactor(HttpClient client) {
    if (client.configuration().followRedirectPredicate() != null) {
      throw new IllegalArgumentException("the client follows redirects where nobody can count them;"
          + " leave that out and use RetryFilter.following()");
    }
    RefusedStreams refused = new RefusedStreams();
    return new ReactorClientHttpConnector(client
        .disableRetry(true)
        .doOnRequest((request, connection) -> {
          connection.addHandlerFirst(REFUSED_STREAMS, refused);
          show(request, connection);
        }));
  }

  /** A stream of HTTP/2 is no connection: to end that would end the others' streams as well. */
  private static void show(HttpClientRequest request, Connection connection) {
    ReactiveAttempt attempt = ReactiveAttempt.of(request.currentContextView());
    if (attempt != null && !RefusedStreams.isStream(connection.channel())) {
      attempt.closesBy(connection.channel()::close);
    }
  }

  /**
   * Says of another connector that it sends each request once and follows no redirect, so that a
   * {@link RetryFilter} works over it. Nobody checks that. Where such a connector asks for the
   * request before there is a connection, as all but Reactor Netty's do, a failure to connect
   * proves nothing, and a POST is not repeated after it.
   *
   * @param connector the caller's
   * @return the same, as the filter wants it
   */
  public static OneSendConnector vouchedFor(ClientHttpConnector connector) {
    return new OneSendConnector(Objects.requireNonNull(connector, "connector"));
  }

  @Override
  public Mono<ClientHttpResponse> connect(HttpMethod method, URI uri,
      Function<? super ClientHttpRequest, Mono<Void>> request) {
    return ReactiveAttempt.through(
        watched -> connector.connect(method, uri, watched), request);
  }
}
