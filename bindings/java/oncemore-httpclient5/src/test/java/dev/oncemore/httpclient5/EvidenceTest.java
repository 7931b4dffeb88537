// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oncemore.Evidence;
import dev.oncemore.Policy;
import dev.oncemore.http.Decided;
import dev.oncemore.http.Settings;
import dev.oncemore.scenario.SlowServer;
import dev.oncemore.scenario.StubServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.URI;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.AbstractHttpEntity;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an error proves, and what is seen of those who send between the loop and a connection. */
@Timeout(60)
class EvidenceTest {
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

  private static Settings quick() {
    return RetryingTest.quick();
  }

  private int post(HttpClientBuilder builder, URI uri) throws IOException {
    HttpPost request = new HttpPost(uri);
    request.setEntity(new StringEntity("x"));
    try (CloseableHttpClient client = builder.build()) {
      return client.execute(request, context, response -> response.getCode());
    }
  }

  private int post(HttpAsyncClientBuilder builder, URI uri) throws Exception {
    SimpleHttpRequest request =
        SimpleRequestBuilder.post(uri).setBody("x", null).build();
    try (CloseableHttpAsyncClient client = builder.build()) {
      client.start();
      return client.execute(request, context, null).get().getCode();
    }
  }

  private List<Decided> decisions() {
    return Retrying.decisions(context);
  }

  private String reasons() {
    return decisions().stream()
        .map(decided -> decided.decision().reason().toString())
        .collect(Collectors.joining(" "));
  }

  @Test
  void aHandlersOwnErrorProvesNothing() {
    server.on("/a", "200");
    HttpClientBuilder before = Retrying.classic(HttpClients.custom(), quick())
        .addExecInterceptorAfter(ChainElement.PROTOCOL.name(), "mine", (request, scope, chain) -> {
          throw new ConnectException("of the handler's own server");
        });
    assertThrows(ConnectException.class, () -> post(before, server.uri("/a")));
    assertEquals("maybe_processed", reasons());
    assertEquals(Evidence.UNKNOWN, decisions().get(0).attempt().evidence());
    HttpClientBuilder after = Retrying.classic(HttpClients.custom(), quick())
        .addExecInterceptorAfter(ChainElement.PROTOCOL.name(), "mine", (request, scope, chain) -> {
          chain.proceed(request, scope).close();
          throw new ConnectException("of the handler's own server");
        });
    assertThrows(ConnectException.class, () -> post(after, server.uri("/a")));
    assertEquals("[POST /a x]", server.log());
  }

  @Test
  void aHandlersOwnErrorProvesNothingToTheAsynchronousClient() {
    HttpAsyncClientBuilder before = Retrying.async(HttpAsyncClients.custom(), quick())
        .addExecInterceptorAfter(ChainElement.PROTOCOL.name(), "mine",
            (request, producer, scope, chain, callback) ->
                callback.failed(new ConnectException("of the handler's own server")));
    Exception error = assertThrows(Exception.class, () -> post(before, server.uri("/a")));
    assertInstanceOf(ConnectException.class, error.getCause());
    assertEquals("maybe_processed", reasons());
    assertEquals(Evidence.UNKNOWN, decisions().get(0).attempt().evidence());
  }

  @Test
  void anErrorOfTheConnectionProvesThatNothingWasSent() {
    URI nowhere = server.uri("/a");
    server.close();
    assertThrows(Exception.class,
        () -> post(Retrying.classic(HttpClients.custom(), quick()), nowhere));
    assertEquals(4, decisions().size());
    assertThrows(Exception.class,
        () -> post(Retrying.async(HttpAsyncClients.custom(), quick()), nowhere));
    assertEquals(4, decisions().size());
  }

  @Test
  void aBodyThatFailsProvesNothing() throws Exception {
    HttpPost request = new HttpPost(server.uri("/a"));
    request.setEntity(new FailingEntity());
    try (CloseableHttpClient client =
        Retrying.classic(HttpClients.custom(), quick()).build()) {
      assertThrows(ConnectException.class,
          () -> client.execute(request, context, response -> response.getCode()));
    }
    assertEquals("maybe_processed", reasons());
  }

