// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import dev.oncemore.Decision;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.support.BasicRequestBuilder;
import org.apache.hc.core5.util.TimeValue;

/** A request of an asynchronous call, sent as often as is decided. */
final class AsyncHop {
  private final Exchange exchange;
  private final ClientRedirects redirects;
  private final HttpRequest request;
  private final AsyncEntityProducer producer;
  private final AsyncExecChain.Scope scope;
  private final AsyncExecChain chain;
  private final AsyncExecCallback callback;

  AsyncHop(Exchange exchange, ClientRedirects redirects, HttpRequest request,
      AsyncEntityProducer producer, AsyncExecChain.Scope scope, AsyncExecChain chain,
      AsyncExecCallback callback) {
    this.exchange = exchange;
    this.redirects = redirects;
    this.request = request;
    this.producer = producer;
    this.scope = scope;
    this.chain = chain;
    this.callback = callback;
  }

  Exchange exchange() {
    return exchange;
  }

  ClientRedirects redirects() {
    return redirects;
  }

  AsyncExecChain.Scope scope() {
    return scope;
  }

  /** The one who waits for the response. */
  AsyncExecCallback callback() {
    return callback;
  }

  /** Sends a copy: the client adds its own fields to it. */
  void send() throws HttpException, IOException {
    BodyState body = new BodyState(producer == null || producer.isRepeatable());
    HttpRequest sent = BasicRequestBuilder.copy(request).build();
    exchange.attempt(sent, body);
    AsyncAttempt attempt = new AsyncAttempt(this);
    Cancellation cancellation = new Cancellation(scope.cancellableDependency, attempt);
    onCancel(cancellation);
    if (!attempt.isOver()) {
      attempt.begin();
      chain.proceed(sent, producer == null ? null : new TrackedProducer(producer, body),
          with(cancellation), attempt);
    }
  }

  private AsyncExecChain.Scope with(Cancellation cancellation) {
    return new AsyncExecChain.Scope(scope.exchangeId, scope.route, scope.originalRequest,
        cancellation, scope.clientContext,
        new WatchedAsyncRuntime(scope.execRuntime, exchange.marks()), scope.scheduler,
        scope.execCount);
  }

  boolean isCancelled() {
    return scope.cancellableDependency.isCancelled();
  }

  /** The future of the caller misses what it is given while it is being cancelled. */
  private void onCancel(Cancellable what) {
    scope.cancellableDependency.setDependency(what);
    if (isCancelled()) {
      what.cancel();
    }
  }

  /** After the wait that was decided; a body is taken back to its beginning. */
  void sendAgain(Decision decision) {
    if (producer != null && producer.isRepeatable()) {
      producer.releaseResources();
    }
    wait(decision.delay(), exchange.call()::sendAgain);
  }

  void sendAfter(Duration delay) {
    wait(delay, () -> { });
  }

  private void wait(Duration delay, Runnable then) {
    if (delay.isZero()) {
      resume(then);
      return;
    }
    CompletableFuture<Void> wait = exchange.call().settings().timing().after(delay);
    onCancel(() -> wait.cancel(false));
    wait.whenComplete((nothing, cancelled) -> {
      if (cancelled == null) {
        resume(then);
      } else {
        cancel(new CancellationException("Request execution cancelled"));
      }
    });
  }

  /** Goes on with a thread of the client, for connecting may block on a name's resolution. */
  private void resume(Runnable then) {
    then.run();
    try {
      scope.scheduler.scheduleExecution(request, producer, scope,
          (again, body, where, whom) -> send(), callback, TimeValue.ZERO_MILLISECONDS);
    } catch (RejectedExecutionException closed) {
      cancel(new CancellationException("The client was closed"));
    }
  }

  private void cancel(CancellationException error) {
    exchange.cancelled(error);
    callback.failed(exchange.call().remember(error));
  }
}
