// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import dev.oncemore.Decision;
import dev.oncemore.Note;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;

/** Hears how one attempt ends: from the client or the caller, each in a thread of its own. */
final class AsyncAttempt implements AsyncExecCallback {
  private final AsyncHop hop;
  /** The client may say twice that an attempt is over. */
  private final AtomicBoolean over = new AtomicBoolean();
  /** Whoever sets it decides. */
  private final AtomicBoolean taken = new AtomicBoolean();
  private final CompletableFuture<Decision> decision = new CompletableFuture<>();
  private volatile TimeLimit limit;

  AsyncAttempt(AsyncHop hop) {
    this.hop = hop;
  }

  boolean isOver() {
    return over.get();
  }

  /** The deadline ends it, unless its response begins before. */
  void begin() {
    limit = new TimeLimit(hop.exchange().call(), this::late);
  }

  private void late() {
    if (!taken.get()) {
      failed(limit.error(null));
    }
  }

  private void endLimit() {
    TimeLimit begun = limit;
    if (begun != null) {
      begun.end();
    }
  }

  @Override
  public void handleInformationResponse(HttpResponse response) throws HttpException, IOException {
    hop.callback().handleInformationResponse(response);
  }

  @Override
  public AsyncDataConsumer handleResponse(HttpResponse response, EntityDetails entity)
      throws HttpException, IOException {
    endLimit();
    if (taken.getAndSet(true)) {
      return unwanted(); // its caller has gone
    }
    Exchange exchange = hop.exchange();
    if (exchange.isDecidedBelow()) {
      decision.complete(null);
      return hop.callback().handleResponse(response, entity);
    }
    return decide(() -> exchange.answered(response, hop.redirects())).retry()
        ? unwanted() : hop.callback().handleResponse(response, entity);
  }

  private AsyncDataConsumer unwanted() {
    return new UnwantedBody(hop.exchange().call().drainTime(Duration.ZERO),
        () -> hop.scope().execRuntime.discardEndpoint());
  }

  @Override
  public void completed() {
    if (over.getAndSet(true)) {
      letGo();
      return;
    }
    Decision made = decision.join();
    if (!retries(made)) {
      hop.callback().completed();
    } else if (made.notes().contains(Note.NEW_CONNECTION)) {
      sendAgain();
    } else {
      hop.scope().execRuntime.releaseEndpoint();
      hop.sendAgain(made);
    }
  }

  /** There is no decision where another loop below has made it. */
  private static boolean retries(Decision made) {
    return made != null && made.retry();
  }

  @Override
  public void failed(Exception error) {
    endLimit();
    if (over.getAndSet(true)) {
      letGo();
    } else if (taken.getAndSet(true)) {
      // Perhaps this very moment by another thread, which then goes on here.
      decision.whenComplete((made, fault) -> brokeOff(fault == null && retries(made), error));
    } else if (!hop.exchange().isDecidedBelow() && isOfAttempt(error)) {
      decideOn(error);
    } else {
      hop.callback().failed(error);
    }
  }

  private boolean isOfAttempt(Exception error) {
    return hop.isCancelled() || error instanceof IOException || error instanceof HttpException;
  }

  /**
   * The caller has gone. The client does not always tell what became of the attempt then, so it is
   * over here, unless it shall end in the background.
   */
  void cancel() {
    if (hop.scope().clientContext.getRequestConfigOrDefault().isHardCancellationEnabled()) {
      failed(new CancellationException("Request execution cancelled"));
    }
  }

  /** Gives back what the client took for an attempt whose caller had gone meanwhile. */
  private void letGo() {
    if (hop.isCancelled()) {
      hop.scope().execRuntime.discardEndpoint();
    }
  }

  /** The body of the response did, or was too long. */
  private void brokeOff(boolean retry, Exception error) {
    if (retry) {
      sendAgain();
    } else {
      hop.callback().failed(error);
    }
  }

  private void decideOn(Exception error) {
    Exchange exchange = hop.exchange();
    Decision made = decide(() -> hop.isCancelled() ? exchange.cancelled(error)
        : exchange.failed(error, hop.scope().route.isSecure()));
    if (made.retry()) {
      sendAgain();
    } else {
      hop.callback().failed(exchange.call().remember(error));
    }
  }

  private Decision decide(Supplier<Decision> how) {
    try {
      Decision made = how.get();
      decision.complete(made);
      return made;
    } catch (RuntimeException fault) { // of a hook
      decision.completeExceptionally(fault);
      throw fault;
    }
  }

  private void sendAgain() {
    hop.scope().execRuntime.discardEndpoint();
    hop.sendAgain(decision.join());
  }
}
