// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oncemore.Evidence;
import dev.oncemore.Outcome;
import dev.oncemore.Policy;
import dev.oncemore.http.Decided;
import dev.oncemore.http.Settings;
import dev.oncemore.scenario.SlowServer;
import java.net.ConnectException;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientRequestException;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.transport.ProxyProvider;

/** What is below the filter: sent once, refused, or left to decide; and what an error proves. */
class ConnectorsTest extends SpringTest {
  private static final ExchangeFilterFunction ANOTHER_BODY = (request, next) -> next.exchange(
      ClientRequest.from(request).body(BodyInserters.fromValue("other")).build());

  /** Knows nothing of the request that it is given. */
  private static final ExchangeFilterFunction ANOTHER_REQUEST = (request, next) -> next.exchange(
      ClientRequest.create(request.method(), request.url())
          .body(BodyInserters.fromValue("other")).build());

  private static RetryFilter retries() {
    return RetryFilter.of(quick()).withReplayableBodies();
  }

  private static WebClient over(ClientHttpConnector connector) {
    return WebClient.builder().clientConnector(connector).filter(retries()).build();
  }

  private int get(WebClient client) {
    return client.get().uri(server.uri("/a")).attributes(recorded)
        .exchangeToMono(response -> Mono.just(response.statusCode().value())).block();
  }

  private Throwable post(WebClient client, URI uri) {
    return assertThrows(WebClientRequestException.class, () -> client.post().uri(uri)
        .attributes(recorded).bodyValue("x").retrieve().toBodilessEntity().block());
  }

  @Test
  void whatRepeatsOrFollowsOrIsNotKnownIsRefusedBeforeItSends() {
    server.on("/a", "302 Location=/a");
    for (ClientHttpConnector connector : new ClientHttpConnector[] {
        new ReactorClientHttpConnector(HttpClient.create().followRedirect(true)),
        new JdkClientHttpConnector()}) {
      IllegalStateException error =
          assertThrows(IllegalStateException.class, () -> get(over(connector)));
      String type = connector.getClass().getSimpleName().replace("Connector", "Request");
      assertTrue(error.getMessage().contains(type), error.getMessage());
      assertTrue(error.getMessage().contains("RetryFilter.of(settings).install(builder)"));
    }
    assertEquals("[]", server.log());
  }

  @Test
  void installSendsAsOftenAsThePolicySays() {
    WebClient client = retries().install(WebClient.builder()).build();
    server.on("/a", "503");
    assertEquals(503, get(client));
    assertEquals(4, server.arrivals().size());
    server.on("/a", "302 Location=/a");
    assertEquals(302, get(client));
    assertEquals(5, server.arrivals().size());
  }

  @Test
  void theDefaultOfSpringIsTaken() {
    server.on("/a", "503");
    assertEquals(503, get(WebClient.builder().filter(retries()).build()));
    assertEquals(4, server.arrivals().size());
  }

  @Test
  void aClosedConnectionProvesNothingWhateverAFilterDidWithTheBody() {
    server.on("/a", "close");
    for (ExchangeFilterFunction other : new ExchangeFilterFunction[] {
        ANOTHER_BODY, ANOTHER_REQUEST}) {
      Throwable installed =
          post(retries().install(WebClient.builder()).filter(other).build(), server.uri("/a"));
      assertEquals("maybe_processed",
          Decided.in(installed).get(0).decision().reason().toString());
      Throwable alone =
          post(WebClient.builder().filter(retries()).filter(other).build(), server.uri("/a"));
      assertEquals(Evidence.UNKNOWN, Decided.in(alone).get(0).attempt().evidence());
    }
    assertEquals(4, server.arrivals().size());
  }

  @Test
  void aFiltersOwnErrorProvesNothing() {
    ExchangeFilterFunction broken = (request, next) -> next.exchange(request)
        .then(Mono.error(new ConnectException("of the filter's own server")));
    server.on("/a", "200");
    WebClient client = retries().install(WebClient.builder()).filter(broken).build();
    assertThrows(RuntimeException.class, () -> client.post().uri(server.uri("/a"))
        .attributes(recorded).bodyValue("x").retrieve().toBodilessEntity().block());
    assertEquals("[POST /a x]", server.log());
  }

