// SPDX-License-Identifier: MIT
package dev.oncemore.test.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oncemore.Backoff;
import dev.oncemore.Evidence;
import dev.oncemore.Oncemore;
import dev.oncemore.Outcome;
import dev.oncemore.Policy;
import dev.oncemore.Reason;
import dev.oncemore.http.Decided;
import dev.oncemore.http.RetryHttpClient;
import dev.oncemore.http.Settings;
import dev.oncemore.scenario.StubServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Authenticator;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the scenarios of the whole project do not ask of the adapter of java.net.http. */
@Timeout(60)
class RetryHttpClientTest {
  private static final Policy POLICY = Policy.defaults()
      .withBackoff(Backoff.defaults().withInitial(Duration.ofMillis(1)));

  private final HttpClient plain = HttpClient.newHttpClient();
  private final List<Decided> told = new CopyOnWriteArrayList<>();
  private final Settings settings = Settings.of(POLICY).withOnDecision(told::add);
  private final RetryHttpClient client = RetryHttpClient.of(plain, settings);

  private static HttpRequest get(StubServer server) {
    return HttpRequest.newBuilder(server.uri("/a")).build();
  }

  private static HttpRequest post(StubServer server, BodyPublisher body) {
    return HttpRequest.newBuilder(server.uri("/a")).POST(body).build();
  }

  private List<Reason> reasons(List<Decided> decisions) {
    return decisions.stream().map(decided -> decided.decision().reason()).toList();
  }

  @Test
  void aClientThatFollowsOrRetriesIsRefused() {
    HttpClient following = HttpClient.newBuilder().followRedirects(Redirect.NORMAL).build();
    assertThrows(IllegalArgumentException.class, () -> RetryHttpClient.of(following, settings));
    assertThrows(IllegalArgumentException.class, () -> RetryHttpClient.of(client, settings));
  }

  @Test
  void theCallersHandlerSeesTheLastResponseAlone() throws Exception {
    AtomicInteger applied = new AtomicInteger();
    BodyHandler<String> handler = head -> {
      applied.incrementAndGet();
      return BodyHandlers.ofString().apply(head);
    };
    try (StubServer server = new StubServer().on("/a", "503", "502", "200")) {
      HttpResponse<String> response = client.send(get(server), handler);
      assertEquals("xxxxxxxxxx", response.body());
      assertEquals(1, applied.get());
      assertEquals(List.of(Reason.RETRYABLE_STATUS, Reason.RETRYABLE_STATUS, Reason.SUCCESS),
          reasons(RetryHttpClient.decisions(response)));
      assertEquals(told, RetryHttpClient.decisions(response));
    }
  }

  @Test
  void soItIsWithoutAThreadThatWaits() throws Exception {
    try (StubServer server = new StubServer().on("/a", "503", "200")) {
      HttpResponse<String> response =
          client.sendAsync(get(server), BodyHandlers.ofString()).get();
      assertEquals("xxxxxxxxxx", response.body());
      assertEquals(List.of(Reason.RETRYABLE_STATUS, Reason.SUCCESS),
          reasons(RetryHttpClient.decisions(response)));
    }
  }

  @Test
  void theLastResponseIsTheCallersWhateverItsStatus() throws Exception {
    try (StubServer server = new StubServer().on("/a", "503")) {
      HttpResponse<String> response = client.send(get(server), BodyHandlers.ofString());
      assertEquals(503, response.statusCode());
      assertEquals("xxxxxxxxxx", response.body());
      assertEquals(4, server.arrivals().size());
    }
    assertEquals(List.of(), RetryHttpClient.decisions(plainAnswer()));
  }

  private HttpResponse<String> plainAnswer() throws Exception {
    try (StubServer server = new StubServer().on("/a", "200")) {
      return plain.send(get(server), BodyHandlers.ofString());
    }
  }

