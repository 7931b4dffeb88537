// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oncemore.Reason;
import dev.oncemore.http.Decided;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;

class RetryInterceptorTest extends SpringTest {
  private static RestClient client(RetryInterceptor retries) {
    return retries.install(RestClient.builder()).build();
  }

  private String get(RetryInterceptor retries) {
    return client(retries).get().uri(server.uri("/a")).attributes(recorded)
        .retrieve().body(String.class);
  }

  @Test
  void theDecisionsAreRecorded() {
    server.on("/a", "503", "200");
    assertEquals("xxxxxxxxxx", get(RetryInterceptor.of(quick())));
    assertEquals("retryable_status success", reasons());
  }

  @Test
  void theLastResponseIsTheCallers() {
    server.on("/a", "503");
    assertThrows(HttpServerErrorException.ServiceUnavailable.class,
        () -> get(RetryInterceptor.of(quick())));
    assertEquals(4, server.arrivals().size());
  }

  @Test
  void theLastErrorIsTheCallersWithTheDecisions() {
    URI nowhere = server.uri("/a");
    server.close();
    ResourceAccessException error = assertThrows(ResourceAccessException.class,
        () -> client(RetryInterceptor.of(quick())).get().uri(nowhere).retrieve()
            .toBodilessEntity());
    assertInstanceOf(ConnectException.class, error.getCause());
    assertEquals(List.of(1L, 2L, 3L, 4L), Decided.in(error).stream()
        .map(decided -> decided.attempt().number()).toList());
  }

  @Test
  void anAnswerThatNeverCameIsALostConnection() {
    server.on("/a", "close", "200");
    get(RetryInterceptor.of(quick()));
    assertEquals("retryable_failure success", reasons());
    assertEquals("[GET /a, GET /a]", server.log());
  }

  @Test
  void aBodyIsSentAgainWhole() {
    server.on("/a", "429", "200");
    client(RetryInterceptor.of(quick())).post().uri(server.uri("/a")).body("xyz")
        .retrieve().toBodilessEntity();
    assertEquals("[POST /a xyz, POST /a xyz]", server.log());
  }

  @Test
  void theAttemptFieldIsSetAndNotAdded() {
    server.on("/a", "503", "503", "200");
    client(RetryInterceptor.of(quick().withAttemptField("Retry-Attempt"))).get()
        .uri(server.uri("/a")).header("retry-attempt", "9").retrieve().toBodilessEntity();
    assertEquals(" 1 2", values("Retry-Attempt"));
  }

  @Test
  void aKeyMakesRepeatable() {
    server.on("/a", "504", "200");
    client(RetryInterceptor.of(quick().withKeyField("Idempotency-Key"))).post()
        .uri(server.uri("/a")).header("Idempotency-Key", "k").retrieve().toBodilessEntity();
    assertEquals("k k", values("Idempotency-Key"));
  }

  @Test
  void aRedirectIsTheCallersUnlessItIsToBeFollowed() {
    server.on("/a", "303 Location=/b").on("/b", "200");
    RestClient stays = client(RetryInterceptor.of(quick()));
    assertEquals(303, stays.post().uri(server.uri("/a")).body("x").retrieve().toBodilessEntity()
        .getStatusCode().value());
    RestClient follows = client(RetryInterceptor.of(quick()).following());
    assertEquals(200, follows.post().uri(server.uri("/a")).body("x").retrieve().toBodilessEntity()
        .getStatusCode().value());
    assertEquals("[POST /a x, POST /a x, GET /b]", server.log());
  }

  @Test
  void aLongAnswerIsNotReadToItsEnd() {
    server.on("/a", "503 body=30000000", "200");
    get(RetryInterceptor.of(quick()));
    assertEquals("retryable_status success", reasons());
  }

  @Test
  void anInterruptedWaitEndsTheCall() {
    server.on("/a", "503 Retry-After=20");
    Thread caller = Thread.currentThread();
    ResourceAccessException error = assertThrows(ResourceAccessException.class,
        () -> get(RetryInterceptor.of(quick().withOnDecision(decided -> caller.interrupt()))));
    assertInstanceOf(InterruptedIOException.class, error.getCause());
    assertTrue(Thread.interrupted());
    assertEquals(Reason.CANCELLED, Decided.in(error).get(1).decision().reason());
    assertEquals("[GET /a]", server.log());
  }

  @Test
  void aHookThatThrowsEndsTheCall() {
    server.on("/a", "503");
    RetryInterceptor retries = RetryInterceptor.of(quick().withOnDecision(decided -> {
      throw new IllegalStateException("mine");
    }));
    assertEquals("mine",
        assertThrows(IllegalStateException.class, () -> get(retries)).getMessage());
  }

  @Test
  void aClientThatFollowsIsRefused() {
    HttpClient follows =
        HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();
    assertThrows(IllegalArgumentException.class, () -> new OneSendRequestFactory(follows));
  }
}
