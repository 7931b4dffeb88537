// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import dev.oncemore.HopDecision;
import dev.oncemore.NextBody;
import dev.oncemore.NextMethod;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The requests that are sent in the place of the caller's. */
final class Requests {
  /** Those that java.net.http sends by itself once more. */
  private static final Set<String> REPEATED = Set.of("GET", "HEAD");

  private Requests() {}

  static RequestView view(HttpRequest request) {
    return new RequestView(request.method(), request.uri().toString(),
        request.headers()::allValues, Bodies.of(request), request);
  }

  /** The request with the fields of the attempt; a guarded one is sent once and no more. */
  static HttpRequest ofAttempt(
      HttpRequest request, Call call, AttemptWatch watch, boolean guarded) {
    Map<String, Optional<String>> own = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    own.putAll(call.ownFields(view(request)));
    HttpRequest.Builder sent =
        HttpRequest.newBuilder(request, (name, value) -> !own.containsKey(name));
    own.forEach((name, value) -> value.ifPresent(only -> sent.setHeader(name, only)));
    BodyPublisher body = request.bodyPublisher().orElseGet(BodyPublishers::noBody);
    shorter(request.timeout(), call.timeLeft()).ifPresent(sent::timeout);
    sent.method(request.method(), new WatchedPublisher(body, watch, guarded));
    return sent.build();
  }

  /** A deadline that has passed is the decision's to tell, so it leaves a moment. */
  private static Optional<Duration> shorter(Optional<Duration> own, Optional<Duration> left) {
    return Stream.of(own, left.map(time -> time.isZero() ? Duration.ofMillis(1) : time))
        .flatMap(Optional::stream).min(Comparator.naturalOrder());
  }

  /** Whether java.net.http sends such a request by itself once more, whatever happened to it. */
  static boolean isRepeated(HttpRequest request) {
    return REPEATED.contains(request.method())
        || System.getProperty("jdk.httpclient.enableAllMethodRetry") != null;
  }

  /** The request that a redirect asks for. */
  static HttpRequest ofHop(HttpRequest request, HopDecision decision, URI to) {
    HttpRequest.Builder sent = HttpRequest.newBuilder(request,
        (name, value) -> Redirects.keeps(name, decision, request.uri(), to)).uri(to);
    if (decision.method() == NextMethod.GET) {
      sent.GET();
    } else if (decision.body() == NextBody.DROP && request.bodyPublisher().isPresent()) {
      sent.method(request.method(), BodyPublishers.noBody());
    }
    return sent.build();
  }
}
