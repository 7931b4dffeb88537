// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oncemore.Policy;
import dev.oncemore.Reason;
import dev.oncemore.http.Decided;
import dev.oncemore.http.Settings;
import dev.oncemore.scenario.StubServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.classic.RequestFailedException;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A caller goes while there is a wait of an hour. */
@Timeout(60)
class CancellationTest {
  private final HttpClientContext context = HttpClientContext.create();
  private final CountDownLatch waiting = new CountDownLatch(1);
  private StubServer server;

  @BeforeEach
  void start() throws Exception {
    server = new StubServer().on("/a", "503");
  }

  @AfterEach
  void stop() {
    server.close();
    assertEquals("[GET /a]", server.log());
  }

  private Settings slow() {
    Policy policy = Policy.defaults();
    Duration hour = Duration.ofHours(1);
    return Settings.of(policy.withBackoff(
            policy.backoff().withInitial(hour).withCap(hour).withFloor(hour)))
        .withOnDecision(decided -> waiting.countDown());
  }

  private void assertCancelled(List<Decided> decisions) {
    assertEquals(2, decisions.size());
    assertEquals(Reason.CANCELLED, decisions.get(1).decision().reason());
  }

  @Test
  void aCancelledRequest() throws Exception {
    HttpGet request = new HttpGet(server.uri("/a"));
    CompletableFuture.runAsync(() -> {
      await();
      request.cancel();
    });
    try (CloseableHttpClient client = Retrying.classic(HttpClients.custom(), slow()).build()) {
      RequestFailedException error = assertThrows(RequestFailedException.class,
          () -> client.execute(request, context, response -> response));
      assertCancelled(Decided.in(error));
    }
  }

  @Test
  void anInterruptedThread() throws Exception {
    Thread caller = Thread.currentThread();
    CompletableFuture.runAsync(() -> {
      await();
      caller.interrupt();
    });
    try (CloseableHttpClient client = Retrying.classic(HttpClients.custom(), slow()).build()) {
      RequestFailedException error = assertThrows(RequestFailedException.class,
          () -> client.execute(new HttpGet(server.uri("/a")), context, response -> response));
      assertCancelled(Decided.in(error));
      assertTrue(Thread.interrupted());
    }
  }

  @Test
  void aCancelledFuture() throws Exception {
    try (CloseableHttpAsyncClient client = client()) {
      Future<SimpleHttpResponse> call = send(client);
      await();
      call.cancel(true);
      assertThrows(CancellationException.class, call::get);
      assertCancelled(Retrying.decisions(context));
    }
  }

  @Test
  void aClosedClientAnswersWhenTheWaitIsOver() throws Exception {
    CompletableFuture<Void> end = new CompletableFuture<>();
    Settings settings = slow().withTiming(new Waits() {
      @Override
      public CompletableFuture<Void> after(Duration delay) {
        return end;
      }
    });
    CloseableHttpAsyncClient client =
        Retrying.async(HttpAsyncClients.custom(), settings).build();
    client.start();
    Future<SimpleHttpResponse> call = send(client);
    await();
    client.close();
    end.complete(null);
    ExecutionException error = assertThrows(ExecutionException.class, call::get);
    assertCancelled(Decided.in(error));
  }

  private CloseableHttpAsyncClient client() {
    CloseableHttpAsyncClient client = Retrying.async(HttpAsyncClients.custom(), slow()).build();
    client.start();
    return client;
  }

  private Future<SimpleHttpResponse> send(CloseableHttpAsyncClient client) {
    return client.execute(SimpleRequestBuilder.get(server.uri("/a")).build(), context, null);
  }

  private void await() {
    try {
      assertTrue(waiting.await(30, TimeUnit.SECONDS));
      TimeUnit.MILLISECONDS.sleep(100); // the decision comes just before the wait
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
