// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import dev.oncemore.Evidence;
import dev.oncemore.Failure;
import dev.oncemore.http.Failures;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.UnsupportedSchemeException;
import org.apache.hc.client5.http.impl.ConnectionShutdownException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpStreamResetException;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.RequestNotExecutedException;
import org.apache.hc.core5.http2.H2ConnectionException;
import org.apache.hc.core5.http2.H2Error;
import org.apache.hc.core5.http2.H2StreamResetException;

/** What the client's exceptions mean, by their types and by how far the request got. */
final class Errors {
  private Errors() {}

  /**
   * The failure of an attempt.
   *
   * @param sent whether the client had begun to write the request
   * @param secure whether it goes through TLS
   */
  static Failure failure(Exception error, boolean sent, boolean secure, BodyState body) {
    Failure failure = sent ? whileSending(error) : whileConnecting(error, secure);
    return failure == Failure.CONNECTION_LOST && body.broken() ? Failure.SEND : failure;
  }

  private static Failure whileConnecting(Exception error, boolean secure) {
    if (error instanceof ConnectionRequestTimeoutException
        || error instanceof RequestNotExecutedException
        || error instanceof ConnectionShutdownException) {
      return Failure.NOT_SENT;
    }
    if (error instanceof ConnectTimeoutException) {
      return Failure.CONNECT;
    }
    if (error instanceof HttpException || error instanceof UnsupportedSchemeException) {
      return Failure.OTHER; // the request is at fault
    }
    Failure failure = Failures.of(error);
    return switch (failure) {
      case TIMEOUT, CONNECTION_LOST -> inHandshake(secure);
      case OTHER -> interrupted(error) ? Failure.CANCELLED
          : error instanceof IOException ? inHandshake(secure) : failure;
      default -> failure;
    };
  }

  /** A connection that is lost before it can be used, is lost in the handshake if it has one. */
  private static Failure inHandshake(boolean secure) {
    return secure ? Failure.TLS_HANDSHAKE : Failure.CONNECT;
  }

  private static Failure whileSending(Exception error) {
    if (error instanceof H2StreamResetException reset) {
      return reset(reset.getCode());
    }
    if (error instanceof H2ConnectionException end
        && end.getCode() == H2Error.HTTP_1_1_REQUIRED.getCode()) {
      return Failure.OTHER;
    }
    if (error instanceof RequestNotExecutedException) {
      return Failure.REJECTED; // a stream above GOAWAY's last one
    }
    if (error instanceof NoHttpResponseException || error instanceof ConnectionClosedException
        || error instanceof HttpStreamResetException) {
      return Failure.CONNECTION_LOST;
    }
    if (error instanceof ProtocolException || error instanceof H2ConnectionException
        || error instanceof MessageConstraintException
        || error instanceof MalformedChunkCodingException) {
      return Failure.BAD_RESPONSE;
    }
    Failure failure = Failures.of(error);
    if (failure.evidence() == Evidence.NEVER_SENT) {
      return Failure.CONNECTION_LOST; // an alert of TLS 1.3, which comes after the request
    }
    if (failure != Failure.OTHER) {
      return failure;
    }
    // The JDK's channels have no type of their own for a connection that was reset.
    return interrupted(error) ? Failure.CANCELLED
        : error instanceof IOException ? Failure.CONNECTION_LOST : failure;
  }

  private static Failure reset(int code) {
    if (code == H2Error.REFUSED_STREAM.getCode()) {
      return Failure.REJECTED;
    }
    if (code == H2Error.HTTP_1_1_REQUIRED.getCode()) {
      return Failure.OTHER; // which the next attempt would not speak either
    }
    // What the client itself says when nothing came in time.
    return code == H2Error.NO_ERROR.getCode() ? Failure.TIMEOUT : Failure.CONNECTION_LOST;
  }

  /** The client throws this of a request that was aborted, and its subtype of one that is late. */
  private static boolean interrupted(Exception error) {
    return error instanceof InterruptedIOException && !(error instanceof SocketTimeoutException);
  }
}
