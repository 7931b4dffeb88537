// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import dev.oncemore.Policy;
import dev.oncemore.http.RetryHttpClient;
import dev.oncemore.http.Settings;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import reactor.netty.http.client.HttpClient;

/**
 * Makes Spring's request factories and connectors so that they send a request once, and leave all
 * that comes after to a {@link RetryInterceptor} or a {@link RetryFilter}.
 */
public final class SendingOnce {
  private static final String REFUSALS = "oncemore";
  private static final Settings ONE_ATTEMPT = Settings.of(Policy.defaults().withMaxAttempts(1));

  private SendingOnce() {}

  /**
   * For a RestClient over {@code java.net.http}, which would repeat an idempotent request by itself
   * when a kept connection is lost.
   *
   * @param client one that follows no redirects
   * @return the request factory; its read time-out and its compression can be set
   * @throws IllegalArgumentException if the client follows redirects
   */
  public static JdkClientHttpRequestFactory jdk(java.net.http.HttpClient client) {
    return new JdkClientHttpRequestFactory(RetryHttpClient.of(client, ONE_ATTEMPT));
  }

  /**
   * For a WebClient over Reactor Netty, which would repeat any request once by itself when a
   * connection is lost before the request's head was written. With HTTP/2 it would not say that a
   * server refused a stream; made here, it does.
   *
   * @param client one that follows no redirects
   * @return the connector
   * @throws IllegalArgumentException if the client follows redirects
   */
  public static ReactorClientHttpConnector reactor(HttpClient client) {
    if (client.configuration().followRedirectPredicate() != null) {
      throw new IllegalArgumentException("the client follows redirects where nobody can count them;"
          + " leave that out and use RetryFilter.following()");
    }
    Refusals refusals = new Refusals();
    return new ReactorClientHttpConnector(client
        .disableRetry(true)
        .doOnRequest((request, connection) -> connection.addHandlerFirst(REFUSALS, refusals)));
  }
}
