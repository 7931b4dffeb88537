// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oncemore.http.Settings;
import dev.oncemore.scenario.SlowServer;
import dev.oncemore.scenario.StubServer;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of the connection of an attempt that is repeated, and of a redirect. */
@Timeout(60)
class ConnectionsTest {
  private static final String GOOD = "HTTP/1.1 200 \r\nContent-Length: 2\r\n\r\nok";

  private final HttpClientContext context = HttpClientContext.create();

  private int get(Kind kind, SlowServer server) throws Exception {
    try (Kind.Connected client = kind.connect(RetryingTest.quick())) {
      return client.send(context, "GET", server.uri(), null);
    }
  }

  private String line(int decision) {
    return Retrying.decisions(context).get(decision).line();
  }

  @ParameterizedTest
  @EnumSource
  void itIsKeptAfterAShortBody(Kind kind) throws Exception {
    for (String body : List.of("0\r\n\r\n", "3\r\n\r\nabc")) {
      String answer = "HTTP/1.1 503 \r\nContent-Length: " + body;
      try (SlowServer server =
          new SlowServer((request, connection) -> request == 1 ? answer : GOOD)) {
        assertEquals(200, get(kind, server));
        assertEquals(List.of(1, 1), server.arrivals());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void itIsEndedAfterABodyThatDoesNotCome(Kind kind) throws Exception {
    String stuck = "HTTP/1.1 503 \r\nContent-Length: 9\r\n\r\nabc";
    try (SlowServer server =
        new SlowServer((request, connection) -> request == 1 ? stuck : GOOD)) {
      long start = System.nanoTime();
      assertEquals(200, get(kind, server));
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      assertTrue(millis >= 240 && millis < 3000, millis + " ms");
      assertEquals(List.of(1, 2), server.arrivals());
    }
  }

  @ParameterizedTest
  @EnumSource
  void itIsEndedAfterALongBody(Kind kind) throws Exception {
    String much = "HTTP/1.1 503 \r\nContent-Length: 8000000\r\n\r\n" + "x".repeat(8000000);
    try (SlowServer server =
        new SlowServer((request, connection) -> request == 1 ? much : GOOD)) {
      assertEquals(200, get(kind, server));
      assertEquals(List.of(1, 2), server.arrivals());
    }
  }

  @ParameterizedTest
  @EnumSource
  void itIsEndedWhereTheServerAsksForAnother(Kind kind) throws Exception {
    for (String body : List.of("0\r\n\r\n", "3\r\n\r\nabc")) {
      String wrong = "HTTP/1.1 421 \r\nContent-Length: " + body;
      try (SlowServer server =
          new SlowServer((request, connection) -> connection == 1 ? wrong : GOOD)) {
        assertEquals(200, get(kind, server));
        assertEquals(List.of(1, 2), server.arrivals());
        assertTrue(line(0).contains("connection"), line(0));
      }
    }
  }

  /** Neither a body nor a response that does not come outlasts the deadline. */
  @ParameterizedTest
  @EnumSource
  void theDeadlineEndsAnAttempt(Kind kind) throws Exception {
    Settings quick = RetryingTest.quick();
    Settings late = quick.withPolicy(quick.policy().withDeadline(Duration.ofMillis(700)));
    String stuck = "HTTP/1.1 503 \r\nContent-Length: 9\r\n\r\nabc";
    try (SlowServer server =
            new SlowServer((request, connection) -> request == 1 ? stuck : "");
        Kind.Connected client = kind.connect(late)) {
      long start = System.nanoTime();
      assertThrows(SocketTimeoutException.class,
          () -> client.send(context, "GET", server.uri(), null));
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      assertTrue(millis >= 690 && millis < 3000, millis + " ms");
      assertEquals(List.of(1, 2), server.arrivals());
      assertEquals("attempt 2 of 4: timeout, stop: deadline", line(1).split(",? wait")[0]);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aFollowedRedirectIsSaidToBeFollowed(Kind kind) throws Exception {
    try (StubServer server = new StubServer().on("/a", "302 Location=/b").on("/b", "200");
        Kind.Connected client = kind.connect(RetryingTest.quick())) {
      assertEquals(200, client.send(context, "GET", server.uri("/a"), null));
      assertEquals("attempt 1 of 4: 302, follow in 0 ms", line(0));
    }
  }

  @Test
  void oneThatNobodyFollowsIsNot() throws Exception {
    try (StubServer server = new StubServer().on("/a", "302 Location=/b");
        CloseableHttpClient client =
            Retrying.classic(HttpClients.custom(), RetryingTest.quick())
                .disableRedirectHandling().build()) {
      assertEquals(302, (int) client.execute(
          new HttpGet(server.uri("/a")), context, response -> response.getCode()));
      assertEquals("attempt 1 of 4: 302, stop: redirect", line(0));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aLocationIsResolvedAsInAllAdapters(Kind kind) throws Exception {
    try (StubServer server = new StubServer()
            .on("/a", "302 Location=/b|c", "302 Location=?l=1", "200").on("/b|c", "200");
        Kind.Connected client = kind.connect(RetryingTest.quick())) {
      assertEquals(200, client.send(context, "GET", server.uri("/a"), null));
      assertEquals(200, client.send(context, "GET", server.uri("/a"), null));
      assertEquals("[GET /a, GET /b|c, GET /a, GET /a]", server.log());
    }
  }
}
