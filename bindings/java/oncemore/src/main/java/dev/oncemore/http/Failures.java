// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import dev.oncemore.Failure;
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
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * What the exceptions of the JDK mean, for those who write an adapter. A client's own are looked at
 * before these. An exception is what the first of its causes is that is known.
 */
public final class Failures {
  /** In this order: what is found in a chain is at times caused by something less exact. */
  private static final Map<Class<? extends Throwable>, Failure> MEANING = new LinkedHashMap<>();

  static {
    MEANING.put(UnknownHostException.class, Failure.NAME_RESOLUTION);
    MEANING.put(UnresolvedAddressException.class, Failure.NAME_RESOLUTION);
    MEANING.put(SSLPeerUnverifiedException.class, Failure.TLS_CERTIFICATE);
    MEANING.put(CertificateException.class, Failure.TLS_CERTIFICATE);
    MEANING.put(CertPathValidatorException.class, Failure.TLS_CERTIFICATE);
    MEANING.put(SSLHandshakeException.class, Failure.TLS_HANDSHAKE);
    MEANING.put(ConnectException.class, Failure.CONNECT);
    MEANING.put(NoRouteToHostException.class, Failure.CONNECT);
    MEANING.put(SocketTimeoutException.class, Failure.TIMEOUT);
    MEANING.put(TimeoutException.class, Failure.TIMEOUT);
    MEANING.put(ProtocolException.class, Failure.BAD_RESPONSE);
    MEANING.put(EOFException.class, Failure.CONNECTION_LOST);
    MEANING.put(SocketException.class, Failure.CONNECTION_LOST);
    MEANING.put(ClosedChannelException.class, Failure.CONNECTION_LOST);
    MEANING.put(SSLException.class, Failure.CONNECTION_LOST);
    MEANING.put(InterruptedException.class, Failure.CANCELLED);
    MEANING.put(CancellationException.class, Failure.CANCELLED);
  }

  /**
   * What a server says of the certificate of a client. With TLS 1.3 it says so after the handshake,
   * when the request may be on its way, and the JDK has the same type for it as before.
   */
  private static final Pattern REFUSED_LATE =
      Pattern.compile("Received fatal alert: (\\w*certificate\\w*|unknown_ca|access_denied)");

  private Failures() {}

  /**
   * The failure of an attempt of which nothing is known but the exception.
   *
   * @param error what the client says
   * @return why there is no response, {@link Failure#OTHER} if that is not known
   */
  public static Failure of(Throwable error) {
    if (isRefusedLate(error)) {
      return Failure.CONNECTION_LOST;
    }
    return MEANING.entrySet().stream()
        .filter(meaning -> Causes.has(error, meaning.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(Failure.OTHER);
  }

  private static boolean isRefusedLate(Throwable error) {
    return Causes.of(error).anyMatch(cause -> cause instanceof SSLException
        && cause.getMessage() != null && REFUSED_LATE.matcher(cause.getMessage()).find());
  }

  /**
   * The failure of an attempt that got no further than to its connection, so that nothing of the
   * request left.
   *
   * @param error what the client says
   * @return why there is no response, {@link Failure#OTHER} if that is not known
   */
  public static Failure whileConnecting(Throwable error) {
    Failure failure = of(error);
    return switch (failure) {
      case TIMEOUT, CONNECTION_LOST, BAD_RESPONSE ->
          Causes.has(error, SSLException.class) ? Failure.TLS_HANDSHAKE : Failure.CONNECT;
      case OTHER -> Causes.has(error, IOException.class) ? Failure.CONNECT : failure;
      default -> failure;
    };
  }
}
