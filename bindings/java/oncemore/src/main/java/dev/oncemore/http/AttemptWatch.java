// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * What an attempt of java.net.http shows of itself: how often the client was about to write the
 * head of its request, whether a response began, and whether code of the caller's failed. An
 * exception says nothing of that, since the caller's code may throw any.
 */
final class AttemptWatch {
  private int heads;
  private boolean answered;
  private boolean ownFailure;

  /** The client asks for the length of the body whenever it is about to write a head. */
  synchronized int headBegins() {
    return ++heads;
  }

  /** The caller's own code failed. */
  synchronized void ownFailure() {
    ownFailure = true;
  }

  /** Whether the caller's own code failed, so that the exception is his. */
  synchronized boolean hasOwnFailure() {
    return ownFailure;
  }

  /** Whether a response began. */
  synchronized boolean isAnswered() {
    return answered;
  }

  /** How often the client was about to write a head. */
  synchronized int heads() {
    return heads;
  }

  /** The caller's body, of which a failure is heard. */
  <T> BodySubscriber<T> handle(BodyHandler<T> handler, ResponseInfo head) {
    return new WatchedSubscriber<>(this, own(() ->
        Objects.requireNonNull(handler.apply(head), "what the BodyHandler gives")));
  }

  /** A head has come. */
  synchronized void answered() {
    answered = true;
  }

  /** Runs the caller's code, which may throw what it does not declare. */
  <T> T own(Supplier<T> code) {
    boolean done = false;
    try {
      T result = code.get();
      done = true;
      return result;
    } finally {
      if (!done) {
        ownFailure();
      }
    }
  }

  void own(Runnable code) {
    own(() -> {
      code.run();
      return null;
    });
  }
}
