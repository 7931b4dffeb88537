// SPDX-License-Identifier: MIT
package dev.oncemore.okhttp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oncemore.Backoff;
import dev.oncemore.Policy;
import dev.oncemore.Reason;
import dev.oncemore.http.Decided;
import dev.oncemore.http.Settings;
import dev.oncemore.scenario.StubServer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.Call;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the scenarios of the whole project do not ask of the adapter of OkHttp. */
@Timeout(60)
class RetryInterceptorTest {
  private static final Policy POLICY = policy(Duration.ofMillis(1));

  private final List<Decided> told = new CopyOnWriteArrayList<>();
  private final Settings settings = Settings.of(POLICY).withOnDecision(told::add);
  private final OkHttpClient client = install(settings);

  private static Policy policy(Duration initial) {
    return Policy.defaults().withBackoff(Backoff.defaults().withInitial(initial));
  }

  private static OkHttpClient install(Settings settings) {
    return RetryInterceptor.of(settings).install(new OkHttpClient());
  }

  private static Call get(OkHttpClient client, StubServer server) {
    return client.newCall(new Request.Builder().url(server.uri("/a").toString()).build());
  }

  private List<Reason> reasons() {
    return told.stream().map(decided -> decided.decision().reason()).toList();
  }

  @BeforeAll
  static void sayWhichOne() {
    String jar = OkHttpClient.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    System.out.println("okhttp: " + Path.of(jar).getFileName());
  }

  @Test
  void whatWouldMultiplyIsOff() {
    assertFalse(client.retryOnConnectionFailure());
    assertFalse(client.followRedirects());
    assertFalse(client.followSslRedirects());
    assertThrows(IllegalArgumentException.class,
        () -> RetryInterceptor.of(settings).install(client));
  }

  @Test
  void aResponseKnowsItsDecisions() throws IOException {
    try (StubServer server = new StubServer().on("/a", "503", "200");
        Response response = get(client, server).execute()) {
      assertEquals(List.of(Reason.RETRYABLE_STATUS, Reason.SUCCESS), reasons());
      assertEquals(told, RetryInterceptor.decisions(response));
      assertEquals(10, response.body().bytes().length);
    }
    try (StubServer server = new StubServer().on("/a", "200");
        Response response = get(new OkHttpClient(), server).execute()) {
      assertEquals(List.of(), RetryInterceptor.decisions(response));
    }
  }

  @Test
  void anErrorIsTheClientsOwnAndTellsTheDecisions() {
    Call call = client.newCall(new Request.Builder().url("http://127.0.0.1:1/").build());
    ConnectException error = assertThrows(ConnectException.class, call::execute);
    assertEquals(4, told.size());
    assertEquals(told, Decided.in(error));
    assertInstanceOf(ConnectException.class, error.getSuppressed()[0]);
  }

  @Test
  void okHttpRepeatsNo503ByItselfAndTheCallerSeesTheField() throws IOException {
    Policy none = POLICY.withMaxAttempts(1);
    try (StubServer server = new StubServer().on("/a", "503 Retry-After=0 Retry-After=1", "200");
        Response response = get(install(settings.withPolicy(none)), server).execute()) {
      assertEquals(503, response.code());
      assertEquals(List.of("0", "1"), response.headers("Retry-After"));
      assertEquals("[GET /a]", server.log());
    }
  }

  @Test
  void theNumberOfTheAttemptReplacesWhatTheCallerSet() throws IOException {
    OkHttpClient numbering = install(settings.withAttemptField("Retry-Attempt"));
    try (StubServer server = new StubServer().on("/a", "503", "200")) {
      numbering.newCall(new Request.Builder().url(server.uri("/a").toString())
          .header("retry-attempt", "7").build()).execute().close();
      assertEquals(List.of(List.of(), List.of("1")), server.arrivals().stream()
          .map(arrival -> arrival.fields().lines("Retry-Attempt")).toList());
    }
  }

  @Test
  void whatIsMeantForOneOriginIsNotShownToAnother() throws IOException {
    OkHttpClient following =
        RetryInterceptor.of(settings).following().install(new OkHttpClient());
    try (StubServer other = new StubServer().on("/b", "200");
        StubServer server = new StubServer().on("/a", "302 Location=" + other.uri("/b"))) {
      following.newCall(new Request.Builder().url(server.uri("/a").toString())
          .header("Authorization", "secret").build()).execute().close();
      assertEquals(List.of("secret"), server.arrivals().get(0).fields().lines("Authorization"));
      assertEquals(List.of(), other.arrivals().get(0).fields().lines("Authorization"));
    }
  }

