// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.oncemore.Failure;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.UnsupportedSchemeException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.ParseException;
import org.apache.hc.core5.http.RequestNotExecutedException;
import org.apache.hc.core5.http2.H2ConnectionException;
import org.apache.hc.core5.http2.H2Error;
import org.apache.hc.core5.http2.H2StreamResetException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each exception before there is a connection, with and without TLS, and after. */
class ErrorsTest {
  private static Arguments row(Exception error, Failure plain, Failure secure, Failure connected) {
    return Arguments.of(error, plain, secure, connected);
  }

  static Stream<Arguments> rows() {
    Exception certificate = new SSLHandshakeException("of ours");
    certificate.initCause(new CertificateException());
    return Stream.of(
        row(new UnknownHostException(), Failure.NAME_RESOLUTION, Failure.NAME_RESOLUTION,
            Failure.CONNECTION_LOST),
        row(new ConnectException(), Failure.CONNECT, Failure.CONNECT, Failure.CONNECTION_LOST),
        row(new ConnectTimeoutException("", null), Failure.CONNECT, Failure.CONNECT,
            Failure.TIMEOUT),
        row(new ConnectionRequestTimeoutException(), Failure.NOT_SENT, Failure.NOT_SENT,
            Failure.CANCELLED),
        row(new RequestNotExecutedException(), Failure.NOT_SENT, Failure.NOT_SENT,
            Failure.REJECTED),
        row(new SSLHandshakeException(""), Failure.TLS_HANDSHAKE, Failure.TLS_HANDSHAKE,
            Failure.CONNECTION_LOST),
        row(certificate, Failure.TLS_CERTIFICATE, Failure.TLS_CERTIFICATE,
            Failure.CONNECTION_LOST),
        row(new SocketTimeoutException(), Failure.CONNECT, Failure.TLS_HANDSHAKE,
            Failure.TIMEOUT),
        row(new SocketException(), Failure.CONNECT, Failure.TLS_HANDSHAKE,
            Failure.CONNECTION_LOST),
        row(new IOException("reset"), Failure.CONNECT, Failure.TLS_HANDSHAKE,
            Failure.CONNECTION_LOST),
        row(new ConnectionClosedException(), Failure.CONNECT, Failure.TLS_HANDSHAKE,
            Failure.CONNECTION_LOST),
        row(new NoHttpResponseException(""), Failure.CONNECT, Failure.TLS_HANDSHAKE,
            Failure.CONNECTION_LOST),
        row(new InterruptedIOException(), Failure.CANCELLED, Failure.CANCELLED,
            Failure.CANCELLED),
        row(new ParseException(), Failure.OTHER, Failure.OTHER, Failure.BAD_RESPONSE),
        row(new MessageConstraintException(""), Failure.CONNECT, Failure.TLS_HANDSHAKE,
            Failure.BAD_RESPONSE),
        row(new UnsupportedSchemeException("x"), Failure.OTHER, Failure.OTHER,
            Failure.CONNECTION_LOST),
        row(new H2StreamResetException(H2Error.REFUSED_STREAM, ""), Failure.CONNECT,
            Failure.TLS_HANDSHAKE, Failure.REJECTED),
        row(new H2StreamResetException(H2Error.INTERNAL_ERROR, ""), Failure.CONNECT,
            Failure.TLS_HANDSHAKE, Failure.CONNECTION_LOST),
        row(new H2StreamResetException(H2Error.HTTP_1_1_REQUIRED, ""), Failure.CONNECT,
            Failure.TLS_HANDSHAKE, Failure.OTHER),
        row(new H2ConnectionException(H2Error.HTTP_1_1_REQUIRED, ""), Failure.CONNECT,
            Failure.TLS_HANDSHAKE, Failure.OTHER),
        row(new H2ConnectionException(H2Error.PROTOCOL_ERROR, ""), Failure.CONNECT,
            Failure.TLS_HANDSHAKE, Failure.BAD_RESPONSE),
        row(new IllegalStateException(), Failure.OTHER, Failure.OTHER, Failure.OTHER));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void isThis(Exception error, Failure plain, Failure secure, Failure connected) {
    BodyState none = new BodyState(true);
    assertEquals(plain, Errors.failure(error, false, false, none));
    assertEquals(secure, Errors.failure(error, false, true, none));
    assertEquals(connected, Errors.failure(error, true, true, none));
  }

  @Test
  void aConnectionThatIsLostWhileTheBodyIsWrittenFailedToSend() {
    BodyState half = new BodyState(true);
    half.start();
    assertEquals(Failure.SEND, Errors.failure(new SocketException(), true, false, half));
    half.end();
    assertEquals(Failure.CONNECTION_LOST,
        Errors.failure(new SocketException(), true, false, half));
  }
}
