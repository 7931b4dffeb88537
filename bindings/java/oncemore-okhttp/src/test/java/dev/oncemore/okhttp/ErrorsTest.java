// SPDX-License-Identifier: MIT
package dev.oncemore.okhttp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.oncemore.Failure;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.net.UnknownServiceException;
import javax.net.ssl.SSLHandshakeException;
import okhttp3.internal.http2.ConnectionShutdownException;
import okhttp3.internal.http2.ErrorCode;
import okhttp3.internal.http2.StreamResetException;
import org.junit.jupiter.api.Test;

/** What an exception means before and after there was a connection. */
class ErrorsTest {
  private static void check(Failure before, Failure after, IOException error) {
    assertEquals(before, Errors.failure(error, false), error::toString);
    assertEquals(after, Errors.failure(error, true), error::toString);
  }

  @Test
  void theConnectionMakesTheDifference() {
    check(Failure.CONNECT, Failure.TIMEOUT, new SocketTimeoutException());
    check(Failure.TLS_HANDSHAKE, Failure.CONNECTION_LOST, new SSLHandshakeException("alert"));
    check(Failure.CONNECT, Failure.OTHER, new IOException());
  }

  @Test
  void okHttpsOwnAreTheSameEverywhere() {
    check(Failure.CANCELLED, Failure.CANCELLED, new InterruptedIOException("timeout"));
    check(Failure.OTHER, Failure.OTHER, new UnknownServiceException("CLEARTEXT"));
    check(Failure.NOT_SENT, Failure.NOT_SENT, new DeadConnectionException());
    check(Failure.NOT_SENT, Failure.NOT_SENT, new ConnectionShutdownException());
  }

  @Test
  void aResetStreamIsRejectedOrLost() {
    assertEquals(Failure.REJECTED,
        Errors.failure(new StreamResetException(ErrorCode.REFUSED_STREAM), true));
    assertEquals(Failure.CONNECTION_LOST,
        Errors.failure(new StreamResetException(ErrorCode.CANCEL), true));
  }
}