  @Test
  void anAuthenticatorStillWorks() throws IOException {
    OkHttpClient known = client.newBuilder().authenticator((route, response) ->
        response.request().newBuilder().header("Authorization", "Basic x").build()).build();
    try (StubServer server = new StubServer()
            .on("/a", "401 WWW-Authenticate=Basic+realm=\"here\"", "503", "200");
        Response response = get(known, server).execute()) {
      assertEquals(200, response.code());
      assertEquals(List.of(Reason.RETRYABLE_STATUS, Reason.SUCCESS), reasons());
    }
  }

  @Test
  void aClientThatFollowsAllTheSameIsFoundOut() throws IOException {
    OkHttpClient wrong = client.newBuilder().followRedirects(true).build();
    try (StubServer server = new StubServer().on("/a", "302 Location=/b").on("/b", "200")) {
      assertThrows(IllegalStateException.class, () -> get(wrong, server).execute());
      assertEquals("[]", server.log());
    }
  }

  private void checkRefused(OkHttpClient wrong, String remedy) throws IOException {
    try (StubServer server = new StubServer().on("/a", "408")) {
      IllegalStateException refused =
          assertThrows(IllegalStateException.class, () -> get(wrong, server).execute());
      assertTrue(refused.getMessage().contains(remedy), refused::toString);
      assertEquals("[]", server.log());
    }
  }

  @Test
  void withoutItsNetworkPartItRefusesToSend() throws IOException {
    checkRefused(
        new OkHttpClient.Builder().addInterceptor(RetryInterceptor.of(settings)).build(),
        ".install(client)");
    OkHttpClient.Builder without = client.newBuilder();
    without.networkInterceptors().clear();
    checkRefused(without.build(), "network interceptor");
  }

  @Test
  void aClientThatRepeatsAgainIsRefused() throws IOException {
    checkRefused(
        client.newBuilder().retryOnConnectionFailure(true).build(), "retryOnConnectionFailure");
  }

  // ---- Other interceptors -----------------------------------------------------------------------

  /** The client with an interceptor of another library before ours. */
  private OkHttpClient above(Interceptor interceptor) {
    return RetryInterceptor.of(settings)
        .install(new OkHttpClient.Builder().addInterceptor(interceptor).build());
  }

  @Test
  void anInterceptorThatRepeatsWhatThePolicyGaveUpIsRefused() throws IOException {
    OkHttpClient both = above(chain -> {
      Response response = chain.proceed(chain.request());
      for (int i = 1; i <= 3 && response.code() == 503; i++) {
        response.close();
        response = chain.proceed(
            chain.request().newBuilder().header("Retry-Attempt", "" + i).build());
      }
      return response;
    });
    try (StubServer server = new StubServer().on("/a", "503")) {
      IllegalStateException refused =
          assertThrows(IllegalStateException.class, () -> get(both, server).execute());
      assertTrue(refused.getMessage().contains("take it out"), refused::toString);
      assertEquals(4, server.arrivals().size());
    }
  }

  @Test
  void anInterceptorThatLogsInAndOneThatGoesElsewhereStillWork() throws IOException {
    try (StubServer server = new StubServer().on("/a", "401", "503", "200").on("/b", "200")) {
      OkHttpClient login = above(chain -> {
        chain.proceed(chain.request()).close();
        return chain.proceed(chain.request().newBuilder().header("Authorization", "x").build());
      });
      assertEquals(200, get(login, server).execute().code());
      assertEquals("[GET /a, GET /a, GET /a]", server.log());
      OkHttpClient elsewhere = above(chain -> {
        chain.proceed(chain.request()).close();
        return chain.proceed(
            chain.request().newBuilder().url(server.uri("/b").toString()).build());
      });
      server.on("/a", "503");
      assertEquals(200, get(elsewhere, server).execute().code());
      assertEquals(3 + 4 + 1, server.arrivals().size());
    }
  }

