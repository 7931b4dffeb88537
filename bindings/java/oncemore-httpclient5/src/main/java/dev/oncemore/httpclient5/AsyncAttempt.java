// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import dev.oncemore.Decision;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;

/** Hears how one attempt ends. */
final class AsyncAttempt implements AsyncExecCallback {
  private final AsyncHop hop;
  /** The client may say twice that an attempt is over. */
  private final AtomicBoolean over = new AtomicBoolean();
  /** Of the response; null before there is one. */
  private volatile Decision decision;

  AsyncAttempt(AsyncHop hop) {
    this.hop = hop;
  }

  @Override
  public void handleInformationResponse(HttpResponse response) throws HttpException, IOException {
    hop.callback().handleInformationResponse(response);
  }

  @Override
  public AsyncDataConsumer handleResponse(HttpResponse response, EntityDetails entity)
      throws HttpException, IOException {
    decision = hop.exchange().answered(response);
    return decision.retry() ? new Leftovers() : hop.callback().handleResponse(response, entity);
  }

  @Override
  public void completed() {
    if (over.getAndSet(true)) {
      return;
    }
    if (decision.retry()) {
      hop.scope().execRuntime.releaseEndpoint();
      hop.sendAgain(decision);
    } else {
      hop.callback().completed();
    }
  }

  @Override
  public void failed(Exception error) {
    if (over.getAndSet(true)) {
      return;
    }
    if (decision == null && (error instanceof IOException || error instanceof HttpException)) {
      decideOn(error);
    } else if (decision != null && decision.retry()) {
      sendAgain(); // its body broke off, or was too long
    } else {
      hop.callback().failed(error);
    }
  }

  private void decideOn(Exception error) {
    Exchange exchange = hop.exchange();
    decision = isCancelled() ? exchange.cancelled(error)
        : exchange.failed(error, hop.scope().route.isSecure());
    if (decision.retry()) {
      sendAgain();
    } else {
      hop.callback().failed(exchange.call().remember(error));
    }
  }

  private void sendAgain() {
    hop.scope().execRuntime.discardEndpoint();
    hop.sendAgain(decision);
  }

  private boolean isCancelled() {
    CancellableDependency call = hop.scope().cancellableDependency;
    return call.isCancelled();
  }
}
