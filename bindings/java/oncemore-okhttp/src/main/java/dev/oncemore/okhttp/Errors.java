// SPDX-License-Identifier: MIT
package dev.oncemore.okhttp;

import dev.oncemore.Evidence;
import dev.oncemore.Failure;
import dev.oncemore.Outcome;
import dev.oncemore.http.Causes;
import dev.oncemore.http.Failures;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.UnknownServiceException;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What OkHttp's exceptions mean. Those of its HTTP/2 are in a package that its module does not
 * show, so they are known by their names and messages.
 */
final class Errors {
  private static final String SHUT_DOWN =
      "okhttp3.internal.http2.ConnectionShutdownException";
  private static final String RESET = "okhttp3.internal.http2.StreamResetException";

  /** What a server says of a stream that it resets; anything else is a lost connection. */
  private static final Map<String, Failure> RESETS = Map.of(
      "stream was reset: REFUSED_STREAM", Failure.REJECTED,
      "stream was reset: HTTP_1_1_REQUIRED", Failure.OTHER);

  /** A proxy that answers CONNECT. */
  private static final Pattern TUNNEL =
      Pattern.compile("Unexpected response code for CONNECT: ([1-9][0-9]{2})");

  private static final Map<String, Integer> TUNNEL_REFUSED =
      Map.of("Failed to authenticate with proxy", 407);

  private Errors() {}

  /** How the attempt ended, and what its mark says of whether it was processed. */
  record Ended(Outcome outcome, Evidence evidence) {}

  static Ended ended(IOException error, AttemptTag tag) {
    if (tag.isConnected()) {
      return new Ended(Outcome.failed(whileExchanging(error, tag.isAnswered())),
          Evidence.BY_OUTCOME);
    }
    return tunnel(error)
        .map(status -> new Ended(Outcome.status(status), Evidence.NEVER_SENT))
        .orElseGet(() ->
            new Ended(Outcome.failed(whileConnecting(error)), Evidence.BY_OUTCOME));
  }

  private static Optional<Integer> tunnel(IOException error) {
    String message = String.valueOf(error.getMessage());
    Matcher answered = TUNNEL.matcher(message);
    return answered.matches()
        ? Optional.of(Integer.valueOf(answered.group(1)))
        : Optional.ofNullable(TUNNEL_REFUSED.get(message));
  }

  /** Nothing was sent. */
  private static Failure whileConnecting(IOException error) {
    return everywhere(error).orElseGet(() ->
        Causes.has(error, DeadConnectionException.class)
            ? Failure.NOT_SENT : Failures.whileConnecting(error));
  }

  /**
   * Something may have been sent, whatever the exception is called. When a response has begun, it
   * is another interceptor's, or of the body.
   */
  private static Failure whileExchanging(IOException error, boolean answered) {
    Failure failure = everywhere(error).orElseGet(() -> named(error));
    boolean claims = failure.evidence() != Evidence.UNKNOWN;
    boolean own = !answered && (failure == Failure.REJECTED || failure == Failure.NOT_SENT);
    return claims && !own ? Failure.CONNECTION_LOST : failure;
  }

  private static Optional<Failure> everywhere(IOException error) {
    if (Causes.of(error).anyMatch(cause -> cause.getClass() == InterruptedIOException.class)) {
      return Optional.of(Failure.CANCELLED); // the thread was interrupted, or the call's time is up
    }
    return Causes.has(error, UnknownServiceException.class)
        ? Optional.of(Failure.OTHER) : Optional.empty(); // the client is set to send nothing so
  }

  private static Failure named(IOException error) {
    if (named(error, SHUT_DOWN).findAny().isPresent()) {
      return Failure.NOT_SENT;
    }
    return named(error, RESET)
        .map(reset -> RESETS.getOrDefault(reset.getMessage(), Failure.CONNECTION_LOST))
        .findFirst()
        .orElseGet(() -> Failures.of(error));
  }

  private static Stream<Throwable> named(IOException error, String type) {
    return Causes.of(error).filter(cause -> cause.getClass().getName().equals(type));
  }
}