  @Test
  void ofTwoLayersTheOuterSendsOnce() throws IOException {
    OkHttpClient both = client.newBuilder()
        .addInterceptor(install(Settings.of(POLICY.withMaxAttempts(3))).interceptors().get(0))
        .build();
    try (StubServer server = new StubServer().on("/a", "503")) {
      assertEquals(503, get(both, server).execute().code());
      assertEquals(3, server.arrivals().size());
      assertEquals(1, told.size());
      assertTrue(told.get(0).line().contains("another RetryInterceptor"), told::toString);
    }
  }

  @Test
  void whatAnotherInterceptorThrowsAfterTheAnswerProvesNothing() throws IOException {
    OkHttpClient broken = client.newBuilder().addInterceptor(chain -> {
      chain.proceed(chain.request()).close();
      throw new ConnectException("database");
    }).build();
    try (StubServer server = new StubServer().on("/a", "200")) {
      Request post = new Request.Builder().url(server.uri("/a").toString())
          .post(RequestBody.create("order".getBytes(), null)).build();
      assertThrows(ConnectException.class, () -> broken.newCall(post).execute());
      assertEquals("[POST /a order]", server.log());
      assertEquals(List.of(Reason.MAYBE_PROCESSED), reasons());
    }
  }

  @Test
  void aNetworkInterceptorSeesWhatComes() throws IOException {
    List<String> seen = new CopyOnWriteArrayList<>();
    OkHttpClient own = RetryInterceptor.of(settings).install(new OkHttpClient.Builder()
        .addNetworkInterceptor(chain -> {
          Response response = chain.proceed(chain.request());
          seen.add(response.header("Retry-After", "-"));
          return response;
        }).build());
    try (StubServer server = new StubServer().on("/a", "503 Retry-After=0", "200")) {
      get(own, server).execute().close();
      assertEquals(List.of("0", "-"), seen);
    }
  }

  // ---- What the caller gets and says ------------------------------------------------------------

  @Test
  void theRequestOfAResponseIsTheCallersAndCanBeSentAgain() throws IOException {
    OkHttpClient numbering = install(settings.withAttemptField("Retry-Attempt"));
    try (StubServer server = new StubServer().on("/a", "503", "200")) {
      Response response = get(numbering, server).execute();
      response.close();
      assertEquals(0, response.request().headers().size());
      numbering.newCall(response.request()).execute().close();
      assertEquals(List.of("[]", "[1]", "[]"), server.arrivals().stream()
          .map(arrival -> arrival.fields().lines("Retry-Attempt").toString()).toList());
    }
  }

  @Test
  void aCallMayHaveAPolicyOfItsOwn() throws IOException {
    try (StubServer server = new StubServer().on("/a", "503")) {
      client.newCall(new Request.Builder().url(server.uri("/a").toString())
          .tag(Policy.class, POLICY.withMaxAttempts(2)).build()).execute().close();
      assertEquals(2, server.arrivals().size());
    }
  }

  @Test
  void aMisdirectedRequestGetsAnotherConnection() throws IOException {
    try (StubServer server = new StubServer().on("/a", "421", "503", "200")) {
      get(client, server).execute().close();
      List<Integer> connections =
          server.arrivals().stream().map(StubServer.Arrival::connection).toList();
      assertNotEquals(connections.get(0), connections.get(1));
      assertEquals(connections.get(1), connections.get(2));
      assertTrue(told.get(0).line().contains("new connection"), told::toString);
    }
  }

