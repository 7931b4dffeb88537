// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import dev.oncemore.Body;
import dev.oncemore.Decision;
import dev.oncemore.HopDecision;
import dev.oncemore.http.Call;
import dev.oncemore.http.Fields;
import dev.oncemore.http.RequestView;
import dev.oncemore.http.Settings;
import java.time.Duration;
import java.util.stream.Stream;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.MessageHeaders;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * One call of the client, kept in its context, where each hop finds it. The client gives a call an
 * id, and its hops the same one, so a context that serves many calls mixes none of them up.
 */
final class Exchange {
  private static final String ATTRIBUTE = "dev.oncemore.exchange";

  private final String id;
  private final Call call;
  private final Object owner;
  private Redirect pending;
  private String method;
  private String url;
  private Fields fields;
  private volatile BodyState body;
  private volatile boolean connected;

  /** A redirect that the client is about to follow. */
  private record Redirect(int status, String before, Duration delay) {}

  private Exchange(Settings settings, String id, Object owner) {
    this.id = id;
    this.call = Call.inner(settings);
    this.owner = owner;
  }

  /** The one that this hop belongs to; its first hop makes it. */
  static Exchange of(Settings settings, HttpContext context, String id, Object owner) {
    Exchange known = of(context);
    if (known != null && known.id.equals(id)) {
      return known;
    }
    Exchange exchange = new Exchange(settings, id, owner);
    context.setAttribute(ATTRIBUTE, exchange);
    return exchange;
  }

  /** The last one of a context, null if there is none. */
  static Exchange of(HttpContext context) {
    return context.getAttribute(ATTRIBUTE) instanceof Exchange exchange ? exchange : null;
  }

  Call call() {
    return call;
  }

  /** What the client began the call with: the request of a caller, who may cancel that alone. */
  Object owner() {
    return owner;
  }

  /** A hop begins. Returns the least wait before it, zero for the first. */
  Duration hop(HttpRequest request) {
    if (pending == null) {
      return Duration.ZERO;
    }
    call.followed(pending.status, pending.before, request.getMethod());
    Duration delay = pending.delay;
    pending = null;
    return delay;
  }

  /** An attempt begins; its request is told which it is. */
  void attempt(HttpRequest request, BodyState state) {
    method = request.getMethod();
    fields = fields(request);
    body = state;
    connected = false;
    url = url(request);
    call.ownFields(view()).forEach((name, value) -> {
      request.removeHeaders(name);
      value.ifPresent(only -> request.setHeader(name, only));
    });
  }

  /** There is a connection, and the client is about to write the request. */
  void connected() {
    connected = true;
  }

  Decision answered(HttpResponse response) {
    return call.answered(view(), response.getCode(), fields(response));
  }

  Decision failed(Exception error, boolean secure) {
    return call.failed(view(), Errors.failure(error, connected, secure, body), error);
  }

  Decision cancelled(Exception error) {
    return call.cancelled(view(), error);
  }

  /** Whether the policy lets the client follow; it is remembered for the hop. */
  boolean follow(HttpResponse response) {
    HopDecision decision = call.follow(view(), response.getCode(), true, fields(response));
    if (decision.follow()) {
      pending = new Redirect(response.getCode(), method, decision.delay());
    }
    return decision.follow();
  }

  private RequestView view() {
    Body known = body.replayable() ? Body.REPLAYABLE : Body.CONSUMED;
    return new RequestView(method, url, fields, known, null);
  }

  private static String url(HttpRequest request) {
    return request.getScheme() + "://" + request.getAuthority() + request.getPath();
  }

  private static Fields fields(MessageHeaders message) {
    return name -> Stream.of(message.getHeaders(name)).map(Exchange::value).toList();
  }

  private static String value(Header header) {
    return header.getValue() == null ? "" : header.getValue();
  }
}
