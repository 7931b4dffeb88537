// SPDX-License-Identifier: MIT
package dev.oncemore.okhttp;

import dev.oncemore.Body;
import dev.oncemore.Decision;
import dev.oncemore.Failure;
import dev.oncemore.HopDecision;
import dev.oncemore.HttpStatus;
import dev.oncemore.NextBody;
import dev.oncemore.NextMethod;
import dev.oncemore.http.Call;
import dev.oncemore.http.Fields;
import dev.oncemore.http.Redirects;
import dev.oncemore.http.RequestView;
import dev.oncemore.http.Settings;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import okhttp3.HttpUrl;
import okhttp3.Interceptor.Chain;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** The loop. */
final class RetryingCall {
  /** Nobody tells an interceptor that its call was cancelled, so a wait looks so often. */
  private static final Duration LOOK = Duration.ofMillis(20);

  private final Chain chain;
  private final boolean following;
  private final Call call;
  private Request request;

  RetryingCall(Chain chain, Settings settings, boolean following) {
    this.chain = chain;
    this.following = following;
    this.call = Call.inner(settings);
    this.request = chain.request();
  }

  Response run() throws IOException {
    for (;;) {
      Response response = send();
      if (response != null && !goesOn(response)) {
        return response;
      }
    }
  }

  /** Null if the attempt failed, and another one is due now. */
  private Response send() throws IOException {
    Sending sending = new Sending(call);
    Decision decision;
    try {
      return sending.restored(chain.proceed(numbered(sending)));
    } catch (IOException error) {
      decision = failed(error, sending.isConnected());
      if (!decision.retry()) {
        throw call.remember(error);
      }
    }
    sendAgain(decision);
    return null;
  }

  private Request numbered(Sending sending) {
    Request.Builder numbered = request.newBuilder().tag(Sending.class, sending);
    call.ownFields(view()).forEach((name, value) -> {
      numbered.removeHeader(name);
      value.ifPresent(only -> numbered.header(name, only));
    });
    return numbered.build();
  }

  private Decision failed(IOException error, boolean connected) {
    Failure failure =
        chain.call().isCanceled() ? Failure.CANCELLED : Errors.failure(error, connected);
    return call.failed(view(), failure, error);
  }

  private boolean goesOn(Response response) throws IOException {
    Fields fields = response.headers()::values;
    Decision decision = call.answered(view(), response.code(), fields);
    if (decision.retry()) {
      response.close(); // which reads a short rest, so that the connection is used again
      sendAgain(decision);
      return true;
    }
    return following && HttpStatus.isFollowable(response.code()) && isFollowed(response, fields);
  }

  private void sendAgain(Decision decision) throws IOException {
    pause(decision.delay());
    call.sendAgain();
  }

  private boolean isFollowed(Response response, Fields fields) throws IOException {
    HttpUrl target = target(response);
    HopDecision decision = call.follow(view(), response.code(), target != null, fields);
    if (!decision.follow()) {
      return false;
    }
    response.close();
    pause(decision.delay());
    String before = request.method();
    request = redirected(decision, target);
    call.followed(response.code(), before, request.method());
    return true;
  }

  /** Not from https to http, which would show the request to everybody. */
  private HttpUrl target(Response response) {
    String location = response.header("Location");
    HttpUrl target = location == null ? null : request.url().resolve(location);
    return target != null && request.isHttps() && !target.isHttps() ? null : target;
  }

  private Request redirected(HopDecision decision, HttpUrl target) {
    Request.Builder hop = request.newBuilder().url(target);
    for (String name : request.headers().names()) {
      if (!Redirects.keeps(name, decision, request.url().uri(), target.uri())) {
        hop.removeHeader(name);
      }
    }
    if (decision.method() == NextMethod.GET) {
      hop.get();
    } else if (decision.body() == NextBody.DROP) {
      hop.method(request.method(), null);
    }
    return hop.build();
  }

  private void pause(Duration wait) throws IOException {
    try {
      for (Duration left = wait; !left.isZero(); left = left.minus(shorter(left))) {
        stopIfCancelled();
        call.settings().timing().sleep(shorter(left));
      }
      stopIfCancelled();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw cancelled(new InterruptedIOException("interrupted"));
    }
  }

  private static Duration shorter(Duration left) {
    return left.compareTo(LOOK) < 0 ? left : LOOK;
  }

  private void stopIfCancelled() throws IOException {
    if (chain.call().isCanceled()) {
      throw cancelled(new IOException("Canceled"));
    }
  }

  private IOException cancelled(IOException error) {
    call.cancelled(view(), error);
    return call.remember(error);
  }

  private RequestView view() {
    RequestBody body = request.body();
    boolean once = body != null && (body.isOneShot() || body.isDuplex());
    return new RequestView(request.method(), request.url().toString(), request.headers()::values,
        once ? Body.CONSUMED : Body.REPLAYABLE, request);
  }
}
