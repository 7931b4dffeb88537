// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import dev.oncemore.Body;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.web.reactive.function.BodyInserter;
import org.springframework.web.reactive.function.BodyInserters;
import reactor.core.publisher.Mono;

/**
 * The body of one attempt, which tells how far the attempt got. The connector asks for it, even if
 * it is empty, when there is a connection and the request is about to be written.
 */
final class WatchedBody implements BodyInserter<Object, ClientHttpRequest> {
  private final BodyInserter<?, ? super ClientHttpRequest> body;
  private final boolean replayable;
  private volatile boolean started;
  private volatile boolean written;

  WatchedBody(BodyInserter<?, ? super ClientHttpRequest> body, boolean replayable) {
    this.body = body;
    this.replayable = replayable || isEmpty(body)
        || body instanceof WatchedBody another && another.replayable;
  }

  private static boolean isEmpty(BodyInserter<?, ? super ClientHttpRequest> body) {
    return body == BodyInserters.<Object>empty();
  }

  @Override
  public Mono<Void> insert(ClientHttpRequest output, Context context) {
    started = true;
    return body.insert(output, context).doOnSuccess(nothing -> written = true);
  }

  /** Whether there was a connection. */
  boolean started() {
    return started;
  }

  /** Whether a part of the request was written, and perhaps not all. */
  boolean broken() {
    return started && !written;
  }

  Body state() {
    return replayable ? Body.REPLAYABLE : Body.CONSUMED;
  }
}
