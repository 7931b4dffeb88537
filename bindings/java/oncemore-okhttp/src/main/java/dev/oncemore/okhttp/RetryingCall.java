// SPDX-License-Identifier: MIT
package dev.oncemore.okhttp;

import dev.oncemore.Body;
import dev.oncemore.Decision;
import dev.oncemore.Evidence;
import dev.oncemore.HopDecision;
import dev.oncemore.HttpStatus;
import dev.oncemore.NextBody;
import dev.oncemore.NextMethod;
import dev.oncemore.Note;
import dev.oncemore.Policy;
import dev.oncemore.Reason;
import dev.oncemore.http.Call;
import dev.oncemore.http.Decided;
import dev.oncemore.http.Fields;
import dev.oncemore.http.Redirects;
import dev.oncemore.http.RequestView;
import dev.oncemore.http.Settings;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
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
  private AttemptTag tag;

  RetryingCall(Chain chain, Settings settings, boolean following) {
    this.chain = chain;
    this.following = following;
    this.request = chain.request();
    this.call = Call.inner(settings.forCall(request.tag(Policy.class)));
  }

  Response run() throws IOException {
    for (;;) {
      Response response = send();
      if (response != null && !goesOn(response)) {
        return response;
      }
    }
  }

  /** The request of the current hop. */
  Request request() {
    return request;
  }

  /** Why the last decision was as it was. */
  Optional<Reason> last() {
    List<Decided> decisions = call.decisions();
    return decisions.isEmpty() ? Optional.empty()
        : Optional.of(decisions.get(decisions.size() - 1).decision().reason());
  }

  /** Null if the attempt failed, and another one is due now. */
  private Response send() throws IOException {
    Decision decision;
    try {
      Response response = proceed();
      return tag.restored(response, request);
    } catch (IOException error) {
      decision = failed(error);
      if (!decision.retry()) {
        throw call.remember(error);
      }
    }
    sendAgain(decision);
    return null;
  }

  /** What was found dead before anything was written to it is no attempt: there are but so many. */
  private Response proceed() throws IOException {
    for (;;) {
      tag = new AttemptTag(call);
      try {
        return limited().proceed(numbered());
      } catch (DeadConnectionException nothingWasSent) {
        stopIfCancelled();
      }
    }
  }

  /** The client's time-outs, but none longer than the deadline leaves. */
  private Chain limited() {
    if (call.timeLeft().isEmpty()) {
      return chain;
    }
    long left = Math.max(1, Math.min(call.timeLeft().get().toMillis(), Integer.MAX_VALUE));
    return chain
        .withConnectTimeout(shorter(chain.connectTimeoutMillis(), left), TimeUnit.MILLISECONDS)
        .withReadTimeout(shorter(chain.readTimeoutMillis(), left), TimeUnit.MILLISECONDS)
        .withWriteTimeout(shorter(chain.writeTimeoutMillis(), left), TimeUnit.MILLISECONDS);
  }

  /** OkHttp takes 0 for no limit. */
  private static int shorter(int own, long left) {
    return own == 0 ? (int) left : (int) Math.min(own, left);
  }

  private Request numbered() {
    Request.Builder numbered = request.newBuilder().tag(AttemptTag.class, tag);
    call.ownFields(view()).forEach((name, value) -> {
      numbered.removeHeader(name);
      value.ifPresent(only -> numbered.header(name, only));
    });
    return numbered.build();
  }

  private Decision failed(IOException error) {
    if (chain.call().isCanceled()) {
      return call.cancelled(view(), error);
    }
    Errors.Ended ended = Errors.ended(error, tag);
    // A web socket's request meets no network interceptor, so nothing is known of it.
    boolean unmarked = request.header("Upgrade") != null;
    return call.failed(
        view(), ended.outcome(), unmarked ? Evidence.UNKNOWN : ended.evidence(), error);
  }

  private boolean goesOn(Response response) throws IOException {
    Fields fields = response.headers()::values;
    call.opensConnections(tag.ownConnection() != null);
    if (following && HttpStatus.isFollowable(response.code())) {
      return isFollowed(response, fields);
    }
    Decision decision = decided(response, fields);
    if (!decision.retry()) {
      return false;
    }
    UnwantedBody.discard(response, tag.ownConnection(), call.drainTime(decision.delay()));
    if (decision.notes().contains(Note.NEW_CONNECTION) && tag.ownConnection() != null) {
      tag.ownConnection().socket().close();
    }
    sendAgain(decision);
    return true;
  }

  /** A hook may throw; then nobody else closes the response. */
  private Decision decided(Response response, Fields fields) {
    boolean done = false;
    try {
      Decision decision = call.answered(view(), response.code(), fields, response);
      done = true;
      return decision;
    } finally {
      if (!done) {
        response.close();
      }
    }
  }

  private void sendAgain(Decision decision) throws IOException {
    pause(decision.delay());
    call.sendAgain();
  }

  private boolean isFollowed(Response response, Fields fields) throws IOException {
    HttpUrl target = target(fields);
    HopDecision decision =
        call.redirected(view(), response.code(), target != null, fields, response);
    if (!decision.follow()) {
      return false;
    }
    UnwantedBody.discard(response, tag.ownConnection(), call.drainTime(decision.delay()));
    pause(decision.delay());
    String before = request.method();
    request = redirected(decision, target);
    call.followed(response.code(), before, request.method());
    return true;
  }

  private HttpUrl target(Fields response) {
    return Redirects.target(request.url().toString(), response).map(HttpUrl::parse).orElse(null);
  }

  private Request redirected(HopDecision decision, HttpUrl target) {
    Request.Builder hop = request.newBuilder().url(target);
    for (String name : request.headers().names()) {
      if (!Redirects.keeps(name, decision, request.url().toString(), target.toString())) {
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
