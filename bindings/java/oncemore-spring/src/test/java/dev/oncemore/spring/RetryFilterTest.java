// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oncemore.Reason;
import dev.oncemore.http.Decided;
import dev.oncemore.http.Settings;
import java.net.ConnectException;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientRequestException;
import org.springframework.web.reactive.function.client.WebClientResponseException;
import reactor.core.Disposable;
import reactor.netty.http.client.HttpClient;

class RetryFilterTest extends SpringTest {
  private static WebClient client(RetryFilter retries) {
    return retries.install(WebClient.builder()).build();
  }

  private String get(RetryFilter retries) {
    return client(retries).get().uri(server.uri("/a")).attributes(recorded)
        .retrieve().bodyToMono(String.class).block();
  }

  private String post(RetryFilter retries) {
    return client(retries).post().uri(server.uri("/a")).attributes(recorded).bodyValue("xyz")
        .retrieve().bodyToMono(String.class).block();
  }

  @Test
  void theDecisionsAreRecorded() {
    server.on("/a", "503", "200");
    assertEquals("xxxxxxxxxx", get(RetryFilter.of(quick())));
    assertEquals("retryable_status success", reasons());
  }

  @Test
  void theLastResponseIsTheCallers() {
    server.on("/a", "503");
    assertThrows(WebClientResponseException.ServiceUnavailable.class,
        () -> get(RetryFilter.of(quick())));
    assertEquals(4, server.arrivals().size());
  }

  @Test
  void theLastErrorIsTheCallersWithTheDecisions() {
    URI nowhere = server.uri("/a");
    server.close();
    WebClientRequestException error = assertThrows(WebClientRequestException.class,
        () -> client(RetryFilter.of(quick())).get().uri(nowhere).retrieve().toBodilessEntity()
            .block());
    assertInstanceOf(ConnectException.class, error.getCause());
    assertEquals(4, Decided.in(error).size());
  }

  @Test
  void aBodyIsNotSentAgainUnlessSomebodySaysThatItCan() {
    server.on("/a", "429");
    assertThrows(WebClientResponseException.class, () -> post(RetryFilter.of(quick())));
    assertEquals("[POST /a xyz]", server.log());
    assertEquals("body_consumed", reasons());
  }

  @Test
  void aBodyIsSentAgainWhole() {
    server.on("/a", "429", "200");
    post(RetryFilter.of(quick()).withReplayableBodies());
    assertEquals("[POST /a xyz, POST /a xyz]", server.log());
  }

  @Test
  void aRequestMaySayOtherwise() {
    server.on("/a", "429", "200");
    client(RetryFilter.of(quick())).post().uri(server.uri("/a"))
        .attributes(RetryFilter.replayable(true)).bodyValue("xyz")
        .retrieve().toBodilessEntity().block();
    assertEquals("[POST /a xyz, POST /a xyz]", server.log());
    server.on("/a", "429", "200");
    WebClient all = client(RetryFilter.of(quick()).withReplayableBodies());
    assertThrows(WebClientResponseException.class, () -> all.post().uri(server.uri("/a"))
        .attributes(RetryFilter.replayable(false)).bodyValue("xyz")
        .retrieve().toBodilessEntity().block());
  }

  @Test
  void aBodyThatNobodyReadIsSentAgain() {
    URI nowhere = server.uri("/a");
    server.close();
    assertThrows(WebClientRequestException.class, () -> client(RetryFilter.of(quick())).post()
        .uri(nowhere).attributes(recorded).bodyValue("x").retrieve().toBodilessEntity().block());
    assertEquals("retryable_failure retryable_failure retryable_failure attempts_exhausted",
        reasons());
  }

  @Test
  void theAttemptFieldIsSetAndNotAdded() {
    server.on("/a", "503", "503", "200");
    client(RetryFilter.of(quick().withAttemptField("Retry-Attempt"))).get()
        .uri(server.uri("/a")).header("retry-attempt", "9").retrieve().toBodilessEntity().block();
    assertEquals(" 1 2", values("Retry-Attempt"));
  }

  @Test
  void aRedirectIsTheCallersUnlessItIsToBeFollowed() {
    server.on("/a", "303 Location=/b").on("/b", "200");
    assertEquals("xxxxxxxxxx", post(RetryFilter.of(quick())));
    assertEquals("redirect", reasons());
    post(RetryFilter.of(quick()).following());
    assertEquals("redirect success", reasons());
    assertEquals("[POST /a xyz, POST /a xyz, GET /b]", server.log());
  }

  @Test
  void aLongAnswerIsNotReadToItsEnd() {
    server.on("/a", "503 body=30000000", "200");
    get(RetryFilter.of(quick()));
    assertEquals("retryable_status success", reasons());
  }

  @Test
  void toDisposeEndsAWait() throws Exception {
    server.on("/a", "503 Retry-After=20");
    CountDownLatch waiting = new CountDownLatch(1);
    Settings settings = quick().withOnDecision(decided -> waiting.countDown());
    Disposable call = client(RetryFilter.of(settings)).get().uri(server.uri("/a"))
        .attributes(recorded).retrieve().toBodilessEntity().subscribe();
    assertTrue(waiting.await(30, TimeUnit.SECONDS));
    TimeUnit.MILLISECONDS.sleep(100); // the decision comes just before the wait
    call.dispose();
    assertEquals(Reason.CANCELLED, recorded.decisions().get(1).decision().reason());
    assertEquals("[GET /a]", server.log());
  }

  @Test
  void eachSubscriptionIsACall() {
    server.on("/a", "503", "200");
    var call = client(RetryFilter.of(quick())).get().uri(server.uri("/a")).attributes(recorded)
        .retrieve().toBodilessEntity();
    call.block();
    assertEquals("retryable_status success", reasons());
    call.block();
    assertEquals("success", reasons());
  }

  @Test
  void aHookThatThrowsEndsTheCall() {
    server.on("/a", "503");
    RetryFilter retries = RetryFilter.of(quick().withOnDecision(decided -> {
      throw new IllegalStateException("mine");
    }));
    assertEquals("mine",
        assertThrows(IllegalStateException.class, () -> get(retries)).getMessage());
  }

  @Test
  void aClientThatFollowsIsRefused() {
    HttpClient follows = HttpClient.create().followRedirect(true);
    assertThrows(IllegalArgumentException.class, () -> new OneSendConnector(follows));
  }
}
