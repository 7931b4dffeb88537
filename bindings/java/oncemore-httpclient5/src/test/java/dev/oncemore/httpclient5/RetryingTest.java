// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oncemore.Policy;
import dev.oncemore.RedirectRewrite;
import dev.oncemore.http.Decided;
import dev.oncemore.http.Settings;
import dev.oncemore.scenario.StubServer;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hc.client5.http.HttpHostConnectException;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What both clients do alike. */
@Timeout(60)
class RetryingTest {
  private final HttpClientContext context = HttpClientContext.create();
  private StubServer server;

  @BeforeEach
  void start() throws Exception {
    server = new StubServer();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  static Settings quick() {
    Policy policy = Policy.defaults();
    return Settings.of(policy.withBackoff(policy.backoff().withInitial(Duration.ofMillis(1))));
  }

  private int send(Kind kind, Settings settings, String method, String body, String... field)
      throws Exception {
    try (Kind.Connected client = kind.connect(settings)) {
      return client.send(context, method, server.uri("/a"), body, field);
    }
  }

  private String reasons() {
    return Retrying.decisions(context).stream()
        .map(decided -> decided.decision().reason().toString())
        .collect(Collectors.joining(" "));
  }

  private String values(String field) {
    return server.arrivals().stream()
        .map(arrival -> String.join("+", arrival.fields().lines(field)))
        .collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @EnumSource
  void theDecisionsAreInTheContext(Kind kind) throws Exception {
    server.on("/a", "503", "200");
    assertEquals(200, send(kind, quick(), "GET", null));
    assertEquals("retryable_status success", reasons());
    assertTrue(Retrying.decisions(context).get(0).line().startsWith("attempt 1 of 4: 503, retry"));
  }

  @ParameterizedTest
  @EnumSource
  void theLastResponseIsTheCallers(Kind kind) throws Exception {
    server.on("/a", "429");
    assertEquals(429, send(kind, quick(), "POST", "x"));
    assertEquals("[POST /a x, POST /a x, POST /a x, POST /a x]", server.log());
  }

  @ParameterizedTest
  @EnumSource
  void theLastErrorIsTheClientsWithTheDecisions(Kind kind) throws Exception {
    Settings settings = quick();
    URI nowhere = server.uri("/a");
    server.close();
    try (Kind.Connected client = kind.connect(settings)) {
      Exception error = assertThrows(
          Exception.class, () -> client.send(context, "POST", nowhere, "x"));
      assertInstanceOf(HttpHostConnectException.class, error);
      List<Decided> decisions = Decided.in(error);
      assertEquals(4, decisions.size());
      assertEquals(decisions, Retrying.decisions(context));
    }
  }

  @ParameterizedTest
  @EnumSource
  void theAttemptFieldIsSetAndNotAdded(Kind kind) throws Exception {
    server.on("/a", "503", "503", "200");
    send(kind, quick().withAttemptField("Retry-Attempt"), "GET", null, "Retry-Attempt", "9");
    assertEquals(" 1 2", values("Retry-Attempt"));
  }

  @ParameterizedTest
  @EnumSource
  void aKeyMakesRepeatable(Kind kind) throws Exception {
    server.on("/a", "504", "200");
    Settings settings = quick().withKeyField("Idempotency-Key");
    assertEquals(200, send(kind, settings, "POST", "x", "Idempotency-Key", "k"));
    assertEquals("k k", values("Idempotency-Key"));
    server.on("/a", "504", "200");
    assertEquals(504, send(kind, settings, "POST", "x"));
  }

  @ParameterizedTest
  @EnumSource
  void hopsShareTheAttemptsOfTheCall(Kind kind) throws Exception {
    server.on("/a", "503", "302 Location=/b").on("/b", "503");
    Settings settings = quick().withPolicy(quick().policy().withMaxAttempts(3));
    assertEquals(503, send(kind, settings, "GET", null));
    assertEquals("[GET /a, GET /a, GET /b, GET /b]", server.log());
    assertEquals("retryable_status redirect retryable_status attempts_exhausted", reasons());
  }

  @ParameterizedTest
  @EnumSource
  void thePolicyBoundsTheRedirects(Kind kind) throws Exception {
    server.on("/a", "302 Location=/b").on("/b", "302 Location=/c");
    Settings settings = quick().withPolicy(quick().policy().withMaxRedirects(1));
    assertEquals(302, send(kind, settings, "GET", null));
    assertEquals("[GET /a, GET /b]", server.log());
  }

  @ParameterizedTest
  @EnumSource
  void aContextServesManyCalls(Kind kind) throws Exception {
    server.on("/a", "503", "200", "503", "200");
    try (Kind.Connected client = kind.connect(quick())) {
      client.send(context, "GET", server.uri("/a"), null);
      client.send(context, "GET", server.uri("/a"), null);
    }
    assertEquals("retryable_status success", reasons());
    assertEquals(1, Retrying.decisions(context).get(0).attempt().number());
  }

  @ParameterizedTest
  @EnumSource
  void aHookThatThrowsEndsTheCallAndLeavesNoConnectionOpen(Kind kind) throws Exception {
    server.on("/a", "503");
    Settings settings = quick().withOnDecision(decided -> {
      throw new IllegalStateException("mine");
    });
    try (Kind.Connected client = kind.connect(settings)) {
      for (int i = 0; i < 10; i++) { // more than there are connections to a host
        Exception error = assertThrows(Exception.class,
            () -> client.send(context, "GET", server.uri("/a"), null));
        assertEquals("mine", error.getMessage());
      }
    }
    assertEquals(10, server.arrivals().size());
  }

  @ParameterizedTest
  @EnumSource
  void aLongAnswerIsNotReadToItsEnd(Kind kind) throws Exception {
    server.on("/a", "503 body=30000000", "200");
    assertEquals(200, send(kind, quick(), "GET", null));
    assertEquals("retryable_status success", reasons());
  }

  @ParameterizedTest
  @EnumSource
  void theCallersTimingWaits(Kind kind) throws Exception {
    server.on("/a", "503 Retry-After=20", "200");
    Waits waits = new Waits();
    Policy policy = quick().policy();
    Settings settings =
        Settings.of(policy.withServerWait(policy.serverWait().withSpread(0))).withTiming(waits);
    assertEquals(200, send(kind, settings, "GET", null));
    assertEquals(List.of(Duration.ofSeconds(20)), waits.asked());
  }

  @ParameterizedTest
  @EnumSource
  void aRedirectIsFollowedWhenTheServerLikes(Kind kind) throws Exception {
    server.on("/a", "302 Location=/b Retry-After=20").on("/b", "200");
    Waits waits = new Waits();
    assertEquals(200, send(kind, quick().withTiming(waits), "GET", null));
    assertEquals(List.of(Duration.ofSeconds(20)), waits.asked());
  }

  @Test
  void anotherRewritingThanTheClientsIsRefused() {
    Settings keep = Settings.of(Policy.defaults().withRedirectRewrite(RedirectRewrite.KEEP));
    assertThrows(IllegalArgumentException.class,
        () -> Retrying.classic(HttpClients.custom(), keep));
    assertThrows(IllegalArgumentException.class,
        () -> Retrying.async(HttpAsyncClients.custom(), keep));
  }

  @Test
  void aContextWithoutACallHasNoDecisions() {
    assertEquals(List.of(), Retrying.decisions(context));
  }
}
