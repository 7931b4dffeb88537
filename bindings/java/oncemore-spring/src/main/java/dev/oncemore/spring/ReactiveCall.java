// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import dev.oncemore.Decision;
import dev.oncemore.Evidence;
import dev.oncemore.HopDecision;
import dev.oncemore.HttpStatus;
import dev.oncemore.NextBody;
import dev.oncemore.NextMethod;
import dev.oncemore.Note;
import dev.oncemore.http.Call;
import dev.oncemore.http.Fields;
import dev.oncemore.http.Redirects;
import dev.oncemore.http.RequestView;
import dev.oncemore.http.Settings;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
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
import org.springframework.web.reactive.function.client.WebClientRequestException;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** One call of a WebClient: a subscription to it. */
final class ReactiveCall {
  /** Of a request, so that another filter of this kind below finds the one above. */
  private static final String ATTRIBUTE = ReactiveCall.class.getName();

  private final Call call;
  private final boolean following;
  private final boolean replayable;
  private final ExchangeFunction next;
  private ClientRequest request;
  private ReactiveAttempt attempt;
  private WatchedBody body;
  private boolean noMore;
  /** Which nobody has taken yet; one who goes must not leave its connection taken. */
  private final AtomicReference<ClientResponse> held = new AtomicReference<>();
  private volatile boolean decidedBelow;
  private volatile boolean gone;
  private volatile boolean over;

  ReactiveCall(Settings settings, boolean following, boolean replayable, ClientRequest request,
      ExchangeFunction next) {
    this.call = Call.inner(settings.forCall(RequestPolicy.of(request.attributes())));
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
    request.attribute(ATTRIBUTE)
        .ifPresent(above -> ((ReactiveCall) above).decidedBelow = true);
    return Mono.just(new Step(null))
        .expand(step -> step.response == null ? attempt() : Mono.empty())
        .last()
        .map(Step::response)
        .doOnNext(response -> held.set(null))
        .doOnCancel(this::cancelled);
  }

  /** What an attempt leads to: a response for the caller; or none, and there is another one. */
  private record Step(ClientResponse response) {}

  private Mono<Step> attempt() {
    ReactiveAttempt begun = new ReactiveAttempt();
    attempt = begun;
    body = new WatchedBody(request.body(), replayable);
    HttpHeaders headers = Headers.ofAttempt(request.headers(), call.ownFields(view()));
    ClientRequest sent = ClientRequest.from(request)
        .headers(old -> Headers.replace(old, headers))
        .attribute(ATTRIBUTE, this)
        .body(body)
        .httpRequest(output -> Connectors.check(begun, output))
        .build();
    return limited(next.exchange(sent).contextWrite(begun::in))
        .map(Ended::new)
        .onErrorResume(error -> Mono.just(new Ended(error)))
        .flatMap(this::ended);
  }

  /** Nobody waits for a head longer than the deadline leaves. */
  private Mono<ClientResponse> limited(Mono<ClientResponse> exchange) {
    return call.timeLeft()
        .map(left -> exchange.timeout(left, Mono.error(() -> new WebClientRequestException(
            new TimeoutException("the deadline has passed"), request.method(), request.url(),
            request.headers()))))
        .orElse(exchange);
  }

  private Mono<Step> ended(Ended ended) {
    held.set(ended.response);
    if (gone) {
      release();
      return Mono.empty();
    }
    if (decidedBelow) {
      over = true;
      return ended.error == null ? end(ended.response) : Mono.error(ended.error);
    }
    if (attempt.repeated()) {
      noMore = true;
      call.sendNoMore("a filter behind RetryFilter sends again by itself; take it out, or let it"
          + " come before RetryFilter");
    }
    return ended.error == null ? answered(ended.response) : failed(ended.error);
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
    int status = response.statusCode().value();
    Fields fields = Headers.fields(response.headers().asHttpHeaders());
    try {
      if (following && !noMore && HttpStatus.isFollowable(status)) {
        return redirected(response, status, fields);
      }
      call.opensConnections(attempt.canClose());
      Decision decision = decide(() -> call.answered(view(), status, fields, response));
      return decision.retry() ? discarded(response, decision).then(again(decision)) : end(response);
    } catch (RuntimeException fault) { // of a hook
      return discard(response, Duration.ZERO).then(Mono.error(fault));
    }
  }

  private Mono<Step> failed(Throwable error) {
    Optional<Connectors.Unknown> refused = Connectors.refusal(error);
    if (refused.isPresent() || !ReactiveErrors.isOfExchange(error)) {
      over = true;
      return Mono.error(refused.map(Throwable.class::cast).orElse(error));
    }
    Decision decision = decide(() -> decideOn(error));
    if (decision.retry()) {
      return again(decision);
    }
    over = true;
    return Mono.error(call.remember(error));
  }

  private Decision decideOn(Throwable error) {
    OptionalInt tunnel = ReactiveErrors.tunnelStatus(error, attempt);
    if (tunnel.isPresent()) {
      return call.answered(
          view(), tunnel.getAsInt(), Evidence.NEVER_SENT, Fields.NONE, error);
    }
    boolean secure = "https".equalsIgnoreCase(request.url().getScheme());
    ReactiveErrors.Ended ended = ReactiveErrors.of(error, secure, attempt, body);
    return call.failed(view(), ended.failure(), ended.evidence(), error);
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

  private Mono<Step> redirected(ClientResponse response, int status, Fields fields) {
    Optional<URI> target = Redirects.target(request.url(), fields);
    HopDecision hop = decide(
        () -> call.redirected(view(), status, target.isPresent(), fields, response));
    if (!hop.follow()) {
      return end(response);
    }
    ClientRequest redirected = redirected(hop, target.orElseThrow());
    return discard(response, hop.delay()).then(pause(hop.delay())).then(Mono.fromSupplier(() -> {
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

  private Mono<Void> discarded(ClientResponse response, Decision decision) {
    if (attempt.canClose() && decision.notes().contains(Note.NEW_CONNECTION)) {
      attempt.close();
    }
    return discard(response, decision.delay());
  }

  /** Reads the rest of a response; of what is too long, the connection is closed instead. */
  private Mono<Void> discard(ClientResponse response, Duration delay) {
    return response.body(BodyExtractors.toDataBuffers())
        .doOnSubscribe(nothing -> held.set(null))
        .map(ReactiveCall::release)
        .scan(0, Integer::sum)
        .takeWhile(octets -> octets <= UnwantedBody.OCTETS)
        .take(call.drainTime(delay))
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

  private void release() {
    ClientResponse response = held.getAndSet(null);
    if (response != null) {
      discard(response, Duration.ZERO).subscribe();
    }
  }

  private void cancelled() {
    gone = true;
    release();
    if (!over) {
      decide(() -> call.cancelled(view(), new CancellationException("the subscriber went")));
      over = true;
    }
  }

  /** One at a time: the subscriber may cancel while an attempt ends. */
  private synchronized <T> T decide(Supplier<T> question) {
    T decision = question.get();
    DecisionRecord.record(request.attributes(), call);
    return decision;
  }

  private RequestView view() {
    return new RequestView(request.method().name(), request.url().toString(),
        Headers.fields(request.headers()), body.state(), request);
  }
}
