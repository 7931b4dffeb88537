// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.oncemore.Evidence;
import dev.oncemore.Failure;
import dev.oncemore.spring.ReactiveErrors.Ended;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.timeout.ReadTimeoutException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.client.WebClientRequestException;
import reactor.core.publisher.Mono;

/** Each error before there is a connection, with and without TLS; while and after sending. */
class ReactiveErrorsTest {
  private static Arguments row(
      Exception error, Failure plain, Failure secure, Failure sending, Failure sent) {
    return Arguments.of(error, plain, secure, sending, sent);
  }

  static Stream<Arguments> rows() {
    Exception certificate = new SSLHandshakeException("of ours");
    certificate.initCause(new CertificateException());
    return Stream.of(
        row(new UnknownHostException(), Failure.NAME_RESOLUTION, Failure.NAME_RESOLUTION,
            Failure.SEND, Failure.CONNECTION_LOST),
        row(new ConnectException(), Failure.CONNECT, Failure.CONNECT, Failure.SEND,
            Failure.CONNECTION_LOST),
        row(new TimeoutException(), Failure.NOT_SENT, Failure.NOT_SENT, Failure.TIMEOUT,
            Failure.TIMEOUT),
        row(certificate, Failure.TLS_CERTIFICATE, Failure.TLS_CERTIFICATE, Failure.SEND,
            Failure.CONNECTION_LOST),
        row(new SSLHandshakeException(""), Failure.TLS_HANDSHAKE, Failure.TLS_HANDSHAKE,
            Failure.SEND, Failure.CONNECTION_LOST),
        row(new SocketException(), Failure.CONNECT, Failure.TLS_HANDSHAKE, Failure.SEND,
            Failure.CONNECTION_LOST),
        row(new IOException("reset"), Failure.CONNECT, Failure.TLS_HANDSHAKE, Failure.SEND,
            Failure.CONNECTION_LOST),
        row(ReadTimeoutException.INSTANCE, Failure.CONNECT, Failure.TLS_HANDSHAKE,
            Failure.TIMEOUT, Failure.TIMEOUT),
        row(new DecoderException(), Failure.CONNECT, Failure.TLS_HANDSHAKE, Failure.BAD_RESPONSE,
            Failure.BAD_RESPONSE),
        row(new IllegalArgumentException(), Failure.OTHER, Failure.OTHER, Failure.OTHER,
            Failure.BAD_RESPONSE),
        row(new RefusedStreams.Refused("frame"), Failure.CONNECT, Failure.TLS_HANDSHAKE,
            Failure.REJECTED, Failure.REJECTED));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void isThis(Exception cause, Failure plain, Failure secure, Failure sending, Failure sent) {
    WebClientRequestException error = new WebClientRequestException(
        cause, HttpMethod.GET, URI.create("http://localhost/"), new HttpHeaders());
    WatchedBody none = new WatchedBody(BodyInserters.empty(), true);
    ReactiveAttempt unsent = attempt(false, cause);
    assertEquals(new Ended(plain, Evidence.BY_OUTCOME),
        ReactiveErrors.of(error, false, unsent, none));
    assertEquals(new Ended(secure, Evidence.BY_OUTCOME),
        ReactiveErrors.of(error, true, unsent, none));
    WatchedBody stuck = new WatchedBody((output, context) -> Mono.never(), true);
    stuck.insert(null, null).subscribe();
    assertEquals(new Ended(sending, Evidence.BY_OUTCOME),
        ReactiveErrors.of(error, true, attempt(true, cause), stuck));
    WatchedBody whole = new WatchedBody((output, context) -> Mono.empty(), true);
    whole.insert(null, null).subscribe();
    assertEquals(new Ended(sent, Evidence.BY_OUTCOME),
        ReactiveErrors.of(error, true, attempt(true, cause), whole));
  }

  /** Of another's error nothing is known but its type, which may be the same. */
  @ParameterizedTest
  @MethodSource("rows")
  void provesNothingIfTheConnectorDidNotSayIt(Exception cause) {
    WatchedBody none = new WatchedBody(BodyInserters.empty(), true);
    assertEquals(Evidence.UNKNOWN, ReactiveErrors.of(
        cause, true, attempt(false, new IOException("of the connector")), none).evidence());
    assertEquals(Evidence.UNKNOWN,
        ReactiveErrors.of(cause, true, new ReactiveAttempt(), none).evidence());
  }

  /** One that ended so, before or after the connector asked for the request. */
  private static ReactiveAttempt attempt(boolean connected, Exception error) {
    ReactiveAttempt attempt = new ReactiveAttempt();
    ReactiveAttempt.through(
            request -> connected ? request.apply(null).then(Mono.error(error)) : Mono.error(error),
            request -> Mono.empty())
        .contextWrite(attempt::in)
        .onErrorComplete()
        .block();
    return attempt;
  }
}
