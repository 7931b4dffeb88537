// SPDX-License-Identifier: MIT
package dev.oncemore.okhttp;

import dev.oncemore.Evidence;
import dev.oncemore.Failure;
import dev.oncemore.http.Causes;
import dev.oncemore.http.Failures;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.UnknownServiceException;
import okhttp3.internal.http2.ConnectionShutdownException;
import okhttp3.internal.http2.ErrorCode;
import okhttp3.internal.http2.StreamResetException;

/** What OkHttp's exceptions mean. */
final class Errors {
  private Errors() {}

  static Failure failure(IOException error, boolean connected) {
    if (Causes.of(error).anyMatch(cause -> cause.getClass() == InterruptedIOException.class)) {
      return Failure.CANCELLED; // the thread was interrupted, or the call's time is up
    }
    if (Causes.has(error, UnknownServiceException.class)) {
      return Failure.OTHER; // the client is set to send nothing like this
    }
    if (Causes.has(error, DeadConnectionException.class)
        || Causes.has(error, ConnectionShutdownException.class)) {
      return Failure.NOT_SENT;
    }
    if (!connected) {
      return Failures.whileConnecting(error);
    }
    return Causes.of(error)
        .filter(StreamResetException.class::isInstance)
        .map(reset -> ((StreamResetException) reset).errorCode)
        .map(code -> code == ErrorCode.REFUSED_STREAM
            ? Failure.REJECTED : Failure.CONNECTION_LOST)
        .findFirst()
        .orElseGet(() -> whileExchanging(error));
  }

  /** Something may have been sent, whatever the exception is called. */
  private static Failure whileExchanging(IOException error) {
    Failure failure = Failures.of(error);
    return failure.evidence() == Evidence.NEVER_SENT ? Failure.CONNECTION_LOST : failure;
  }
}
