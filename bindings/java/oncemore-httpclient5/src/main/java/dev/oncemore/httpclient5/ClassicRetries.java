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
import org.apache.hc.client5.http.protocol.RedirectStrategy;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;

/** The loop of the classic client, entered once for each hop. */
final class ClassicRetries implements ExecChainHandler {
  private final Settings settings;
  private final RedirectStrategy redirects;

  ClassicRetries(Settings settings, RedirectStrategy redirects) {
    this.settings = settings;
    this.redirects = redirects;
  }

  @Override
  public ClassicHttpResponse execute(
      ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
      throws IOException, HttpException {
    Exchange exchange = Exchange.of(
        this, settings, scope.clientContext, scope.exchangeId, scope.originalRequest);
    if (exchange.isDecidedBelow()) {
      return chain.proceed(request, scope);
    }
    ClientRedirects following = new ClientRedirects(redirects, scope.clientContext);
    pause(exchange.hop(request), exchange);
    for (;;) {
      ClassicAttempt attempt = new ClassicAttempt(exchange, scope);
      Decision decision;
      try {
        ClassicHttpResponse response = attempt.proceed(request, chain);
        decision = exchange.isDecidedBelow() ? null : attempt.decide(response, following);
        if (decision == null || !decision.retry()) {
          return response;
        }
      } catch (IOException | HttpException error) {
        decision = exchange.isDecidedBelow() ? null : decide(error, exchange, scope);
        if (decision == null || !decision.retry()) {
          if (decision != null) {
            exchange.call().remember(error);
          }
          throw error;
        }
      } finally {
        attempt.settle();
      }
      pause(decision.delay(), exchange);
      exchange.call().sendAgain();
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
