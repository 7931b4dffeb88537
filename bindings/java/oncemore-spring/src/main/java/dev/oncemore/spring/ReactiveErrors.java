// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import dev.oncemore.Evidence;
import dev.oncemore.Failure;
import dev.oncemore.http.Failures;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.springframework.web.reactive.function.client.WebClientRequestException;

/** What the errors of a connector mean, by their types and by how far the request got. */
final class ReactiveErrors {
  /** Of a connector's types, which need not be there, the names. */
  private static final Map<String, Failure> NAMES = Map.of(
      "io.netty.handler.timeout.TimeoutException", Failure.TIMEOUT,
      "io.netty.handler.codec.DecoderException", Failure.BAD_RESPONSE,
      "dev.oncemore.spring.Refusals$Refused", Failure.REJECTED,
      "reactor.netty.http.client.PrematureCloseException", Failure.CONNECTION_LOST,
      "reactor.netty.channel.AbortedException", Failure.CONNECTION_LOST);

  private ReactiveErrors() {}

  /** Whether it comes from the exchange, and not from somebody's program. */
  static boolean isOfExchange(Throwable error) {
    return error instanceof WebClientRequestException || error instanceof IOException;
  }

  static Failure failure(Throwable error, boolean secure, SendingBody body) {
    Throwable cause = error instanceof WebClientRequestException ? error.getCause() : error;
    if (!body.started()) {
      return whileConnecting(cause, secure);
    }
    Failure failure = whileSending(cause);
    return switch (failure) {
      case CONNECTION_LOST -> body.broken() ? Failure.SEND : failure;
      // After the request only the response can be at fault.
      case OTHER -> body.broken() ? failure : Failure.BAD_RESPONSE;
      default -> failure;
    };
  }

  private static Failure whileConnecting(Throwable error, boolean secure) {
    if (error instanceof TimeoutException) {
      return Failure.NOT_SENT; // the pool's, while it had no connection to give
    }
    Failure failure = Failures.of(error);
    return switch (failure) {
      case TIMEOUT, CONNECTION_LOST -> secure ? Failure.TLS_HANDSHAKE : Failure.CONNECT;
      case OTHER -> error instanceof IOException || named(error) != null
          ? secure ? Failure.TLS_HANDSHAKE : Failure.CONNECT : failure;
      default -> failure;
    };
  }

  private static Failure whileSending(Throwable error) {
    Failure named = named(error);
    if (named != null) {
      return named;
    }
    Failure failure = Failures.of(error);
    if (failure.evidence() == Evidence.NEVER_SENT) {
      return Failure.CONNECTION_LOST; // an alert of TLS 1.3, which comes after the request
    }
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
