// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import dev.oncemore.Decision;
import dev.oncemore.HopDecision;
import dev.oncemore.http.Call;
import dev.oncemore.http.Fields;
import dev.oncemore.http.Redirects;
import dev.oncemore.http.Settings;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpResponse;

/** One call of a RestClient. */
final class RestCall {
  private final Call call;
  private final boolean following;
  private final ClientHttpRequestExecution execution;
  private RestRequest request;

  RestCall(Settings settings, boolean following, HttpRequest request, byte[] body,
      ClientHttpRequestExecution execution) {
    this.call = Call.inner(settings);
    this.following = following;
    this.execution = execution;
    this.request = RestRequest.of(request, body);
  }

  ClientHttpResponse run() throws IOException {
    for (;;) {
      ClientHttpResponse response;
      try {
        response = execution.execute(
            request.with(Headers.ofAttempt(request.getHeaders(), call.ownFields(request.sent()))), request.body());
      } catch (IOException error) {
        if (!decide(error).retry()) {
          throw call.remember(error);
        }
        again();
        continue;
      }
      if (isFinal(response)) {
        return response;
      }
    }
  }

  /** Whether the caller gets it; if not, the next request has been made ready. */
  private boolean isFinal(ClientHttpResponse response) throws IOException {
    boolean kept = false;
    try {
      Decision decision = decide(response);
      if (decision.retry()) {
        Leftovers.discard(response);
        again();
      } else {
        kept = !following || !follow(response);
      }
      return kept;
    } finally {
      if (!kept) {
        response.close();
      }
    }
  }

  private Decision decide(ClientHttpResponse response) throws IOException {
    Fields fields = Headers.fields(response.getHeaders());
    Decision decision = call.answered(request.sent(), response.getStatusCode().value(), fields);
    Recorded.record(request.getAttributes(), call);
    return decision;
  }

  private Decision decide(IOException error) {
    Decision decision = RestErrors.decide(call, request.sent(), error);
    Recorded.record(request.getAttributes(), call);
    return decision;
  }

  private void again() throws InterruptedIOException {
    pause(call.decisions().get(call.decisions().size() - 1).decision().delay());
    call.sendAgain();
  }

  private boolean follow(ClientHttpResponse response) throws IOException {
    Fields fields = Headers.fields(response.getHeaders());
    int status = response.getStatusCode().value();
    Optional<URI> target = Redirects.target(request.getURI(), fields);
    HopDecision hop = call.follow(request.sent(), status, target.isPresent(), fields);
    if (!hop.follow()) {
      return false;
    }
    Leftovers.discard(response);
    pause(hop.delay());
    RestRequest next = request.next(hop, target.orElseThrow());
    call.followed(status, request.getMethod().name(), next.getMethod().name());
    request = next;
    return true;
  }

  private void pause(Duration delay) throws InterruptedIOException {
    try {
      call.settings().timing().sleep(delay);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      InterruptedIOException error = new InterruptedIOException("interrupted in a wait");
      error.initCause(interrupted);
      call.cancelled(request.sent(), error);
      Recorded.record(request.getAttributes(), call);
      throw call.remember(error);
    }
  }
}
