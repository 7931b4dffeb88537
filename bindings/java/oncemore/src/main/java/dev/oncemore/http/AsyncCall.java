// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Supplier;

/** The loop of a call that no thread waits for. */
final class AsyncCall<T> {
  private final Exchange<T> exchange;
  private final Supplier<CompletableFuture<HttpResponse<T>>> send;
  private final Function<Duration, CompletableFuture<Void>> wait;
  private final Executor executor;
  private final CallFuture<HttpResponse<T>> result = new CallFuture<>(this::endedByCaller);
  private volatile Future<?> stage;

  /** The executor goes on after a wait. */
  AsyncCall(Exchange<T> exchange, Supplier<CompletableFuture<HttpResponse<T>>> send,
      Function<Duration, CompletableFuture<Void>> wait, Executor executor) {
    this.exchange = exchange;
    this.send = send;
    this.wait = wait;
    this.executor = executor == null ? result.defaultExecutor() : executor;
  }

  CompletableFuture<HttpResponse<T>> start() {
    attempt();
    return result;
  }

  private void attempt() {
    CompletableFuture<HttpResponse<T>> sent = sent();
    enter(sent);
    sent.whenComplete((response, error) -> {
      try {
        ended(response, unwrapped(error));
      } catch (RuntimeException thrownByHook) {
        result.end(null, thrownByHook);
      }
    });
  }

  /** What the client refuses at once ends the attempt like everything else. */
  private CompletableFuture<HttpResponse<T>> sent() {
    try {
      return send.get();
    } catch (RuntimeException error) {
      return CompletableFuture.failedFuture(error);
    }
  }

  private void ended(HttpResponse<T> response, Throwable error) {
    if (error == null ? exchange.goesOn(response) : exchange.goesOn(error)) {
      pause();
    } else if (error != null) {
      failed(error);
    } else if (!exchange.isCancelled()) {
      result.end(exchange.result(response), null);
    }
  }

  private void pause() {
    CompletableFuture<Void> over = wait.apply(exchange.pause());
    enter(over);
    over.thenRunAsync(this::goOn, executor).whenComplete((nothing, error) -> {
      if (error != null) {
        failed(unwrapped(error)); // an executor that takes nothing any more, say
      }
    });
  }

  private void goOn() {
    if (!exchange.isCancelled()) {
      exchange.goOn();
      attempt();
    }
  }

  private void failed(Throwable error) {
    if (!result.isDone()) {
      result.end(null, exchange.call().remember(error));
    }
  }

  /** What the call is in now, an attempt or a wait. */
  private void enter(Future<?> next) {
    stage = next;
    if (result.isDone()) {
      next.cancel(true);
    }
  }

  /** Also by what depends on the result: then that ends as if it had been cancelled. */
  private void endedByCaller(Throwable error) {
    if (exchange.cancelled(error)) {
      failed(error instanceof CancellationException ? error : new CancellationException());
    }
    if (stage != null) {
      stage.cancel(true);
    }
  }

  /** As the caller is to see it. */
  private static Throwable unwrapped(Throwable error) {
    boolean wrapped = error instanceof CompletionException && error.getCause() != null;
    Throwable cause = wrapped ? error.getCause() : error;
    return cause instanceof WatchedPublisher.Refused
        ? new IOException(cause.getMessage(), cause) : cause;
  }
}