  @Test
  void aBodyThatDoesNotEndIsGivenUp() throws Exception {
    try (ServerSocket server = new ServerSocket(0)) {
      Thread thread = new Thread(() -> {
        for (String answer : List.of("HTTP/1.1 503 Later\r\nContent-Length: 1000000\r\n\r\nx",
            "HTTP/1.1 200 Now\r\nContent-Length: 0\r\n\r\n")) {
          try {
            Socket socket = server.accept();
            socket.getInputStream().read(new byte[1000]);
            socket.getOutputStream().write(answer.getBytes());
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
      });
      thread.start();
      long start = System.nanoTime();
      Request request = new Request.Builder()
          .url("http://127.0.0.1:" + server.getLocalPort() + "/").build();
      assertEquals(200, client.newCall(request).execute().code());
      assertTrue(System.nanoTime() - start < 3_000_000_000L);
    }
  }

  @Test
  void interceptorsOfTheClientRunOnceAndLaterOnesInEachAttempt() throws IOException {
    AtomicInteger before = new AtomicInteger();
    AtomicInteger after = new AtomicInteger();
    OkHttpClient own = new OkHttpClient.Builder().addInterceptor(chain -> {
      before.incrementAndGet();
      return chain.proceed(chain.request());
    }).build();
    OkHttpClient both = RetryInterceptor.of(settings).install(own).newBuilder()
        .addInterceptor(chain -> {
          after.incrementAndGet();
          return chain.proceed(chain.request());
        }).build();
    try (StubServer server = new StubServer().on("/a", "503", "200");
        Response response = get(both, server).execute()) {
      assertEquals(200, response.code());
    }
    assertEquals(1, before.get());
    assertEquals(2, after.get());
  }

  @Test
  void aPostIsNotWrittenToAConnectionThatIsDead() throws Exception {
    RequestBody body = RequestBody.create("abc".getBytes(), null);
    try (StubServer server = new StubServer().on("/a", "200")) {
      Request post = new Request.Builder().url(server.uri("/a").toString()).post(body).build();
      for (int i = 0; i < 3; i++) {
        client.newCall(post).execute().close();
      }
      assertEquals(1, client.connectionPool().connectionCount());
      assertEquals("[POST /a abc, POST /a abc, POST /a abc]", server.log());
      assertEquals(List.of(Reason.SUCCESS, Reason.SUCCESS, Reason.SUCCESS), reasons());
    }
  }

  @Test
  void aKeptConnectionThatIsDeadIsNoAttempt() throws Exception {
    try (ServerSocket server = new ServerSocket(0)) {
      Thread thread = new Thread(() -> {
        for (int i = 0; i < 2; i++) {
          try (Socket socket = server.accept()) {
            socket.getInputStream().read(new byte[1000]);
            socket.getOutputStream()
                .write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes());
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
      });
      thread.start();
      OkHttpClient once = install(settings.withPolicy(POLICY.withMaxAttempts(1)));
      Request post = new Request.Builder().url("http://127.0.0.1:" + server.getLocalPort() + "/")
          .post(RequestBody.create("abc".getBytes(), null)).build();
      once.newCall(post).execute().close();
      Thread.sleep(50);
      assertEquals(200, once.newCall(post).execute().code());
      assertEquals(List.of(Reason.SUCCESS, Reason.SUCCESS), reasons());
    }
  }

  @Test
  void aCancelledCallDoesNotWait() throws Exception {
    Settings slow = settings.withPolicy(policy(Duration.ofSeconds(30)));
    try (StubServer server = new StubServer().on("/a", "503")) {
      AtomicInteger decisions = new AtomicInteger();
      Call[] call = new Call[1];
      OkHttpClient cancelling = install(slow.withOnDecision(decided -> {
        told.add(decided);
        if (decisions.incrementAndGet() == 1) {
          call[0].cancel();
        }
      }));
      call[0] = get(cancelling, server);
      IOException error = assertThrows(IOException.class, call[0]::execute);
      assertEquals("Canceled", error.getMessage());
      assertEquals(List.of(Reason.RETRYABLE_STATUS, Reason.CANCELLED), reasons());
      assertEquals(told, Decided.in(error));
    }
  }

  @Test
  void anInterruptedCallerDoesNotWait() throws Exception {
    Settings slow = settings.withPolicy(policy(Duration.ofSeconds(30)));
    OkHttpClient interrupting = install(slow.withOnDecision(decided -> {
      told.add(decided);
      Thread.currentThread().interrupt();
    }));
    try (StubServer server = new StubServer().on("/a", "503")) {
      assertThrows(InterruptedIOException.class, () -> get(interrupting, server).execute());
      assertTrue(Thread.interrupted());
      assertEquals(List.of(Reason.RETRYABLE_STATUS, Reason.CANCELLED), reasons());
    }
  }

  @Test
  void theTimeOfACallEndsItsWaits() throws Exception {
    OkHttpClient hurried = install(settings.withPolicy(policy(Duration.ofSeconds(30))))
        .newBuilder().callTimeout(Duration.ofSeconds(3)).build();
    try (StubServer server = new StubServer().on("/a", "503")) {
      assertThrows(IOException.class, () -> get(hurried, server).execute());
      assertEquals(List.of(Reason.RETRYABLE_STATUS, Reason.CANCELLED), reasons());
    }
  }
}
