// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import dev.oncemore.Decision;
import dev.oncemore.http.Settings;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.impl.classic.RequestFailedException;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;

/** The loop of the classic client, entered once for each hop. */
final class ClassicRetries implements ExecChainHandler {
  private final Settings settings;

  ClassicRetries(Settings settings) {
    this.settings = settings;
  }

  @Override
  public ClassicHttpResponse execute(
      ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
      throws IOException, HttpException {
    Exchange exchange = Exchange.of(
        settings, scope.clientContext, scope.exchangeId, scope.originalRequest);
    pause(exchange.hop(request), exchange);
    for (;;) {
      Decision decision;
      try {
        ClassicHttpResponse response = proceed(attempt(request, exchange), scope, chain);
        decision = decide(response, exchange);
        if (!decision.retry()) {
          return response;
        }
        Leftovers.discard(response);
      } catch (IOException | HttpException error) {
        decision = decide(error, exchange, scope);
        if (!decision.retry()) {
          exchange.call().remember(error);
          throw error;
        }
      }
      pause(decision.delay(), exchange);
      exchange.call().sendAgain();
    }
  }

  /** What is sent, a copy: the client adds its own fields to it. */
  private static ClassicHttpRequest attempt(ClassicHttpRequest request, Exchange exchange) {
    HttpEntity entity = request.getEntity();
    BodyState body = new BodyState(entity == null || entity.isRepeatable());
    ClassicHttpRequest sent = ClassicRequestBuilder.copy(request).build();
    if (entity != null) {
      sent.setEntity(new TrackedEntity(entity, body));
    }
    exchange.attempt(sent, body);
    return sent;
  }

  /** A caller who cancels takes the connection away, and the client may stumble over that. */
  private static ClassicHttpResponse proceed(
      ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
      throws IOException, HttpException {
    try {
      return chain.proceed(request, scope);
    } catch (RuntimeException fault) {
      if (scope.execRuntime.isExecutionAborted()) {
        throw new RequestFailedException("Request aborted", fault);
      }
      throw fault;
    }
  }

  private static Decision decide(ClassicHttpResponse response, Exchange exchange)
      throws IOException {
    try {
      return exchange.answered(response);
    } catch (RuntimeException fault) { // of a hook
      response.close();
      throw fault;
    }
  }

  private static Decision decide(Exception error, Exchange exchange, ExecChain.Scope scope)
      throws RequestFailedException {
    if (scope.execRuntime.isExecutionAborted()) {
      throw aborted(exchange, error);
    }
    return exchange.failed(error, scope.route.isSecure());
  }

  /** Waits; the end of it, should it be the caller's, is what the client says of that. */
  private static void pause(Duration delay, Exchange exchange) throws RequestFailedException {
    if (delay.isZero()) {
      return;
    }
    CompletableFuture<Void> wait = exchange.call().settings().timing().after(delay);
    if (exchange.owner() instanceof CancellableDependency owner) {
      owner.setDependency((Cancellable) () -> wait.cancel(false));
    }
    try {
      wait.get();
    } catch (InterruptedException interrupted) {
      wait.cancel(false);
      Thread.currentThread().interrupt();
      throw aborted(exchange, interrupted);
    } catch (CancellationException | ExecutionException cancelled) {
      throw aborted(exchange, cancelled);
    }
  }

  private static RequestFailedException aborted(Exchange exchange, Exception cause) {
    RequestFailedException error = new RequestFailedException("Request aborted", cause);
    exchange.cancelled(error);
    return exchange.call().remember(error);
  }
}
