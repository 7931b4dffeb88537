// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import dev.oncemore.Evidence;
import dev.oncemore.Failure;
import dev.oncemore.Outcome;
import java.io.IOException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpTimeoutException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/**
 * What the exceptions of java.net.http mean. For most of what breaks on a connection it has no type
 * but IOException.
 */
final class ClientFailures {
  /** Where only the beginning of the message tells; the same from JDK 17 to 25. */
  private static final Map<String, Failure> TEXTS = Map.of(
      "Tunnel failed", Failure.CONNECT,
      "Received RST_STREAM: Stream not processed", Failure.REJECTED, // until JDK 23
      "Received RST_STREAM: Use HTTP/1.1", Failure.OTHER,
      "No credentials provided", Failure.OTHER,
      "too many authentication attempts", Failure.OTHER);

  /** A proxy that answers CONNECT. */
  private static final Pattern TUNNEL = Pattern.compile("Tunnel failed, got: ([1-9][0-9]{2})");

  private final HttpRequest request;
  private final AttemptWatch watch;
  private final boolean trusted;

  /** A trusted client is the JDK's own, of which it is known when it sends by itself once more. */
  ClientFailures(HttpRequest request, AttemptWatch watch, boolean trusted) {
    this.request = request;
    this.watch = watch;
    this.trusted = trusted;
  }

  Outcome outcome(Throwable error) {
    return tunnel(error)
        .map(status -> Outcome.status(Integer.parseInt(status)))
        .orElseGet(() -> Outcome.failed(failure(error)));
  }

  private static Optional<String> tunnel(Throwable error) {
    return Causes.of(error)
        .map(Throwable::getMessage)
        .filter(message -> message != null)
        .map(TUNNEL::matcher)
        .filter(Matcher::matches)
        .map(match -> match.group(1))
        .findFirst();
  }

  Failure failure(Throwable error) {
    if (watch.hasOwnFailure()) {
      return Failure.OTHER;
    }
    if (Causes.has(error, WatchedPublisher.Refused.class)) {
      return refused();
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

  /**
   * The JDK repeats a GET or HEAD whatever happened to it, and any other request only if it was not
   * processed. Whatever else is the client repeats what it likes.
   */
  private Failure refused() {
    if (!trusted) {
      return Failure.OTHER;
    }
    return Requests.isRepeated(request) ? Failure.CONNECTION_LOST : Failure.REJECTED;
  }

  private static Optional<Failure> byText(Throwable error) {
    return Causes.of(error)
        .map(Throwable::getMessage)
        .flatMap(message -> TEXTS.keySet().stream()
            .filter(text -> message != null && message.startsWith(text)))
        .map(TEXTS::get)
        .findFirst();
  }

  /** The connection broke, unless something else than input and output did. */
  private static Failure byNature(Throwable error) {
    boolean broke = Causes.of(error).allMatch(cause -> cause instanceof IOException
        || cause instanceof CompletionException || cause instanceof ExecutionException);
    return broke ? Failure.CONNECTION_LOST : Failure.OTHER;
  }

  /**
   * What is known of whether the request was processed. There is no place in this client where it
   * shows what was written. But the head is made when there is a connection and not before, and
   * where no code of the caller's failed and no response began, the error is the client's own word.
   */
  Evidence evidence(Outcome outcome, Throwable error) {
    Evidence claimed = outcome instanceof Outcome.Failed failed
        ? failed.failure().evidence() : Evidence.NEVER_SENT; // that of a tunnel
    return claimed == Evidence.UNKNOWN || isProven(claimed, error) ? claimed : Evidence.UNKNOWN;
  }

  private boolean isProven(Evidence claimed, Throwable error) {
    if (!trusted || watch.isAnswered()) {
      return false;
    }
    // A handshake goes on while the request waits for its end; a tunnel and a connection do not.
    int most = claimed == Evidence.NOT_PROCESSED || Causes.has(error, SSLException.class) ? 1 : 0;
    return watch.heads() <= most || Causes.has(error, WatchedPublisher.Refused.class);
  }
}