  @Test
  void bodiesThatTheClientKeepsAreSentAgain(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("body"), "abc");
    byte[] octets = "abc".getBytes();
    for (BodyPublisher body : List.of(
        BodyPublishers.ofString("abc"),
        BodyPublishers.ofByteArray(octets),
        BodyPublishers.ofByteArrays(List.of(octets)),
        BodyPublishers.ofFile(file),
        RetryHttpClient.replayable(
            BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(octets))))) {
      try (StubServer server = new StubServer().on("/a", "429", "200")) {
        client.send(post(server, body), BodyHandlers.discarding());
        assertEquals("[POST /a abc, POST /a abc]", server.log());
      }
    }
  }

  @Test
  void otherBodiesAreNot() throws Exception {
    for (BodyPublisher body : List.of(
        BodyPublishers.ofInputStream(() -> new ByteArrayInputStream("abc".getBytes())),
        BodyPublishers.fromPublisher(BodyPublishers.ofString("abc")))) {
      try (StubServer server = new StubServer().on("/a", "429")) {
        client.send(post(server, body), BodyHandlers.discarding());
        assertEquals("[POST /a abc]", server.log());
        assertEquals(Reason.BODY_CONSUMED, told.get(told.size() - 1).decision().reason());
      }
    }
  }

  @Test
  void theNumberOfTheAttemptReplacesWhatTheCallerSet() throws Exception {
    RetryHttpClient numbering =
        RetryHttpClient.of(plain, settings.withAttemptField("Retry-Attempt"));
    try (StubServer server = new StubServer().on("/a", "503", "200")) {
      numbering.send(HttpRequest.newBuilder(server.uri("/a")).header("retry-attempt", "7").build(),
          BodyHandlers.discarding());
      assertEquals(List.of(List.of(), List.of("1")), server.arrivals().stream()
          .map(arrival -> arrival.fields().lines("Retry-Attempt")).toList());
    }
  }

  /** Reads a request on each connection, and answers with the next text; "" closes it. */
  private static AtomicInteger serve(ServerSocket server, String... answers) {
    AtomicInteger requests = new AtomicInteger();
    Thread thread = new Thread(() -> {
      List<Socket> open = new ArrayList<>();
      try {
        while (true) {
          Socket socket = server.accept();
          open.add(socket);
          socket.setSoTimeout(500);
          boolean came = socket.getInputStream().read(new byte[1000]) > 0;
          String answer = answers[came ? requests.getAndIncrement() % answers.length : 0];
          socket.getOutputStream().write(answer.getBytes());
          if (answer.isEmpty()) {
            socket.close();
          }
        }
      } catch (IOException over) {
        open.clear();
      }
    });
    thread.setDaemon(true);
    thread.start();
    return requests;
  }

  private static HttpRequest get(ServerSocket server) {
    return HttpRequest.newBuilder(
        URI.create("http://127.0.0.1:" + server.getLocalPort() + "/")).build();
  }

  @Test
  void theJdkSendsNothingByItself() throws Exception {
    try (ServerSocket server = new ServerSocket(0)) {
      AtomicInteger requests = serve(server, "");
      assertThrows(IOException.class, () -> client.send(get(server), BodyHandlers.discarding()));
      assertEquals(4, requests.get());
      assertEquals(Reason.ATTEMPTS_EXHAUSTED, told.get(3).decision().reason());

      CompletionException failed = assertThrows(CompletionException.class,
          () -> client.sendAsync(get(server), BodyHandlers.discarding()).join());
      assertInstanceOf(IOException.class, failed.getCause());
      assertEquals(8, requests.get());
    }
  }

  @Test
  void anAuthenticatorStillWorks() throws Exception {
    HttpClient known = HttpClient.newBuilder().authenticator(new Authenticator() {
      @Override
      protected PasswordAuthentication getPasswordAuthentication() {
        return new PasswordAuthentication("user", "word".toCharArray());
      }
    }).build();
    try (StubServer server = new StubServer()
        .on("/a", "401 WWW-Authenticate=Basic+realm=\"here\"", "503", "200")) {
      assertEquals(200, RetryHttpClient.of(known, settings)
          .send(get(server), BodyHandlers.discarding()).statusCode());
      assertEquals(List.of(Reason.RETRYABLE_STATUS, Reason.SUCCESS), reasons(told));
    }
  }

  @Test
  void aFollowedRedirectIsThePreviousResponse() throws Exception {
    try (StubServer server = new StubServer().on("/a", "302 Location=/b").on("/b", "200")) {
      HttpResponse<String> response =
          client.following().send(get(server), BodyHandlers.ofString());
      assertEquals("[GET /a, GET /b]", server.log());
      assertEquals(server.uri("/b"), response.uri());
      HttpResponse<String> redirect = response.previousResponse().orElseThrow();
      assertEquals(302, redirect.statusCode());
      assertTrue(redirect.previousResponse().isEmpty());
    }
  }

  @Test
  void aBodyThatDoesNotEndIsGivenUp() throws Exception {
    try (ServerSocket server = new ServerSocket(0)) {
      AtomicInteger requests = serve(server,
          "HTTP/1.1 503 Later\r\nContent-Length: 1000000\r\n\r\nx",
          "HTTP/1.1 200 Now\r\nContent-Length: 0\r\n\r\n");
      assertEquals(200, client.send(get(server), BodyHandlers.ofString()).statusCode());
      assertEquals(2, requests.get());
    }
  }

  @Test
  void anErrorIsTheClientsOwnAndTellsTheDecisions() {
    HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:1/")).build();
    ConnectException error = assertThrows(ConnectException.class,
        () -> client.send(request, BodyHandlers.discarding()));
    assertEquals(told, Decided.in(error));
    assertEquals(4, told.size());
    assertInstanceOf(ConnectException.class, error.getSuppressed()[0]);

    CompletionException failed = assertThrows(CompletionException.class,
        () -> client.sendAsync(request, BodyHandlers.discarding()).join());
    assertInstanceOf(ConnectException.class, failed.getCause());
    assertEquals(4, Decided.in(failed).size());
  }

  @Test
  void aHandlerThatFailsIsNoFailureOfTheConnection() throws Exception {
    BodyHandler<String> broken = head -> {
      throw new IllegalStateException("broken");
    };
    try (StubServer server = new StubServer().on("/a", "200")) {
      assertThrows(IOException.class, () -> client.send(get(server), broken));
      assertEquals(List.of(Reason.FAILURE_NOT_RETRIED), reasons(told));
    }
  }

  @Test
  void anInterruptedCallerDoesNotWait() throws Exception {
    Thread caller = Thread.currentThread();
    try (StubServer server = new StubServer().on("/a", "503")) {
      Settings interrupting = settings.withPolicy(waitingPolicy()).withOnDecision(decided -> {
        told.add(decided);
        caller.interrupt();
      });
      InterruptedException error = assertThrows(InterruptedException.class,
          () -> RetryHttpClient.of(plain, interrupting)
              .send(get(server), BodyHandlers.discarding()));
      Thread.interrupted();
      assertEquals(List.of(Reason.RETRYABLE_STATUS, Reason.CANCELLED), reasons(told));
      assertEquals(told, Decided.in(error));
      assertEquals(1, server.arrivals().size());
    }
  }

  private static Policy waitingPolicy() {
    return POLICY.withBackoff(Backoff.defaults().withInitial(Duration.ofSeconds(30)));
  }

  @Test
  void toCancelWhatDependsOnACallEndsIt() throws Exception {
    CompletableFuture<Decided> first = new CompletableFuture<>();
    Settings slow = settings.withPolicy(waitingPolicy()).withOnDecision(decided -> {
      told.add(decided);
      first.complete(decided);
    });
    try (StubServer server = new StubServer().on("/a", "503")) {
      CompletableFuture<HttpResponse<String>> sent =
          RetryHttpClient.of(plain, slow).sendAsync(get(server), BodyHandlers.ofString());
      CompletableFuture<Integer> dependent = sent.thenApply(HttpResponse::statusCode);
      first.get();
      assertTrue(dependent.cancel(true));
      assertTrue(dependent.isCancelled());
      assertTrue(sent.isCancelled());
      assertEquals(told, Decided.in(assertThrows(CancellationException.class, sent::join)));
      assertEquals(List.of(Reason.RETRYABLE_STATUS, Reason.CANCELLED), reasons(told));
    }
  }

  @Test
  void aHookThatThrowsEndsTheCall() throws Exception {
    IllegalStateException thrown = new IllegalStateException();
    Settings throwing = settings.withOnDecision(decided -> {
      throw thrown;
    });
    try (StubServer server = new StubServer().on("/a", "200")) {
      RetryHttpClient broken = RetryHttpClient.of(plain, throwing);
      assertSame(thrown, assertThrows(IllegalStateException.class,
          () -> broken.send(get(server), BodyHandlers.discarding())));
      assertSame(thrown, assertThrows(CompletionException.class,
          () -> broken.sendAsync(get(server), BodyHandlers.discarding()).join()).getCause());
    }
  }

  @Test
  void allElseIsTheClients() {
    assertSame(plain.sslContext(), client.sslContext());
    assertEquals(plain.version(), client.version());
    assertEquals(plain.executor(), client.executor());
    assertEquals(plain.proxy(), client.proxy());
    assertEquals(plain.cookieHandler(), client.cookieHandler());
    assertEquals(plain.authenticator(), client.authenticator());
    assertEquals(plain.connectTimeout(), client.connectTimeout());
    assertEquals(Redirect.NEVER, client.followRedirects());
  }

  // ---- Whose failure it is ----------------------------------------------------------------------

  private static <T extends Throwable> RuntimeException sneaky(Throwable error) throws T {
    @SuppressWarnings("unchecked")
    T thrown = (T) error;
    throw thrown;
  }

  /** A handler of which one part fails. */
  private static BodyHandler<String> failing(String part, IOException error) {
    return head -> {
      if (part.equals("apply")) {
        throw RetryHttpClientTest.<RuntimeException>sneaky(error);
      }
      if (part.equals("mapping")) {
        return BodySubscribers.mapping(BodySubscribers.discarding(), nothing -> {
          throw new UncheckedIOException(error);
        });
      }
      return BodySubscribers.fromLineSubscriber(new Flow.Subscriber<>() {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
          subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(String line) {
          throw RetryHttpClientTest.<RuntimeException>sneaky(error);
        }

        @Override
        public void onError(Throwable broken) {}

        @Override
        public void onComplete() {}
      }, nothing -> "", StandardCharsets.US_ASCII, "x");
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"apply", "mapping", "onNext"})
  void whatTheCallersHandlerThrowsIsNoFailureOfTheConnection(String part) throws Exception {
    for (IOException error : List.of(new ConnectException("database"),
        new UnknownHostException("database"), new SSLHandshakeException("database"),
        new SocketTimeoutException("database"))) {
      told.clear();
      try (StubServer server = new StubServer().on("/a", "200")) {
        HttpRequest post = post(server, BodyPublishers.ofString("order"));
        assertThrows(IOException.class, () -> client.send(post, failing(part, error)));
        assertThrows(CompletionException.class,
            () -> client.sendAsync(post, failing(part, error)).join());
        assertThrows(IOException.class, () -> client.send(get(server), failing(part, error)));
        assertEquals(3, server.arrivals().size(), () -> error + server.log() + told);
        assertEquals(Collections.nCopies(3, Reason.FAILURE_NOT_RETRIED), reasons(told));
      }
    }
  }

  @Test
  void whatTheCallersPublisherThrowsIsNoFailureOfTheConnection() throws Exception {
    BodyPublisher broken = RetryHttpClient.replayable(BodyPublishers.fromPublisher(subscriber -> {
      subscriber.onSubscribe(new Flow.Subscription() {
        @Override
        public void request(long n) {
          subscriber.onError(new ConnectException("database"));
        }

        @Override
        public void cancel() {}
      });
    }, 5));
    try (StubServer server = new StubServer().on("/a", "200")) {
      assertThrows(IOException.class,
          () -> client.send(post(server, broken), BodyHandlers.discarding()));
      assertEquals(List.of(Reason.FAILURE_NOT_RETRIED), reasons(told));
    }
  }

  @Test
  void aConnectionThatIsRefusedIsKnownToHaveTakenNothing() {
    HttpRequest post = HttpRequest.newBuilder(URI.create("http://127.0.0.1:1/"))
        .POST(BodyPublishers.ofString("order")).build();
    assertThrows(ConnectException.class, () -> client.send(post, BodyHandlers.discarding()));
    assertEquals(4, told.size());
    assertEquals(Evidence.NEVER_SENT, Oncemore.evidence(POLICY, told.get(0).attempt()));
  }

  @Test
  void butNotIfTheRequestWasWrittenBefore() throws Exception {
    ServerSocket server = new ServerSocket(0);
    Thread thread = new Thread(() -> {
      try (Socket socket = server.accept()) {
        socket.getInputStream().read(new byte[1000]);
        server.close(); // so that the JDK, which repeats a GET, is refused
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });
    thread.start();
    assertThrows(IOException.class, () -> client.withPolicy(POLICY.withMaxAttempts(1))
        .send(get(server), BodyHandlers.discarding()));
    assertEquals(Evidence.UNKNOWN, Oncemore.evidence(POLICY, told.get(0).attempt()));
  }

  @Test
  void aProxyThatAnswersConnectIsThatStatus() throws Exception {
    try (ServerSocket proxy = new ServerSocket(0)) {
      AtomicInteger requests = serve(proxy, "HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n",
          "HTTP/1.1 429 Later\r\nContent-Length: 0\r\n\r\n");
      HttpClient behind = HttpClient.newBuilder().proxy(ProxySelector.of(
          new InetSocketAddress("127.0.0.1", proxy.getLocalPort()))).build();
      HttpRequest post = HttpRequest.newBuilder(URI.create("https://one.example/"))
          .POST(BodyPublishers.ofString("order")).build();
      RetryHttpClient retrying = RetryHttpClient.of(behind, settings);
      assertThrows(IOException.class, () -> retrying.send(post, BodyHandlers.discarding()));
      assertEquals(List.of(Reason.STATUS_NOT_RETRIED), reasons(told));
      assertEquals(Outcome.status(403), told.get(0).attempt().outcome());
      assertEquals(Evidence.NEVER_SENT, told.get(0).attempt().evidence());
      assertThrows(IOException.class, () -> retrying.send(post, BodyHandlers.discarding()));
      assertEquals(List.of(Reason.STATUS_NOT_RETRIED, Reason.RETRYABLE_STATUS,
          Reason.STATUS_NOT_RETRIED), reasons(told));
      assertEquals(3, requests.get());
    }
  }

  // ---- Clients that are not the JDK's -----------------------------------------------------------

  /** Does what it likes. */
  private abstract static class Foreign extends DelegatingClient {
    Foreign(HttpClient client) {
      super(client);
    }

    @Override
    public Redirect followRedirects() {
      return Redirect.NEVER;
    }
  }

  @Test
  void aClientThatFollowsInSecretIsFoundOut() throws Exception {
    HttpClient following = HttpClient.newBuilder().followRedirects(Redirect.NORMAL).build();
    RetryHttpClient over = RetryHttpClient.of(new Foreign(following) { }, settings);
    try (StubServer server = new StubServer().on("/a", "303 Location=/b").on("/b", "503")) {
      HttpRequest post = post(server, BodyPublishers.ofString("order"));
      HttpResponse<String> response = over.send(post, BodyHandlers.ofString());
      assertEquals(503, response.statusCode());
      assertEquals("xxxxxxxxxx", response.body());
      assertEquals("[POST /a order, GET /b]", server.log());
      assertEquals(1, told.size());
      assertTrue(told.get(0).line().contains("RetryHttpClient.following()"));
      assertFalse(told.get(0).goesOn());
    }
  }

  @Test
  void aClientThatRepeatsIsKeptFromIt() throws Exception {
    RetryHttpClient over = RetryHttpClient.of(new Foreign(plain) {
      @Override
      public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
          throws IOException, InterruptedException {
        super.send(request, handler);
        return super.send(request, handler);
      }
    }, settings);
    try (StubServer server = new StubServer().on("/a", "200")) {
      IOException error = assertThrows(IOException.class, () ->
          over.send(post(server, BodyPublishers.ofString("order")), BodyHandlers.discarding()));
      assertTrue(error.getMessage().contains("repeats requests by itself"), error::toString);
      assertEquals("[POST /a order]", server.log());
    }
  }

  @Test
  void ofAnotherClientNothingIsKnownForCertain() throws Exception {
    RetryHttpClient over = RetryHttpClient.of(new Foreign(plain) {
      @Override
      public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
          throws IOException {
        throw new ConnectException("says so");
      }
    }, settings);
    assertThrows(ConnectException.class, () -> over.send(
        HttpRequest.newBuilder(URI.create("http://one.example/"))
            .POST(BodyPublishers.ofString("order")).build(), BodyHandlers.discarding()));
    assertEquals(List.of(Reason.MAYBE_PROCESSED), reasons(told));
  }

  // ---- The caller's objects, and his wishes -----------------------------------------------------

  @Test
  void theRequestOfAResponseIsTheCallersAndCanBeSentAgain() throws Exception {
    RetryHttpClient numbering =
        RetryHttpClient.of(plain, settings.withAttemptField("Retry-Attempt"));
    try (StubServer server = new StubServer().on("/a", "503", "200")) {
      HttpRequest request = get(server);
      HttpResponse<Void> response = numbering.send(request, BodyHandlers.discarding());
      assertSame(request, response.request());
      assertEquals(200, plain.send(response.request(), BodyHandlers.discarding()).statusCode());
      HttpRequest copy = HttpRequest.newBuilder(response.request(), (n, v) -> true).build();
      assertEquals(200, numbering.send(copy, BodyHandlers.discarding()).statusCode());
      assertEquals(List.of("[]", "[1]", "[]", "[]"), server.arrivals().stream()
          .map(arrival -> arrival.fields().lines("Retry-Attempt").toString()).toList());
    }
  }

  @Test
  void aCallMayHaveAPolicyOfItsOwn() throws Exception {
    try (StubServer server = new StubServer().on("/a", "503")) {
      client.withPolicy(POLICY.withMaxAttempts(2)).send(get(server), BodyHandlers.discarding());
      assertEquals(2, server.arrivals().size());
      client.send(get(server), BodyHandlers.discarding());
      assertEquals(6, server.arrivals().size());
    }
  }

  @Test
  void aKeyThatIsMadeIsTheSameInAllAttempts() throws Exception {
    RetryHttpClient keyed = RetryHttpClient.of(plain,
        settings.withKeyField("Idempotency-Key").withMakeKey());
    try (StubServer server = new StubServer().on("/a", "500", "200")) {
      keyed.send(post(server, BodyPublishers.ofString("order")), BodyHandlers.discarding());
      List<String> keys = server.arrivals().stream()
          .flatMap(arrival -> arrival.fields().lines("Idempotency-Key").stream()).toList();
      assertEquals(2, keys.size());
      assertEquals(keys.get(0), keys.get(1));
    }
  }

  @Test
  void adjustSeesTheClientsOwnObjects() throws Exception {
    List<Boolean> seen = new CopyOnWriteArrayList<>();
    RetryHttpClient adjusting = RetryHttpClient.of(plain,
        settings.withAdjust((attempt, request, result) -> {
          seen.add(request.as(HttpRequest.class).isPresent());
          seen.add(result.as(HttpResponse.ResponseInfo.class).isPresent()
              || result.original() instanceof HttpResponse<?> whole && whole.body() != null);
          return attempt;
        }));
    try (StubServer server = new StubServer().on("/a", "503", "200")) {
      adjusting.send(get(server), BodyHandlers.ofString());
      assertEquals(Collections.nCopies(4, true), seen);
    }
  }

  @Test
  void aBodyOfPartsIsSentAgainIfThePartsCanBe() throws Exception {
    BodyPublisher kept = RetryHttpClient.concat(
        BodyPublishers.ofString("ab"), BodyPublishers.ofString("c"));
    BodyPublisher once = RetryHttpClient.concat(BodyPublishers.ofString("ab"),
        BodyPublishers.ofInputStream(() -> new ByteArrayInputStream("c".getBytes())));
    try (StubServer server = new StubServer().on("/a", "429", "200").on("/b", "429")) {
      client.send(post(server, kept), BodyHandlers.discarding());
      client.send(HttpRequest.newBuilder(server.uri("/b")).PUT(once).build(),
          BodyHandlers.discarding());
      assertEquals("[POST /a abc, POST /a abc, PUT /b abc]", server.log());
    }
  }

  // ---- The end ----------------------------------------------------------------------------------

  @ParameterizedTest
  @ValueSource(strings = {"orTimeout", "dependent", "complete"})
  void nothingIsSentWhenTheFutureHasEnded(String how) throws Exception {
    Settings slow = settings.withPolicy(
        POLICY.withBackoff(Backoff.defaults().withInitial(Duration.ofMillis(300))));
    try (StubServer server = new StubServer().on("/a", "503")) {
      CompletableFuture<HttpResponse<String>> sent =
          RetryHttpClient.of(plain, slow).sendAsync(get(server), BodyHandlers.ofString());
      while (told.isEmpty()) {
        Thread.sleep(1);
      }
      switch (how) {
        case "orTimeout" -> sent.orTimeout(1, TimeUnit.MILLISECONDS);
        case "dependent" -> sent.thenApply(HttpResponse::body)
            .orTimeout(1, TimeUnit.MILLISECONDS);
        default -> sent.complete(null);
      }
      Thread.sleep(600);
      assertEquals("[GET /a]", server.log());
      assertEquals(List.of(Reason.RETRYABLE_STATUS, Reason.CANCELLED), reasons(told));
      assertTrue(sent.isDone());
    }
  }

  @Test
  void toCloseItClosesTheClientBelow() throws Exception {
    HttpClient below = HttpClient.newHttpClient();
    RetryHttpClient closing = RetryHttpClient.of(below, settings);
    closing.shutdown();
    closing.close();
    try (StubServer server = new StubServer().on("/a", "200")) {
      boolean ends = Runtime.version().feature() >= 21;
      assertEquals(ends, closing.isTerminated());
      assertEquals(ends, closing.awaitTermination(Duration.ofSeconds(5)));
      if (ends) {
        assertThrows(IOException.class, () -> below.send(get(server), BodyHandlers.discarding()));
      } else {
        assertEquals(200, below.send(get(server), BodyHandlers.discarding()).statusCode());
      }
    }
  }
}
