// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import dev.oncemore.Decision;
import dev.oncemore.Failure;
import dev.oncemore.HopDecision;
import dev.oncemore.HttpStatus;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.time.Duration;
import java.util.Optional;

/**
 * A call of {@link RetryHttpClient}: what it makes of the end of each attempt.
 *
 * <p>It handles the responses. A status that is no success is decided upon as soon as it is there,
 * so that the caller's handler never sees a response that the caller does not get; a success when
 * its body is over, since one that breaks off is none. A caller who is interrupted does not wait
 * for the client's threads, so there are two at times.
 */
final class Exchange<T> implements BodyHandler<T> {
  private final Call call;
  private final boolean following;
  private final boolean guarded;
  private final BodyHandler<T> handler;
  private HttpRequest request;
  private HttpResponse<T> redirect;
  private boolean decided;
  private boolean over;
  private boolean cancelled;
  private Next next;

  /** What comes after the attempt, if anything does. */
  private record Next(Duration pause, HttpRequest hop) {}

  /** A guarded one keeps the client from sending by itself once more. */
  Exchange(Settings settings, boolean following, boolean guarded, HttpRequest request,
      BodyHandler<T> handler) {
    this.call = Call.inner(settings);
    this.following = following;
    this.guarded = guarded;
    this.handler = handler;
    this.request = request;
  }

  Call call() {
    return call;
  }

  /** The request of the attempt, or of the hop, that begins now. */
  synchronized HttpRequest begin() {
    decided = false;
    next = null;
    return Requests.ofAttempt(request, call, guarded);
  }

  @Override
  public synchronized BodySubscriber<T> apply(ResponseInfo head) {
    if (!over && !HttpStatus.isSuccess(head.statusCode())) {
      answered(head.statusCode(), head.headers()::allValues);
    }
    return next == null ? handler.apply(head) : new Drain<>();
  }

  private void answered(int status, Fields fields) {
    decided = true;
    Decision decision = call.answered(view(), status, fields);
    if (decision.retry()) {
      next = new Next(decision.delay(), null);
    } else if (following && HttpStatus.isFollowable(status)) {
      redirected(status, fields);
    }
  }

  private void redirected(int status, Fields fields) {
    Optional<URI> target = Redirects.target(request.uri(), fields);
    HopDecision decision = call.follow(view(), status, target.isPresent(), fields);
    if (decision.follow()) {
      HttpRequest hop = Requests.ofHop(request, decision, target.orElseThrow());
      call.followed(status, request.method(), hop.method());
      next = new Next(decision.delay(), hop);
    }
  }

  /** Whether the call goes on, after {@link #pause}. If not, {@link #result} is for the caller. */
  synchronized boolean goesOn(HttpResponse<T> response) {
    if (!decided && !over) {
      answered(response.statusCode(), response.headers()::allValues);
    }
    if (next != null && next.hop != null) {
      redirect = result(response);
    }
    return goesOn();
  }

  /**
   * Whether the call goes on, after {@link #pause}. If not, the error is for the caller. One that
   * comes after the decision is of a body that nobody wants, or the caller's own.
   */
  synchronized boolean goesOn(Throwable error) {
    Failure failure = ClientFailures.of(error, request);
    if (failure == Failure.CANCELLED) {
      cancelled(error);
    } else if (!decided && !over) {
      decided = true;
      Decision decision = call.failed(view(), failure, error);
      next = decision.retry() ? new Next(decision.delay(), null) : null;
    }
    return goesOn();
  }

  private boolean goesOn() {
    over |= next == null;
    return !over;
  }

  /** How long to wait before the next request. */
  Duration pause() {
    return next.pause;
  }

  /** The wait is over. */
  void goOn() {
    if (next.hop == null) {
      call.sendAgain();
    } else {
      request = next.hop;
    }
  }

  /** The caller does not want it any more, in an attempt or a wait. False if it was over before. */
  synchronized boolean cancelled(Throwable error) {
    if (over) {
      return false;
    }
    over = true;
    cancelled = true;
    call.cancelled(view(), error);
    return true;
  }

  /** Then the response that came all the same is nobody's. */
  synchronized boolean isCancelled() {
    return cancelled;
  }

  HttpResponse<T> result(HttpResponse<T> response) {
    return new Answer<>(response, redirect, call.decisions());
  }

  private RequestView view() {
    return Requests.view(request);
  }
}
