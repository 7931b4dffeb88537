// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oncemore.Evidence;
import dev.oncemore.Failure;
import dev.oncemore.Outcome;
import dev.oncemore.Policy;
import dev.oncemore.StatusSet;
import dev.oncemore.http.Decided;
import dev.oncemore.http.RetryHttpClient;
import dev.oncemore.http.Settings;
import dev.oncemore.httpclient5.Retrying;
import dev.oncemore.scenario.SlowServer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.BufferingClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.http.client.support.HttpRequestWrapper;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

/** What is below the interceptor: sent once, refused, or left to decide. */
class RequestFactoriesTest extends SpringTest {
  private int get(RestClient client) {
    return client.get().uri(server.uri("/a")).attributes(recorded)
        .exchange((request, response) -> response.getStatusCode().value());
  }

  private static RestClient over(ClientHttpRequestFactory factory) {
    return RestClient.builder()
        .requestFactory(factory)
        .requestInterceptor(RetryInterceptor.of(quick()))
        .build();
  }

  static Stream<Supplier<ClientHttpRequestFactory>> refused() {
    return Stream.of(
        HttpComponentsClientHttpRequestFactory::new,
        SimpleClientHttpRequestFactory::new,
        JdkClientHttpRequestFactory::new,
        () -> new BufferingClientHttpRequestFactory(new SimpleClientHttpRequestFactory()),
        () -> (uri, method) -> new SimpleClientHttpRequestFactory().createRequest(uri, method));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void whatRepeatsOrFollowsOrIsNotKnownIsRefusedBeforeItSends(
      Supplier<ClientHttpRequestFactory> factory) {
    server.on("/a", "302 Location=/a");
    ClientHttpRequestFactory made = factory.get();
    IllegalStateException error =
        assertThrows(IllegalStateException.class, () -> get(over(made)));
    assertTrue(error.getMessage().contains("RetryInterceptor.of(settings).install(builder)"));
    ClientHttpRequestFactory named =
        made instanceof BufferingClientHttpRequestFactory outer ? outer.getDelegate() : made;
    assertTrue(error.getMessage().contains(named.getClass().getName()), error.getMessage());
    assertEquals("[]", server.log());
  }

  @Test
  void theDefaultOfSpringIsRefusedToo() {
    RestClient client =
        RestClient.builder().requestInterceptor(RetryInterceptor.of(quick())).build();
    assertThrows(IllegalStateException.class, () -> get(client));
    assertEquals("[]", server.log());
  }

  @Test
  void installSendsAsOftenAsThePolicySays() {
    server.on("/a", "503");
    assertEquals(503, get(RetryInterceptor.of(quick()).install(RestClient.builder()).build()));
    assertEquals(4, server.arrivals().size());
    server.on("/a", "302 Location=/a");
    assertEquals(302, get(RetryInterceptor.of(quick()).install(RestClient.builder()).build()));
    assertEquals(5, server.arrivals().size());
    server.on("/a", "close");
    assertThrows(ResourceAccessException.class,
        () -> get(RetryInterceptor.of(quick()).install(RestClient.builder()).build()));
    assertEquals(9, server.arrivals().size());
  }

  @Test
  void aTemplateIsInstalledToo() {
    server.on("/a", "503", "302 Location=/a");
    RestTemplate template = RetryInterceptor.of(quick()).install(new RestTemplate());
    assertEquals(302, template.getForEntity(server.uri("/a"), String.class).getStatusCode()
        .value());
    assertEquals(2, server.arrivals().size());
  }

  static Stream<Supplier<ClientHttpRequestFactory>> deciding() {
    return Stream.of(
        () -> new HttpComponentsClientHttpRequestFactory(
            Retrying.classic(HttpClients.custom(), twoAttempts()).build()),
        () -> new JdkClientHttpRequestFactory(
            RetryHttpClient.of(HttpClient.newHttpClient(), twoAttempts())));
  }

  private static Settings twoAttempts() {
    return quick().withPolicy(quick().policy().withMaxAttempts(2));
  }

  @ParameterizedTest
  @MethodSource("deciding")
  void theInnerLayerDecides(Supplier<ClientHttpRequestFactory> factory) {
    server.on("/a", "503");
    assertEquals(503, get(over(factory.get())));
    assertEquals(2, server.arrivals().size());
    server.on("/a", "close");
    ResourceAccessException error =
        assertThrows(ResourceAccessException.class, () -> get(over(factory.get())));
    assertEquals(2, Decided.in(error).size());
    assertEquals(4, server.arrivals().size());
    server.on("/a", "303 Location=/b").on("/b", "503");
    over(factory.get()).post().uri(server.uri("/a")).body("x")
        .exchange((request, response) -> 0);
    assertEquals(1, server.arrivals().stream()
        .filter(arrival -> arrival.method().equals("POST")).count());
  }

  @Test
  void ofTwoInterceptorsTheInnerDecides() {
    server.on("/a", "503");
    RestClient client = RetryInterceptor.of(twoAttempts())
        .install(RestClient.builder().requestInterceptor(RetryInterceptor.of(quick()))).build();
    assertEquals(503, get(client));
    assertEquals(2, server.arrivals().size());
    assertEquals("retryable_status attempts_exhausted", reasons());
    server.on("/a", "close");
    assertThrows(ResourceAccessException.class, () -> get(client));
    assertEquals(4, server.arrivals().size());
  }

  @Test
  void whatSendsAgainBehindTheInterceptorIsSeen() {
    server.on("/a", "503");
    RestClient client = RetryInterceptor.of(quick()).install(RestClient.builder())
        .requestInterceptor((request, body, execution) -> {
          execution.execute(request, body).close();
          return execution.execute(request, body);
        })
        .build();
    assertEquals(503, get(client));
    assertEquals(2, server.arrivals().size());
    assertTrue(recorded.decisions().get(0).line().contains("sends again by itself"));
  }

  /** An interceptor's request that goes elsewhere. */
  private HttpRequest to(HttpRequest request, String path) {
    return new HttpRequestWrapper(request) {
      @Override
      public URI getURI() {
        return server.uri(path);
      }
    };
  }

  /** By way of the same path, as it is; of another one; and of one that a balancer chose. */
  @ParameterizedTest
  @CsvSource({"/a, /b", "/b, /b", "/b, /c"})
  void whatGoesOnBehindTheInterceptorIsSeen(String first, String second) {
    server.on("/a", "303").on("/b", "503").on("/c", "503");
    RestClient client = RetryInterceptor.of(quick()).install(RestClient.builder())
        .requestInterceptor((request, body, execution) -> {
          execution.execute(to(request, first), body).close();
          return execution.execute(to(request, second), body);
        })
        .build();
    assertEquals(503, get(client));
    assertEquals(2, server.arrivals().size());
    assertTrue(recorded.decisions().get(0).line().contains("sends again by itself"));
  }

  @Test
  void whatGoesElsewhereBeforeTheAttemptIsAnothers() {
    server.on("/token", "200").on("/a", "503");
    RestClient client = RetryInterceptor.of(quick()).install(RestClient.builder())
        .requestInterceptor((request, body, execution) -> {
          execution.execute(to(request, "/token"), body).close();
          return execution.execute(request, body);
        })
        .build();
    assertEquals(503, get(client));
    assertEquals("retryable_status retryable_status retryable_status attempts_exhausted",
        reasons());
  }

  @Test
  void theErrorOfAVouchedFactoryProvesNothing() {
    ClientHttpRequestFactory broken = (uri, method) -> {
      throw new ConnectException("of another connection");
    };
    RestClient client = over(OneSendRequestFactory.vouchedFor(broken));
    ResourceAccessException error = assertThrows(ResourceAccessException.class,
        () -> client.post().uri(server.uri("/a")).body("x").retrieve().toBodilessEntity());
    assertEquals(1, Decided.in(error).size());
    assertEquals(Evidence.UNKNOWN, Decided.in(error).get(0).attempt().evidence());
  }

  @ParameterizedTest
  @ValueSource(strings = {
      "Circular redirect to 'http://h/'", "Server redirected too many  times (20)",
      "Maximum redirects (50) exceeded"})
  void tooManyRedirectsAreNotRepeated(String text) {
    Outcome limit = Outcome.failed(Failure.REDIRECT_LIMIT);
    assertEquals(limit, RestErrors.of(new IOException(text)).outcome());
    assertEquals(limit, RestErrors.of(new IOException(new IOException(text))).outcome());
  }

  /** A POST, which so is seen to have been never sent. */
  @Test
  void aProxyThatAnswersIsThatStatus() throws Exception {
    try (SlowServer proxy = new SlowServer(
        (request, connection) -> "HTTP/1.1 429 \r\nContent-Length: 0\r\n\r\n")) {
      HttpClient through = HttpClient.newBuilder().proxy(ProxySelector.of(
          new InetSocketAddress(proxy.uri().getHost(), proxy.uri().getPort()))).build();
      RestClient client = RetryInterceptor.of(quick().withPolicy(quick().policy()
          .withUnprocessed(StatusSet.of()))).install(RestClient.builder(), through).build();
      assertThrows(ResourceAccessException.class, () -> client.post()
          .uri("https://origin.invalid/a").attributes(recorded).body("x").retrieve()
          .toBodilessEntity());
      assertEquals(4, proxy.arrivals().size());
      assertEquals(Evidence.NEVER_SENT, recorded.decisions().get(0).attempt().evidence());
      assertEquals(Outcome.status(429), recorded.decisions().get(0).attempt().outcome());
    }
  }

  @Test
  void aRequestHasAPolicyOfItsOwn() {
    server.on("/a", "503");
    RetryInterceptor.of(quick()).install(RestClient.builder()).build().get().uri(server.uri("/a"))
        .attributes(RetryInterceptor.policy(Policy.defaults().withMaxAttempts(1)))
        .exchange((request, response) -> 0);
    assertEquals(1, server.arrivals().size());
  }

  @Test
  void aKeyIsMadeOnceACall() {
    server.on("/a", "504", "200");
    Settings keys = quick().withKeyField("Idempotency-Key").withMakeKey(() -> "k");
    RetryInterceptor.of(keys).install(RestClient.builder()).build().post().uri(server.uri("/a"))
        .body("x").retrieve().toBodilessEntity();
    assertEquals("k k", values("Idempotency-Key"));
  }

  @Test
  void nothingOfTheCallStaysAmongTheAttributes() {
    server.on("/a", "503", "200");
    Map<String, Object> seen = new HashMap<>();
    RestClient client = RetryInterceptor.of(quick()).install(
        RestClient.builder().requestInterceptor((request, body, execution) -> {
          try {
            return execution.execute(request, body);
          } finally {
            seen.putAll(request.getAttributes());
          }
        })).build();
    get(client);
    assertEquals(Set.of(DecisionRecord.class.getName()), seen.keySet());
  }
}
