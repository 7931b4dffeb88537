// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import dev.oncemore.Decision;
import dev.oncemore.Failure;
import dev.oncemore.HopDecision;
import dev.oncemore.HttpStatus;
import dev.oncemore.Outcome;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;

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
  private final boolean trusted;
  private final BodyHandler<T> handler;
  private HttpRequest request;
  private HttpResponse<T> redirect;
  private boolean decided;
  private boolean over;
  private boolean cancelled;
  private Next next;
  private AttemptWatch watch;

  /** What comes after the attempt, if anything does. */
  private record Next(Duration pause, HttpRequest hop) {}

  /** With a client of the JDK's own. */
  Exchange(Settings settings, boolean following, HttpClient client, HttpRequest request,
      BodyHandler<T> handler) {
    this.call = Call.inner(settings);
    this.following = following;
    this.guarded = client.authenticator().isEmpty(); // which must be able to send once more
    this.trusted = client.getClass().getName().startsWith("jdk.internal.net.http.");
    this.handler = handler;
    this.request = request;
  }

  Call call() {
    return call;
  }

  /** The request of the attempt, or of the hop, that begins now. */
  synchronized HttpRequest begin() {
    if (over) {
      throw new CancellationException();
    }
    decided = false;
    next = null;
    watch = new AttemptWatch();
    return Requests.ofAttempt(request, call, watch, guarded);
  }

  @Override
  public synchronized BodySubscriber<T> apply(ResponseInfo head) {
    // Of another client's response it is known only at its end where it came from.
    if (trusted && !over && !HttpStatus.isSuccess(head.statusCode())) {
      answered(head.statusCode(), head.headers()::allValues, head);
    }
    watch.answered();
    return next == null ? watch.handle(handler, head) : new Drain<>(call.drainTime(next.pause));
  }

  private void answered(int status, Fields fields, Object response) {
    decided = true;
    if (following && HttpStatus.isFollowable(status)) {
      redirected(status, fields, response);
      return;
    }
    Decision decision = call.answered(view(), status, fields, response);
    next = decision.retry() ? new Next(decision.delay(), null) : null;
  }

  private void redirected(int status, Fields fields, Object response) {
    Optional<URI> target = Redirects.target(request.uri(), fields);
    HopDecision decision =
        call.redirected(view(), status, target.isPresent(), fields, response);
    if (decision.follow()) {
      HttpRequest hop = Requests.ofHop(request, decision, target.orElseThrow());
      call.followed(status, request.method(), hop.method());
      next = new Next(decision.delay(), hop);
    }
  }

  /** Whether the call goes on, after {@link #pause}. If not, {@link #result} is for the caller. */
  synchronized boolean goesOn(HttpResponse<T> response) {
    if (!trusted && response.uri() != null && !response.uri().equals(request.uri())) {
      call.sendNoMore("the client below follows redirects by itself: switch that off, and use"
          + " RetryHttpClient.following()");
    }
    if (!decided && !over) {
      answered(response.statusCode(), response.headers()::allValues, response);
    }
    if (next != null && response.body() instanceof AutoCloseable unwanted) {
      close(unwanted);
    }
    if (next != null && next.hop != null) {
      redirect = result(response);
    }
    return goesOn();
  }

  private static void close(AutoCloseable unwanted) {
    try {
      unwanted.close();
    } catch (Exception broken) {
      // Nobody wants it.
    }
  }

  /**
   * Whether the call goes on, after {@link #pause}. If not, the error is for the caller. One that
   * comes after the decision is of a body that nobody wants, or the caller's own.
   */
  synchronized boolean goesOn(Throwable error) {
    ClientFailures failures = new ClientFailures(request, watch, trusted);
    Outcome outcome = failures.outcome(error);
    if (outcome.equals(Outcome.failed(Failure.CANCELLED))) {
      cancelled(error);
    } else if (!decided && !over) {
      decided = true;
      Decision decision =
          call.failed(view(), outcome, failures.evidence(outcome, error), error);
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
    return new Answer<>(response, request, redirect, call.decisions());
  }

  private RequestView view() {
    return Requests.view(request);
  }
}
