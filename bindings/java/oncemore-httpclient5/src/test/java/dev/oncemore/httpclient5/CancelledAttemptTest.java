// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oncemore.Decision;
import dev.oncemore.Policy;
import dev.oncemore.Reason;
import dev.oncemore.http.Decided;
import dev.oncemore.http.Settings;
import dev.oncemore.scenario.StubServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.classic.RequestFailedException;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.pool.ConnPoolControl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A caller goes in the middle of an attempt, at any moment; nobody answers it. */
@Timeout(60)
class CancelledAttemptTest {
  private static final int ROUNDS = 500;
  private static final int LATEST_NANOSECONDS = 2_000_000;

  private final Random random = new Random(1);
  private final Semaphore decided = new Semaphore(0);
  private final Settings settings =
      Settings.of(Policy.defaults()).withOnDecision(decided -> this.decided.release());
  private final List<HttpClientContext> contexts = new ArrayList<>();
  private ServerSocket server;
  private URI uri;

  /** Whoever connects is accepted by the system, and never served. */
  @BeforeEach
  void start() throws IOException {
    server = new ServerSocket(0, 2 * ROUNDS, InetAddress.getLoopbackAddress());
    uri = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/a");
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
    for (HttpClientContext context : contexts) {
      assertCancelled(Retrying.decisions(context));
    }
  }

  private static void assertCancelled(List<Decided> decisions) {
    assertEquals("[attempt 1 of 4: cancelled, stop: cancelled]", decisions.toString());
  }

  private HttpClientContext context() {
    HttpClientContext context = HttpClientContext.create();
    contexts.add(context);
    return context;
  }

  private void pause() {
    LockSupport.parkNanos(random.nextInt(LATEST_NANOSECONDS));
  }

  private void awaitDecision() throws InterruptedException {
    assertTrue(decided.tryAcquire(10, TimeUnit.SECONDS), "nothing was decided");
  }

