// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import dev.oncemore.Decision;
import dev.oncemore.HopDecision;
import dev.oncemore.NextBody;
import dev.oncemore.NextMethod;
import dev.oncemore.http.Call;
import dev.oncemore.http.Fields;
import dev.oncemore.http.Redirects;
import dev.oncemore.http.RequestView;
import dev.oncemore.http.Settings;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.util.MultiValueMap;
import org.springframework.web.reactive.function.BodyExtractors;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** One call of a WebClient: a subscription to it. */
final class ReactiveCall {
  private final Call call;
  private final boolean following;
  private final boolean replayable;
  private final ExchangeFunction next;
  private ClientRequest request;
  private SendingBody body;
  private volatile boolean over;

  ReactiveCall(Settings settings, boolean following, boolean replayable, ClientRequest request,
      ExchangeFunction next) {
    this.call = Call.inner(settings);
    this.following = following;
    this.replayable = replayable;
    this.next = next;
    this.request = request;
  }

  /**
   * Sends until an attempt has something for the caller. No operator that cancels, such as {@code
   * next()}, may stand here: the connector would take the response away.
   */
  Mono<ClientResponse> run() {
    return Mono.just(new Step(null))
        .expand(step -> step.response == null ? attempt() : Mono.empty())
        .last()
        .map(Step::response)
        .doOnCancel(this::cancelled);
  }

  /** What an attempt leads to: a response for the caller; or none, and there is another one. */
  private record Step(ClientResponse response) {}

  private Mono<Step> attempt() {
    body = new SendingBody(request.body(), replayable);
    HttpHeaders headers = Headers.ofAttempt(request.headers(), call.ownFields(view()));
    ClientRequest sent = ClientRequest.from(request)
        .headers(old -> Headers.replace(old, headers))
        .body(body)
        .build();
    return next.exchange(sent)
        .map(Ended::new)
        .onErrorResume(error -> Mono.just(new Ended(error)))
        .flatMap(ended ->
            ended.error == null ? answered(ended.response) : failed(ended.error));
  }

  /** One of the two. */
  private record Ended(ClientResponse response, Throwable error) {
    Ended(ClientResponse response) {
      this(response, null);
    }

    Ended(Throwable error) {
      this(null, error);
    }
  }

  private Mono<Step> answered(ClientResponse response) {
    try {
      Fields fields = Headers.fields(response.headers().asHttpHeaders());
      Decision decision =
          decide(() -> call.answered(view(), response.statusCode().value(), fields));
      if (decision.retry()) {
        return discard(response).then(again(decision));
      }
      return following ? followed(response, fields) : end(response);
    } catch (RuntimeException fault) { // of a hook
      return discard(response).then(Mono.error(fault));
    }
  }

  private Mono<Step> failed(Throwable error) {
    if (!ReactiveErrors.isOfExchange(error)) {
      over = true;
      return Mono.error(error);
    }
    boolean secure = "https".equalsIgnoreCase(request.url().getScheme());
    Decision decision = decide(
        () -> call.failed(view(), ReactiveErrors.failure(error, secure, body), error));
    if (decision.retry()) {
      return again(decision);
    }
    over = true;
    return Mono.error(call.remember(error));
  }

  private Mono<Step> end(ClientResponse response) {
    over = true;
    return Mono.just(new Step(response));
  }

  private Mono<Step> again(Decision decision) {
    return pause(decision.delay()).then(Mono.fromSupplier(() -> {
      call.sendAgain();
      return new Step(null);
    }));
  }

  private Mono<Step> followed(ClientResponse response, Fields fields) {
    int status = response.statusCode().value();
    Optional<URI> target = Redirects.target(request.url(), fields);
    HopDecision hop = call.follow(view(), status, target.isPresent(), fields);
    if (!hop.follow()) {
      return end(response);
    }
    ClientRequest redirected = redirected(hop, target.orElseThrow());
    return discard(response).then(pause(hop.delay())).then(Mono.fromSupplier(() -> {
      call.followed(status, request.method().name(), redirected.method().name());
      request = redirected;
      return new Step(null);
    }));
  }

  private ClientRequest redirected(HopDecision hop, URI to) {
    URI from = request.url();
    HttpHeaders headers =
        Headers.copy(request.headers(), name -> Redirects.keeps(name, hop, from, to));
    ClientRequest.Builder redirected = ClientRequest.from(request)
        .url(to)
        .headers(old -> Headers.replace(old, headers));
    if (!Redirects.keeps(HttpHeaders.COOKIE, hop, from, to)) {
      redirected.cookies(MultiValueMap::clear);
    }
    if (hop.method() == NextMethod.GET) {
      redirected.method(HttpMethod.GET);
    }
    if (hop.body() == NextBody.DROP) {
      redirected.body(BodyInserters.empty());
    }
    return redirected.build();
  }

  /** Reads the rest of a response; of what is too long, the connection is closed instead. */
  private static Mono<Void> discard(ClientResponse response) {
    return response.body(BodyExtractors.toDataBuffers())
        .map(ReactiveCall::release)
        .scan(0, Integer::sum)
        .takeWhile(octets -> octets <= Leftovers.OCTETS)
        .take(Leftovers.TIME)
        .then()
        .onErrorComplete();
  }

  private static int release(DataBuffer buffer) {
    int octets = buffer.readableByteCount();
    DataBufferUtils.release(buffer);
    return octets;
  }

  /** The clock's own thread must not be kept. */
  private Mono<Void> pause(Duration delay) {
    return delay.isZero() ? Mono.empty()
        : Mono.fromFuture(() -> call.settings().timing().after(delay))
            .publishOn(Schedulers.parallel());
  }

  private void cancelled() {
    if (!over) {
      decide(() -> call.cancelled(view(), new CancellationException("the subscriber went")));
      over = true;
    }
  }

  /** One at a time: the subscriber may cancel while an attempt ends. */
  private synchronized Decision decide(Supplier<Decision> question) {
    Decision decision = question.get();
    Recorded.record(request.attributes(), call);
    return decision;
  }

  private RequestView view() {
    return new RequestView(request.method().name(), request.url().toString(),
        Headers.fields(request.headers()), body.state(), request);
  }
}
