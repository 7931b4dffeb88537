// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import dev.oncemore.Decision;
import dev.oncemore.HopDecision;
import dev.oncemore.HttpStatus;
import dev.oncemore.Outcome;
import dev.oncemore.http.Call;
import dev.oncemore.http.Fields;
import dev.oncemore.http.Redirects;
import dev.oncemore.http.Settings;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpResponse;

/** One call of a RestClient. */
final class RestCall {
  /** Of a request, so that another interceptor of this kind below finds the one above. */
  private static final String ATTRIBUTE = RestCall.class.getName();

  private final Call call;
  private final boolean following;
  private final ClientHttpRequestExecution execution;
  private final RequestFactories.Kind below;
  private RestRequest request;
  private boolean decidedBelow;
  private boolean noMore;

  RestCall(Settings settings, boolean following, HttpRequest request, byte[] body,
      ClientHttpRequestExecution execution) {
    this.call = Call.inner(settings.forCall(RequestPolicy.of(request.getAttributes())));
    this.following = following;
    this.execution = execution;
    this.request = RestRequest.of(request, body);
    this.below = checked(RequestFactories.below(request));
  }

  private static RequestFactories.Kind checked(Optional<ClientHttpRequestFactory> factory) {
    RequestFactories.Kind kind =
        factory.map(RequestFactories::kind).orElse(RequestFactories.Kind.HIDDEN);
    if (kind == RequestFactories.Kind.UNKNOWN) {
      throw new IllegalStateException("nothing was sent: the request factory is a "
          + factory.orElseThrow().getClass().getName() + ", which repeats requests or follows"
          + " redirects by itself, or may do so, and then a call costs more requests than the"
          + " policy says; let RetryInterceptor.of(settings).install(builder) choose the factory,"
          + " give the builder a OneSendRequestFactory, or say"
          + " OneSendRequestFactory.vouchedFor(factory) of one that does neither");
    }
    return kind;
  }

  ClientHttpResponse run() throws IOException {
    Map<String, Object> attributes = request.getAttributes();
    Object above = attributes.put(ATTRIBUTE, this);
    if (above instanceof RestCall outer) {
      outer.decidedBelow = true;
    }
    try {
      return below == RequestFactories.Kind.DECIDES ? send() : attempts();
    } finally {
      if (above == null) {
        attributes.remove(ATTRIBUTE);
      } else {
        attributes.put(ATTRIBUTE, above);
      }
    }
  }

  private ClientHttpResponse attempts() throws IOException {
    for (;;) {
      ClientHttpResponse response;
      try {
        response = send();
      } catch (IOException error) {
        if (decidedBelow) {
          throw error;
        }
        if (!decide(error).retry()) {
          throw call.remember(error);
        }
        again();
        continue;
      }
      if (decidedBelow || isFinal(response)) {
        return response;
      }
    }
  }

  private ClientHttpResponse send() throws IOException {
    RestRequest sent =
        request.with(Headers.ofAttempt(request.getHeaders(), call.ownFields(request.view())));
    RestAttempt attempt = new RestAttempt(sent.getURI(), call.timeLeft());
    try {
      return attempt.run(() -> execution.execute(sent, sent.body()));
    } finally {
      watch(attempt);
    }
  }

  /** What was sent more than once, or by whom nobody knows, is not sent again. */
  private void watch(RestAttempt attempt) {
    boolean hidden = below == RequestFactories.Kind.HIDDEN && !attempt.known();
    if (attempt.repeated()) {
      call.sendNoMore("an interceptor behind RetryInterceptor sends again by itself; take it out,"
          + " or let it come before RetryInterceptor");
    } else if (hidden) {
      call.sendNoMore("the request factory cannot be seen; give the builder a"
          + " OneSendRequestFactory");
    }
    noMore |= attempt.repeated() || hidden;
  }

  /** Whether the caller gets it; if not, the next request has been made ready. */
  private boolean isFinal(ClientHttpResponse response) throws IOException {
    boolean kept = false;
    try {
      int status = response.getStatusCode().value();
      kept = following && !noMore && HttpStatus.isFollowable(status)
          ? !follow(response, status) : !retry(response, status);
      return kept;
    } finally {
      if (!kept) {
        response.close();
      }
    }
  }

  private boolean retry(ClientHttpResponse response, int status) throws IOException {
    Fields fields = Headers.fields(response.getHeaders());
    Decision decision = call.answered(request.view(), status, fields, response);
    record();
    if (decision.retry()) {
      UnwantedBody.discard(response, call.drainTime(decision.delay()));
      again();
    }
    return decision.retry();
  }

  private Decision decide(IOException error) {
    RestErrors.Ended ended = RestErrors.of(error);
    Decision decision = ended.outcome() instanceof Outcome.Failed failed
        ? call.failed(request.view(), failed.failure(), ended.evidence(), error)
        : call.answered(request.view(), ((Outcome.Status) ended.outcome()).code(),
            ended.evidence(), Fields.NONE, error);
    record();
    return decision;
  }

  private void record() {
    DecisionRecord.record(request.getAttributes(), call);
  }

  private void again() throws InterruptedIOException {
    pause(call.decisions().get(call.decisions().size() - 1).decision().delay());
    call.sendAgain();
  }

  private boolean follow(ClientHttpResponse response, int status) throws IOException {
    Fields fields = Headers.fields(response.getHeaders());
    Optional<URI> target = Redirects.target(request.getURI(), fields);
    HopDecision hop =
        call.redirected(request.view(), status, target.isPresent(), fields, response);
    record();
    if (!hop.follow()) {
      return false;
    }
    UnwantedBody.discard(response, call.drainTime(hop.delay()));
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
      call.cancelled(request.view(), error);
      record();
      throw call.remember(error);
    }
  }
}