  /** The client gives back what was taken in a thread of its own. */
  private static void awaitNoneTaken(ConnPoolControl<?> pool) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (pool.getTotalStats().getLeased() > 0 && System.nanoTime() < end) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
    }
    assertEquals(0, pool.getTotalStats().getLeased());
    assertEquals(0, pool.getTotalStats().getPending());
  }

  private Future<SimpleHttpResponse> send(CloseableHttpAsyncClient client) {
    return client.execute(SimpleRequestBuilder.get(uri).build(), context(), null);
  }

  @Test
  void aFutureIsCancelledAtAnyMoment() throws Exception {
    PoolingAsyncClientConnectionManager pool = new PoolingAsyncClientConnectionManager();
    try (CloseableHttpAsyncClient client =
        Retrying.async(HttpAsyncClients.custom().setConnectionManager(pool), settings).build()) {
      client.start();
      for (int i = 0; i < ROUNDS; i++) {
        Future<SimpleHttpResponse> call = send(client);
        pause();
        call.cancel(true);
        awaitDecision();
      }
      awaitNoneTaken(pool);
    }
  }

  /** As it is when a thread of the client goes on before the one that sends does. */
  @Test
  void aFutureIsCancelledThatKnowsAnOlderStepOnly() throws Exception {
    AtomicBoolean newerIsCancelled = new AtomicBoolean();
    HttpAsyncClientBuilder builder = Retrying.async(HttpAsyncClients.custom(), settings)
        .addExecInterceptorAfter(ChainElement.PROTOCOL.name(), "slow",
            (request, producer, scope, chain, callback) -> {
              chain.proceed(request, producer, scope, callback);
              awaitConnection();
              scope.cancellableDependency.setDependency(() -> newerIsCancelled.getAndSet(true));
              scope.cancellableDependency.setDependency(() -> false);
            });
    try (CloseableHttpAsyncClient client = builder.build()) {
      client.start();
      send(client).cancel(true);
      awaitDecision();
      assertTrue(newerIsCancelled.get());
    }
  }

  private void awaitConnection() throws IOException {
    server.accept().getInputStream().read();
  }

  /** As it is when a step fails in a thread of the client, which tells nobody. */
  @Test
  void aFutureIsCancelledOfWhichTheClientTellsNothing() throws Exception {
    HttpAsyncClientBuilder builder = Retrying.async(HttpAsyncClients.custom(), settings)
        .addExecInterceptorAfter(ChainElement.PROTOCOL.name(), "silent",
            (request, producer, scope, chain, callback) -> { });
    try (CloseableHttpAsyncClient client = builder.build()) {
      client.start();
      send(client).cancel(true);
      awaitDecision();
    }
  }

  /** Every attempt is to be repeated at once, so only the caller's going ends the call. */
  @Test
  void aFutureIsCancelledWhileResponsesCome() throws Exception {
    Settings quick = Settings.of(Policy.defaults().withMaxAttempts(10_000))
        .withTiming(new Waits())
        .withOnDecision(each -> decided.release(each.decision().retry() ? 0 : 1));
    PoolingAsyncClientConnectionManager pool = new PoolingAsyncClientConnectionManager();
    try (StubServer answering = new StubServer().on("/a", "503");
        CloseableHttpAsyncClient client =
            Retrying.async(HttpAsyncClients.custom().setConnectionManager(pool), quick).build()) {
      client.start();
      for (int i = 0; i < ROUNDS; i++) {
        HttpClientContext context = HttpClientContext.create();
        Future<SimpleHttpResponse> call = client.execute(
            SimpleRequestBuilder.get(answering.uri("/a")).build(), context, null);
        pause();
        call.cancel(true);
        awaitDecision();
        assertStoppedOnce(Retrying.decisions(context));
      }
      awaitNoneTaken(pool);
    }
  }

  /** It is cancelled when the wait is over, and the next attempt is about to begin. */
  @Test
  void aFutureIsCancelledBeforeItsRequestIsSentAgain() throws Exception {
    CompletableFuture<Future<?>> call = new CompletableFuture<>();
    AtomicInteger sent = new AtomicInteger();
    Settings cancelling = settings.withTiming(new Waits() {
      @Override
      public CompletableFuture<Void> after(Duration delay) {
        call.join().cancel(true);
        return super.after(delay);
      }
    });
    HttpAsyncClientBuilder builder = Retrying.async(HttpAsyncClients.custom(), cancelling)
        .addExecInterceptorAfter(ChainElement.PROTOCOL.name(), "counting",
            (request, producer, scope, chain, callback) -> {
              sent.incrementAndGet();
              chain.proceed(request, producer, scope, callback);
            });
    try (StubServer answering = new StubServer().on("/a", "503");
        CloseableHttpAsyncClient client = builder.build()) {
      client.start();
      HttpClientContext context = HttpClientContext.create();
      call.complete(client.execute(
          SimpleRequestBuilder.get(answering.uri("/a")).build(), context, null));
      awaitDecision();
      awaitDecision();
      assertStoppedOnce(Retrying.decisions(context));
    }
    assertEquals(1, sent.get());
  }

  private static void assertStoppedOnce(List<Decided> decisions) {
    List<Reason> stops = decisions.stream()
        .map(Decided::decision)
        .filter(decision -> !decision.retry())
        .map(Decision::reason)
        .toList();
    assertEquals(List.of(Reason.CANCELLED), stops);
    assertFalse(decisions.get(decisions.size() - 1).decision().retry());
  }

  @Test
  void aRequestIsCancelledAtAnyMoment() throws Exception {
    PoolingHttpClientConnectionManager pool = new PoolingHttpClientConnectionManager();
    try (CloseableHttpClient client =
        Retrying.classic(HttpClients.custom().setConnectionManager(pool), settings).build()) {
      for (int i = 0; i < ROUNDS; i++) {
        HttpGet request = new HttpGet(uri);
        CompletableFuture<?> call =
            CompletableFuture.runAsync(() -> assertAborted(client, request));
        pause();
        request.cancel();
        call.get();
        awaitDecision();
      }
      awaitNoneTaken(pool);
    }
  }

  @Test
  void aRequestIsCancelledBeforeItIsSent() throws Exception {
    try (CloseableHttpClient client =
        Retrying.classic(HttpClients.custom(), settings).build()) {
      HttpGet request = new HttpGet(uri);
      request.cancel();
      assertAborted(client, request);
      awaitDecision();
    }
  }

  /** Its connection is taken away before the request is written. */
  @Test
  void aRequestIsCancelledWhenItHasAConnection() throws Exception {
    HttpGet request = new HttpGet(uri);
    try (CloseableHttpClient client = Retrying.classic(HttpClients.custom(), settings)
        .addExecInterceptorAfter(ChainElement.CONNECT.name(), "cancel", (sent, scope, chain) -> {
          request.cancel();
          return chain.proceed(sent, scope);
        })
        .build()) {
      assertAborted(client, request);
      awaitDecision();
    }
  }

  private void assertAborted(CloseableHttpClient client, HttpGet request) {
    HttpClientContext context = context();
    RequestFailedException error = assertThrows(RequestFailedException.class,
        () -> client.execute(request, context, response -> response));
    assertCancelled(Decided.in(error));
  }
}
