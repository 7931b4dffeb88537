// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import dev.oncemore.http.RetryHttpClient;
import java.lang.reflect.Field;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.AbstractClientHttpRequestFactoryWrapper;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.support.HttpRequestWrapper;

/**
 * What a request factory does by itself. Spring shows an interceptor neither the factory nor most
 * of a factory's client, so that private fields are read; where they are not as expected, nothing
 * is known, and that is how the interceptor takes it.
 */
final class RequestFactories {
  /** Answers from a test's own list. */
  private static final String MOCK =
      "org.springframework.test.web.client.MockRestServiceServer$MockClientHttpRequestFactory";
  private static final String APACHE =
      "org.springframework.http.client.HttpComponentsClientHttpRequestFactory";
  /** The loop of the adapter for Apache HttpClient. */
  private static final String APACHE_LOOP = "dev.oncemore.httpclient5.ClassicRetries";

  /** What the interceptor may do over a factory. */
  enum Kind { SENDS_ONCE, DECIDES, HIDDEN, UNKNOWN }

  private RequestFactories() {}

  /** The factory that a request goes to, if it can be seen. */
  static Optional<ClientHttpRequestFactory> below(HttpRequest request) {
    HttpRequest first = request;
    while (first instanceof HttpRequestWrapper wrapper) {
      first = wrapper.getRequest();
    }
    return field(first, "requestFactory")
        .filter(ClientHttpRequestFactory.class::isInstance)
        .map(ClientHttpRequestFactory.class::cast)
        .map(RequestFactories::unwrapped);
  }

  private static ClientHttpRequestFactory unwrapped(ClientHttpRequestFactory factory) {
    ClientHttpRequestFactory inner = factory;
    while (inner instanceof AbstractClientHttpRequestFactoryWrapper wrapper) {
      inner = wrapper.getDelegate();
    }
    return inner;
  }

  static Kind kind(ClientHttpRequestFactory factory) {
    if (factory instanceof OneSendRequestFactory
        || factory instanceof OneSendRequestFactory.Vouched
        || factory.getClass().getName().equals(MOCK)) {
      return Kind.SENDS_ONCE;
    }
    return decides(factory) ? Kind.DECIDES : Kind.UNKNOWN;
  }

  /** Whether there is another loop of this library below. */
  private static boolean decides(ClientHttpRequestFactory factory) {
    if (factory instanceof JdkClientHttpRequestFactory) {
      return field(factory, "httpClient").filter(RetryHttpClient.class::isInstance).isPresent();
    }
    return factory.getClass().getName().equals(APACHE)
        && field(factory, "httpClient")
            .flatMap(client -> field(client, "execChain"))
            .filter(RequestFactories::hasLoop)
            .isPresent();
  }

  private static boolean hasLoop(Object chain) {
    return Stream.iterate(chain, element -> element != null,
            element -> field(element, "next").orElse(null))
        .anyMatch(element -> field(element, "handler")
            .filter(handler -> handler.getClass().getName().equals(APACHE_LOOP)).isPresent());
  }

  private static Optional<Object> field(Object object, String name) {
    for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
      try {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return Optional.ofNullable(field.get(object));
      } catch (NoSuchFieldException inherited) {
        // Perhaps the next one has it.
      } catch (IllegalAccessException | RuntimeException closed) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }
}
