// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import dev.oncemore.Evidence;
import dev.oncemore.Failure;
import dev.oncemore.http.Causes;
import dev.oncemore.http.Failures;
import java.io.IOException;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeoutException;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.springframework.web.reactive.function.client.WebClientRequestException;

/** What the errors of a connector mean, by their types and by how far the request got. */
final class ReactiveErrors {
  /** Of a connector's types, which need not be there, the names. */
  private static final Map<String, Failure> NAMES = Map.of(
      "io.netty.handler.timeout.TimeoutException", Failure.TIMEOUT,
      "io.netty.handler.codec.DecoderException", Failure.BAD_RESPONSE,
      "dev.oncemore.spring.RefusedStreams$Refused", Failure.REJECTED,
      "dev.oncemore.spring.RefusedStreams$OtherVersion", Failure.OTHER,
      "reactor.netty.http.client.PrematureCloseException", Failure.CONNECTION_LOST,
      "reactor.netty.channel.AbortedException", Failure.CONNECTION_LOST,
      "reactor.netty.internal.shaded.reactor.pool.PoolAcquirePendingLimitException",
      Failure.NOT_SENT);

  /** How netty says what a proxy answered to CONNECT. */
  private static final Pattern TUNNEL = Pattern.compile("^http, .*status: ([0-9]{3})\\b");
  private static final String TUNNEL_TYPE =
      "io.netty.handler.proxy.HttpProxyHandler$HttpProxyConnectException";

  /** A failure, and what is known of whether the request was processed. */
  record Ended(Failure failure, Evidence evidence) {}

  private ReactiveErrors() {}

  /** Whether it comes from the exchange, and not from somebody's program. */
  static boolean isOfExchange(Throwable error) {
    return error instanceof WebClientRequestException || error instanceof IOException;
  }

  /**
   * What ended an attempt. That nothing was sent is said of the connector's own error alone, and
   * only if it had not asked for the request; anybody may throw an error of the same type.
   */
  static Ended of(Throwable error, boolean secure, ReactiveAttempt attempt, WatchedBody body) {
    Throwable cause = error instanceof WebClientRequestException ? error.getCause() : error;
    if (attempt.neverSent(error)) {
      return new Ended(whileConnecting(cause, secure), Evidence.BY_OUTCOME);
    }
    if (attempt.connected() && !attempt.repeated()) {
      return new Ended(whileSending(cause, body), Evidence.BY_OUTCOME);
    }
    return new Ended(unseen(cause), Evidence.UNKNOWN);
  }

  /** What a proxy answered that opened no tunnel, so that nothing was sent. */
  static OptionalInt tunnelStatus(Throwable error, ReactiveAttempt attempt) {
    return !attempt.neverSent(error) ? OptionalInt.empty() : Causes.of(error)
        .filter(cause -> cause.getClass().getName().equals(TUNNEL_TYPE))
        .map(cause -> TUNNEL.matcher(String.valueOf(cause.getMessage())))
        .flatMap(text -> text.results().map(MatchResult.class::cast))
        .mapToInt(text -> Integer.parseInt(text.group(1)))
        .findFirst();
  }

  private static Failure whileConnecting(Throwable error, boolean secure) {
    if (error instanceof TimeoutException) {
      return Failure.NOT_SENT; // the pool's, while it had no connection to give
    }
    if (named(error) == Failure.NOT_SENT) {
      return Failure.NOT_SENT;
    }
    Failure failure = Failures.of(error);
    return switch (failure) {
      case TIMEOUT, CONNECTION_LOST -> secure ? Failure.TLS_HANDSHAKE : Failure.CONNECT;
      case OTHER -> error instanceof IOException || named(error) != null
          ? secure ? Failure.TLS_HANDSHAKE : Failure.CONNECT : failure;
      default -> failure;
    };
  }

  private static Failure whileSending(Throwable error, WatchedBody body) {
    Failure failure = afterConnecting(error);
    return switch (failure) {
      case CONNECTION_LOST -> body.broken() ? Failure.SEND : failure;
      // After the request only the response can be at fault.
      case OTHER -> body.broken() || named(error) != null ? failure : Failure.BAD_RESPONSE;
      default -> failure;
    };
  }

  private static Failure afterConnecting(Throwable error) {
    Failure named = named(error);
    if (named != null && named != Failure.NOT_SENT) {
      return named;
    }
    Failure failure = Failures.of(error);
    if (failure.evidence() == Evidence.NEVER_SENT) {
      return Failure.CONNECTION_LOST; // an alert of TLS 1.3, which comes after the request
    }
    return failure == Failure.OTHER && error instanceof IOException
        ? Failure.CONNECTION_LOST : failure;
  }

  private static Failure unseen(Throwable error) {
    Failure named = named(error);
    Failure failure = named != null ? named : Failures.of(error);
    return failure == Failure.OTHER && error instanceof IOException
        ? Failure.CONNECTION_LOST : failure;
  }

  private static Failure named(Throwable error) {
    for (Class<?> type = error.getClass(); type != null; type = type.getSuperclass()) {
      if (NAMES.containsKey(type.getName())) {
        return NAMES.get(type.getName());
      }
    }
    return null;
  }
}