  /** Of a program whose own database is down. */
  private static final class FailingEntity extends AbstractHttpEntity {
    FailingEntity() {
      super("text/plain", null);
    }

    @Override
    public boolean isRepeatable() {
      return true;
    }

    @Override
    public long getContentLength() {
      return 3;
    }

    @Override
    public void writeTo(OutputStream stream) throws IOException {
      stream.write('x');
      stream.flush();
      throw new ConnectException("of the database");
    }

    @Override
    public InputStream getContent() {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean isStreaming() {
      return false;
    }

    @Override
    public void close() {}
  }

  @Test
  void whatSendsAgainBelowIsSeen() throws Exception {
    server.on("/a", "429");
    assertEquals(429, post(Retrying.classic(HttpClients.custom(), quick())
        .addExecInterceptorAfter(ChainElement.PROTOCOL.name(), "mine", (request, scope, chain) -> {
          chain.proceed(ClassicRequestBuilder.copy(request).build(), scope).close();
          return chain.proceed(request, scope);
        }), server.uri("/a")));
    assertEquals(2, server.arrivals().size());
    assertTrue(decisions().get(0).line().contains("sends again by itself"));
  }

  @Test
  void anAnswerToAChallengeIsNoRepetition() throws Exception {
    server.on("/a", "401 WWW-Authenticate=Basic+realm=x", "429", "200");
    BasicCredentialsProvider known = new BasicCredentialsProvider();
    known.setCredentials(
        new AuthScope(null, -1), new UsernamePasswordCredentials("u", "p".toCharArray()));
    assertEquals(200, post(Retrying.classic(
        HttpClients.custom().setDefaultCredentialsProvider(known), quick()), server.uri("/a")));
    server.on("/a", "401 WWW-Authenticate=Basic+realm=x", "429", "200");
    assertEquals(200, post(Retrying.async(
        HttpAsyncClients.custom().setDefaultCredentialsProvider(known), quick()),
        server.uri("/a")));
    assertEquals(6, server.arrivals().size());
  }

  @Test
  void ofTwoLoopsTheInnerDecides() throws Exception {
    Settings two = quick().withPolicy(quick().policy().withMaxAttempts(2));
    server.on("/a", "302 Location=/b").on("/b", "503");
    assertEquals(503, post(Retrying.classic(
        Retrying.classic(HttpClients.custom(), quick()), two), server.uri("/a")));
    assertEquals("[POST /a x, GET /b, GET /b]", server.log());
    assertEquals("redirect retryable_status attempts_exhausted", reasons());
    assertEquals(503, post(Retrying.async(
        Retrying.async(HttpAsyncClients.custom(), quick()), two), server.uri("/a")));
    assertEquals(6, server.arrivals().size());
    assertEquals("redirect retryable_status attempts_exhausted", reasons());
  }

  @Test
  void aProxyThatAnswersIsThatStatusAndNothingWasSent() throws Exception {
    URI origin = URI.create("https://origin.invalid/a");
    try (SlowServer proxy = new SlowServer(
        (request, connection) -> "HTTP/1.1 403 \r\nContent-Length: 3\r\n\r\nabc")) {
      HttpHost host = new HttpHost("127.0.0.1", proxy.uri().getPort());
      assertEquals(403,
          post(Retrying.classic(HttpClients.custom().setProxy(host), quick()), origin));
      assertEquals(Evidence.NEVER_SENT, decisions().get(0).attempt().evidence());
      assertEquals(403,
          post(Retrying.async(HttpAsyncClients.custom().setProxy(host), quick()), origin));
      assertEquals(Evidence.NEVER_SENT, decisions().get(0).attempt().evidence());
      assertEquals(2, proxy.arrivals().size());
    }
  }

  @Test
  void aCallHasAPolicyOfItsOwn() throws Exception {
    server.on("/a", "429");
    Retrying.setPolicy(context, Policy.defaults().withMaxAttempts(1));
    assertEquals(429, post(Retrying.classic(HttpClients.custom(), quick()), server.uri("/a")));
    assertEquals(429, post(Retrying.async(HttpAsyncClients.custom(), quick()), server.uri("/a")));
    assertEquals(2, server.arrivals().size());
  }
}