  @Test
  void aConnectionThatIsRefusedProvesThatNothingWasSent() {
    URI nowhere = server.uri("/a");
    server.close();
    Throwable installed = post(
        retries().install(WebClient.builder()).filter(ANOTHER_BODY).build(), nowhere);
    assertEquals(4, Decided.in(installed).size());
    Throwable alone = post(WebClient.builder().filter(retries()).build(), nowhere);
    assertEquals(1, Decided.in(alone).size());
  }

  @Test
  void ofTwoFiltersTheInnerDecides() {
    server.on("/a", "503");
    Settings two = quick().withPolicy(quick().policy().withMaxAttempts(2));
    WebClient client = RetryFilter.of(two)
        .install(WebClient.builder().filter(RetryFilter.of(quick()))).build();
    assertEquals(503, get(client));
    assertEquals(2, server.arrivals().size());
    assertEquals("retryable_status attempts_exhausted", reasons());
  }

  @Test
  void whatSendsAgainBehindTheFilterIsSeen() {
    server.on("/a", "503");
    WebClient client = retries().install(WebClient.builder())
        .filter((request, next) -> next.exchange(request)
            .flatMap(first -> first.releaseBody().then(next.exchange(request))))
        .build();
    assertEquals(503, get(client));
    assertEquals(2, server.arrivals().size());
    assertTrue(recorded.decisions().get(0).line().contains("sends again by itself"));
  }

  /** The only connection is taken, and nobody may wait for it. */
  @Test
  void anExhaustedPoolHasSentNothing() throws Exception {
    ConnectionProvider full = ConnectionProvider.builder("full")
        .maxConnections(1).pendingAcquireMaxCount(0).build();
    String stuck = "HTTP/1.1 200 \r\nContent-Length: 9\r\n\r\nabc";
    try (SlowServer slow = new SlowServer((request, connection) -> stuck)) {
      OneSendConnector connector = new OneSendConnector(HttpClient.create(full));
      WebClient client = retries().install(WebClient.builder(), connector).build();
      client.get().uri(slow.uri()).exchangeToMono(response -> Mono.never()).subscribe();
      while (slow.arrivals().isEmpty()) {
        Thread.sleep(10);
      }
      post(client, slow.uri());
      assertEquals(4, recorded.decisions().size());
      assertEquals("failed: not_sent", spelled(recorded.decisions().get(0)));
    } finally {
      full.dispose();
    }
  }

  private static String spelled(Decided decided) {
    return decided.attempt().outcome() instanceof Outcome.Failed failed
        ? "failed: " + failed.failure() : decided.line();
  }

  @Test
  void aProxyThatAnswersIsThatStatus() throws Exception {
    try (SlowServer proxy = new SlowServer(
        (request, connection) -> "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")) {
      HttpClient through = HttpClient.create().proxy(spec -> spec
          .type(ProxyProvider.Proxy.HTTP)
          .host(proxy.uri().getHost()).port(proxy.uri().getPort()));
      post(retries().install(WebClient.builder(), new OneSendConnector(through)).build(),
          URI.create("https://origin.invalid/a"));
      assertEquals(1, proxy.arrivals().size());
    }
    Decided decided = recorded.decisions().get(0);
    assertTrue(decided.line().startsWith("attempt 1 of 4: 403, stop"), decided.line());
    assertEquals(Evidence.NEVER_SENT, decided.attempt().evidence());
  }

  @Test
  void aRequestHasAPolicyOfItsOwn() {
    server.on("/a", "503");
    Policy once = Policy.defaults().withMaxAttempts(1);
    retries().install(WebClient.builder()).build().get().uri(server.uri("/a"))
        .attributes(RetryFilter.policy(once))
        .exchangeToMono(response -> Mono.just(response.statusCode().value()))
        .block(Duration.ofSeconds(20));
    assertEquals(1, server.arrivals().size());
  }
}
