// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import dev.oncemore.Failure;
import java.io.IOException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpTimeoutException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/**
 * What the exceptions of java.net.http mean. For most of what breaks on a connection it has no type
 * but IOException.
 */
final class ClientFailures {
  /** Where only the beginning of the message tells; the same from JDK 17 to 25. */
  private static final Map<String, Failure> TEXTS = Map.of(
      "Tunnel failed", Failure.CONNECT,
      "Received RST_STREAM: Stream not processed", Failure.REJECTED, // until JDK 23
      "No credentials provided", Failure.OTHER,
      "too many authentication attempts", Failure.OTHER);

  private ClientFailures() {}

  static Failure of(Throwable error, HttpRequest request) {
    if (Causes.has(error, OneSend.Refused.class)) {
      return Requests.isRepeated(request) ? Failure.CONNECTION_LOST : Failure.REJECTED;
    }
    if (Causes.has(error, HttpConnectTimeoutException.class)) {
      return Failure.CONNECT;
    }
    if (Causes.has(error, HttpTimeoutException.class)) {
      return Failure.TIMEOUT;
    }
    Failure known = Failures.of(error);
    return known != Failure.OTHER ? known : byText(error).orElseGet(() -> byNature(error));
  }

  private static Optional<Failure> byText(Throwable error) {
    return Causes.of(error)
        .map(Throwable::getMessage)
        .flatMap(message -> TEXTS.keySet().stream()
            .filter(text -> message != null && message.startsWith(text)))
        .map(TEXTS::get)
        .findFirst();
  }

  /** The connection broke, unless something else than input and output did, such as a handler. */
  private static Failure byNature(Throwable error) {
    boolean broke = Causes.of(error).allMatch(cause -> cause instanceof IOException
        || cause instanceof CompletionException || cause instanceof ExecutionException);
    return broke ? Failure.CONNECTION_LOST : Failure.OTHER;
  }
}
