// SPDX-License-Identifier: MIT
package dev.oncemore.test.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.oncemore.Failure;
import dev.oncemore.http.Failures;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertificateException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.junit.jupiter.api.Test;

/** What the JDK's exceptions mean. */
class FailuresTest {
  @Test
  void eachHasItsMeaning() {
    Map<Throwable, Failure> meanings = new LinkedHashMap<>();
    meanings.put(new UnknownHostException(), Failure.NAME_RESOLUTION);
    meanings.put(new ConnectException().initCause(new UnresolvedAddressException()),
        Failure.NAME_RESOLUTION);
    meanings.put(new ConnectException(), Failure.CONNECT);
    meanings.put(new NoRouteToHostException(), Failure.CONNECT);
    meanings.put(new SSLHandshakeException("alert"), Failure.TLS_HANDSHAKE);
    meanings.put(new SSLHandshakeException("path").initCause(new CertificateException()),
        Failure.TLS_CERTIFICATE);
    meanings.put(new SSLHandshakeException("Received fatal alert: certificate_required"),
        Failure.CONNECTION_LOST);
    meanings.put(new SSLHandshakeException("Received fatal alert: handshake_failure"),
        Failure.TLS_HANDSHAKE);
    meanings.put(new SSLPeerUnverifiedException("name"), Failure.TLS_CERTIFICATE);
    meanings.put(new SSLException("alert"), Failure.CONNECTION_LOST);
    meanings.put(new SocketTimeoutException(), Failure.TIMEOUT);
    meanings.put(new SocketException("reset"), Failure.CONNECTION_LOST);
    meanings.put(new ClosedChannelException(), Failure.CONNECTION_LOST);
    meanings.put(new IOException(new EOFException()), Failure.CONNECTION_LOST);
    meanings.put(new ProtocolException(), Failure.BAD_RESPONSE);
    meanings.put(new InterruptedException(), Failure.CANCELLED);
    meanings.put(new CancellationException(), Failure.CANCELLED);
    meanings.put(new IOException(), Failure.OTHER);
    meanings.put(new IllegalArgumentException(), Failure.OTHER);
    meanings.forEach((error, failure) ->
        assertEquals(failure, Failures.of(error), error::toString));
  }

  @Test
  void beforeTheConnectionIsThereNothingWasSent() {
    assertEquals(Failure.CONNECT, Failures.whileConnecting(new SocketTimeoutException()));
    assertEquals(Failure.CONNECT, Failures.whileConnecting(new SocketException("reset")));
    assertEquals(Failure.CONNECT, Failures.whileConnecting(new IOException("no tunnel")));
    assertEquals(Failure.CONNECT, Failures.whileConnecting(new ProtocolException()));
    assertEquals(Failure.TLS_HANDSHAKE, Failures.whileConnecting(new SSLException("closed")));
    assertEquals(Failure.TLS_HANDSHAKE, Failures.whileConnecting(
        new SSLHandshakeException("Received fatal alert: bad_certificate")));
    assertEquals(Failure.CANCELLED, Failures.whileConnecting(new InterruptedException()));
    assertEquals(Failure.OTHER, Failures.whileConnecting(new IllegalArgumentException()));
  }

  @Test
  void aRingOfCausesEnds() {
    Exception one = new Exception();
    Exception other = new Exception(one);
    one.initCause(other);
    assertEquals(Failure.OTHER, Failures.of(one));
  }
}
