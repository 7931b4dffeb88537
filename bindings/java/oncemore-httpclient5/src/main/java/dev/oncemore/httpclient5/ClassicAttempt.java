// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import dev.oncemore.Decision;
import dev.oncemore.Note;
import java.io.IOException;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.impl.classic.RequestFailedException;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;

/** One attempt of the classic client, and its connection. */
final class ClassicAttempt {
  private final Exchange exchange;
  private final ExecChain.Scope scope;
  private WatchedRuntime runtime;
  private boolean settled;

  ClassicAttempt(Exchange exchange, ExecChain.Scope scope) {
    this.exchange = exchange;
    this.scope = scope;
  }

  /** A caller who cancels takes the connection away, and the client may stumble over that. */
  ClassicHttpResponse proceed(ClassicHttpRequest request, ExecChain chain)
      throws IOException, HttpException {
    ClassicHttpRequest sent = copy(request);
    runtime = new WatchedRuntime(scope.execRuntime, exchange.marks());
    TimeLimit limit = new TimeLimit(exchange.call(), scope.execRuntime::discardEndpoint);
    try {
      return chain.proceed(sent, new ExecChain.Scope(scope.exchangeId, scope.route,
          scope.originalRequest, runtime, scope.clientContext));
    } catch (IOException | RuntimeException fault) {
      if (scope.execRuntime.isExecutionAborted() && fault instanceof RuntimeException) {
        throw new RequestFailedException("Request aborted", fault);
      }
      if (limit.isOver()) {
        throw limit.error(fault);
      }
      throw fault;
    } finally {
      limit.end();
    }
  }

  /** What is sent, a copy: the client adds its own fields to it. */
  private ClassicHttpRequest copy(ClassicHttpRequest request) {
    HttpEntity entity = request.getEntity();
    BodyState body = new BodyState(entity == null || entity.isRepeatable());
    ClassicHttpRequest sent = ClassicRequestBuilder.copy(request).build();
    if (entity != null) {
      sent.setEntity(new TrackedEntity(entity, body));
    }
    exchange.attempt(sent, body);
    return sent;
  }

  /** What comes of a response; the one that is not the caller's is closed. */
  Decision decide(ClassicHttpResponse response, ClientRedirects redirects) throws IOException {
    Decision decision;
    try {
      decision = exchange.answered(response, redirects);
    } catch (RuntimeException fault) { // of a hook
      settle();
      scope.execRuntime.discardEndpoint();
      response.close();
      throw fault;
    }
    if (decision.retry()) {
      settle(decision.notes().contains(Note.NEW_CONNECTION));
      UnwantedBody.discard(
          response, scope.execRuntime, exchange.call().drainTime(decision.delay()));
    }
    return decision;
  }

  /** From now on the connection is given back when it is not needed. */
  void settle() {
    settle(false);
  }

  private void settle(boolean endConnection) {
    if (!settled && runtime != null) {
      settled = true;
      runtime.settle(endConnection);
    }
  }
}
