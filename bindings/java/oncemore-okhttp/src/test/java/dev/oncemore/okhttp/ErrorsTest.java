// SPDX-License-Identifier: MIT
package dev.oncemore.okhttp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.oncemore.Evidence;
import dev.oncemore.Failure;
import dev.oncemore.Outcome;
import dev.oncemore.Policy;
import dev.oncemore.http.Call;
import dev.oncemore.http.Settings;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownServiceException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.internal.http2.ConnectionShutdownException;
import okhttp3.internal.http2.ErrorCode;
import okhttp3.internal.http2.StreamResetException;
import org.junit.jupiter.api.Test;

/** What an exception means before there was a connection, after, and when a response has begun. */
class ErrorsTest {
  private static final Request REQUEST = new Request.Builder().url("http://a/").build();

  private static AttemptTag before() {
    return new AttemptTag(Call.inner(Settings.of(Policy.defaults())));
  }

  private static AttemptTag written() {
    AttemptTag tag = before();
    tag.begins(REQUEST, null);
    return tag;
  }

  private static AttemptTag answered() {
    AttemptTag tag = written();
    tag.hidden(new Response.Builder().request(REQUEST).protocol(Protocol.HTTP_1_1).code(200)
        .message("OK").build());
    return tag;
  }

  private static void check(Failure before, Failure written, Failure answered, IOException error) {
    assertEquals(List.of(Outcome.failed(before), Outcome.failed(written), Outcome.failed(answered)),
        Stream.of(before(), written(), answered())
            .map(tag -> Errors.ended(error, tag).outcome()).toList(), error::toString);
  }

  @Test
  void theConnectionMakesTheDifference() {
    check(Failure.CONNECT, Failure.TIMEOUT, Failure.TIMEOUT, new SocketTimeoutException());
    check(Failure.CONNECT, Failure.CONNECTION_LOST, Failure.CONNECTION_LOST,
        new ConnectException());
    check(Failure.TLS_HANDSHAKE, Failure.CONNECTION_LOST, Failure.CONNECTION_LOST,
        new SSLHandshakeException("alert"));
    check(Failure.CONNECT, Failure.OTHER, Failure.OTHER, new IOException());
  }

  @Test
  void okHttpsOwn() {
    check(Failure.CANCELLED, Failure.CANCELLED, Failure.CANCELLED,
        new InterruptedIOException("timeout"));
    check(Failure.OTHER, Failure.OTHER, Failure.OTHER, new UnknownServiceException("CLEARTEXT"));
    check(Failure.NOT_SENT, Failure.OTHER, Failure.OTHER, new DeadConnectionException());
    check(Failure.CONNECT, Failure.NOT_SENT, Failure.CONNECTION_LOST,
        new ConnectionShutdownException());
  }

  @Test
  void aResetStreamIsRejectedOrLostOrOfAnotherProtocol() {
    check(Failure.CONNECT, Failure.REJECTED, Failure.CONNECTION_LOST,
        new StreamResetException(ErrorCode.REFUSED_STREAM));
    check(Failure.CONNECT, Failure.CONNECTION_LOST, Failure.CONNECTION_LOST,
        new StreamResetException(ErrorCode.CANCEL));
    check(Failure.CONNECT, Failure.OTHER, Failure.OTHER,
        new StreamResetException(ErrorCode.HTTP_1_1_REQUIRED));
  }

  @Test
  void aProxyThatAnswersConnectIsThatStatus() {
    Errors.Ended refused =
        Errors.ended(new IOException("Unexpected response code for CONNECT: 403"), before());
    assertEquals(new Errors.Ended(Outcome.status(403), Evidence.NEVER_SENT), refused);
    assertEquals(Outcome.status(407),
        Errors.ended(new IOException("Failed to authenticate with proxy"), before()).outcome());
    assertEquals(Outcome.failed(Failure.OTHER), Errors.ended(
        new IOException("Unexpected response code for CONNECT: 403"), written()).outcome());
  }

  /** As a module, OkHttp lets nobody else have them. */
  @Test
  void noClassOfOkHttpThatItsModuleHidesIsUsed() throws Exception {
    Path classes = Path.of(
        RetryInterceptor.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (Stream<Path> files = Files.walk(classes)) {
      assertFalse(files.filter(file -> file.toString().endsWith(".class"))
          .anyMatch(file -> text(file).contains("okhttp3/internal")));
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
