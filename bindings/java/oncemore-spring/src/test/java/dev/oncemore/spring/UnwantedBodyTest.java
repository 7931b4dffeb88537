// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oncemore.Policy;
import dev.oncemore.http.Settings;
import dev.oncemore.scenario.SlowServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.Disposable;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/** A body that comes slowly, or not at all, does not hold up the next attempt. */
@Timeout(60)
class UnwantedBodyTest {
  private static final String STUCK = "HTTP/1.1 503 \r\nContent-Length: 9\r\n\r\nabc";
  private static final String GOOD = "HTTP/1.1 200 \r\nContent-Length: 2\r\n\r\nok";

  private static final int ROUNDS = 40;
  /** Of classes, and of a machine that has other work. */
  private static final int LOADING = 2000;

  private enum Kind {
    REST {
      @Override
      String get(SlowServer server, Settings settings) {
        return RetryInterceptor.of(settings).install(RestClient.builder()).build()
            .get().uri(server.uri()).retrieve().body(String.class);
      }
    },
    WEB {
      @Override
      String get(SlowServer server, Settings settings) {
        return RetryFilter.of(settings).install(WebClient.builder()).build()
            .get().uri(server.uri()).retrieve().bodyToMono(String.class).block();
      }
    };

    abstract String get(SlowServer server, Settings settings);
  }

  @ParameterizedTest
  @EnumSource
  void itIsGivenUp(Kind kind) throws Exception {
    try (SlowServer server = new SlowServer((request, connection) -> request == 1 ? STUCK : GOOD)) {
      kind.get(server, SpringTest.quick()); // the classes are loaded
    }
    try (SlowServer server = new SlowServer((request, connection) -> request == 1 ? STUCK : GOOD)) {
      long start = System.nanoTime();
      assertEquals("ok", kind.get(server, SpringTest.quick()));
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      assertTrue(millis >= 200 && millis < 2000, millis + " ms");
      assertEquals(List.of(1, 2), server.arrivals());
    }
  }

  @ParameterizedTest
  @EnumSource
  void itDoesNotOutlastTheDeadline(Kind kind) throws Exception {
    Policy policy = SpringTest.quick().policy();
    Settings settings = Settings.of(policy.withDeadline(Duration.ofMillis(100)));
    try (SlowServer server = new SlowServer((request, connection) -> request == 1 ? STUCK : "")) {
      long start = System.nanoTime();
      assertThrows(RuntimeException.class, () -> kind.get(server, settings));
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      assertTrue(millis < 240 + LOADING, millis + " ms");
    }
  }

  /** The next attempt has what the deadline leaves, and no more. */
  @ParameterizedTest
  @EnumSource
  void anAnswerThatDoesNotComeDoesNotOutlastTheDeadlineEither(Kind kind) throws Exception {
    Policy policy = SpringTest.quick().policy();
    Settings settings = Settings.of(policy.withDeadline(Duration.ofMillis(700)));
    try (SlowServer server = new SlowServer((request, connection) -> "")) {
      long start = System.nanoTime();
      assertThrows(RuntimeException.class, () -> kind.get(server, settings));
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      assertTrue(millis >= 690 && millis < 700 + LOADING, millis + " ms");
      assertEquals(List.of(1), server.arrivals());
    }
  }

  @ParameterizedTest
  @EnumSource
  void aShortOneLeavesItsConnection(Kind kind) throws Exception {
    String short503 = "HTTP/1.1 503 \r\nContent-Length: 3\r\n\r\nabc";
    try (SlowServer server =
        new SlowServer((request, connection) -> request == 1 ? short503 : GOOD)) {
      Policy policy = Policy.defaults();
      Settings slow = Settings.of( // a client gives a connection back just after the body's end
          policy.withBackoff(policy.backoff().withInitial(Duration.ofMillis(100))));
      assertEquals("ok", kind.get(server, slow));
      assertEquals(List.of(1, 1), server.arrivals());
    }
  }

  /** Its caller goes while the body is awaited, and not only in the wait that follows. */
  @Test
  void anInterruptIsNotForgotten() throws Exception {
    String patient = STUCK.replace("503 \r\n", "503 \r\nRetry-After: 20\r\n");
    Thread caller = Thread.currentThread();
    Settings settings = SpringTest.quick().withOnDecision(each -> {
      if (each.decision().retry()) {
        CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS).execute(caller::interrupt);
      }
    });
    try (SlowServer server = new SlowServer((request, connection) -> patient)) {
      assertThrows(ResourceAccessException.class, () -> Kind.REST.get(server, settings));
      assertTrue(Thread.interrupted());
      assertEquals(List.of(1), server.arrivals());
    }
  }

  /** At any moment its connection is given back, or the next call would wait for ever. */
  @Test
  void whoGoesMeanwhileLeavesNoConnectionTaken() throws Exception {
    ConnectionProvider one = ConnectionProvider.create("one", 1);
    try (SlowServer server = new SlowServer(
        (request, connection) -> request <= ROUNDS ? STUCK : GOOD)) {
      OneSendConnector connector = new OneSendConnector(HttpClient.create(one));
      for (int round = 0; round < ROUNDS; round++) {
        CountDownLatch decided = new CountDownLatch(1);
        Disposable call = client(connector, decided).get().uri(server.uri()).retrieve()
            .toBodilessEntity().subscribe();
        assertTrue(decided.await(10, TimeUnit.SECONDS), "round " + round);
        LockSupport.parkNanos(round * 50_000L);
        call.dispose();
      }
      assertEquals("ok", client(connector, new CountDownLatch(1)).get().uri(server.uri())
          .retrieve().bodyToMono(String.class).block(Duration.ofSeconds(10)));
    } finally {
      one.dispose();
    }
  }

  private static WebClient client(OneSendConnector connector, CountDownLatch decided) {
    Settings settings = SpringTest.quick().withOnDecision(each -> decided.countDown());
    return RetryFilter.of(settings).install(WebClient.builder(), connector).build();
  }

  /** The server means what it says of this connection, and would say it again. */
  @Test
  void anotherConnectionIsTakenWhereTheServerAsksForOne() throws Exception {
    String wrong = "HTTP/1.1 421 \r\nContent-Length: 3\r\n\r\nabc";
    DecisionRecord record = new DecisionRecord();
    try (SlowServer server =
        new SlowServer((request, connection) -> connection == 1 ? wrong : GOOD)) {
      assertEquals("ok", RetryFilter.of(SpringTest.quick()).install(WebClient.builder()).build()
          .get().uri(server.uri()).attributes(record).retrieve().bodyToMono(String.class).block());
      assertEquals(List.of(1, 2), server.arrivals());
      assertTrue(record.decisions().get(0).line().contains("connection"),
          record.decisions().get(0).line());
    }
  }
}
