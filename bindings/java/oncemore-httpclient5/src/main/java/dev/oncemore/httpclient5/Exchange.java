// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import dev.oncemore.Body;
import dev.oncemore.Decision;
import dev.oncemore.Evidence;
import dev.oncemore.HopDecision;
import dev.oncemore.HttpStatus;
import dev.oncemore.Policy;
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
  private static final String POLICY = "dev.oncemore.policy";

  private final Object loop;
  private final String id;
  private final Call call;
  private final Object owner;
  private final Exchange outer;
  private volatile boolean decidedBelow;
  private Redirect pending;
  private HopDecision asked;
  private HttpRequest request;
  private String method;
  private String url;
  private Fields fields;
  private volatile BodyState body;
  private volatile SendMarks marks = new SendMarks("");

  /** A redirect that the client is about to follow. */
  private record Redirect(int status, String before, Duration delay) {}

  private Exchange(Object loop, Settings settings, String id, Object owner, Exchange outer) {
    this.loop = loop;
    this.id = id;
    this.call = Call.inner(settings);
    this.owner = owner;
    this.outer = outer;
  }

  /**
   * The one that this hop belongs to; its first hop makes it. A loop within another one's attempt
   * decides, and the outer sends once.
   */
  static Exchange of(
      Object loop, Settings settings, HttpContext context, String id, Object owner) {
    Exchange last = of(context);
    Exchange above = last != null && last.id.equals(id) ? last : null;
    for (Exchange known = above; known != null; known = known.outer) {
      if (known.loop == loop) {
        return known;
      }
    }
    if (above != null) {
      above.decidedBelow = true;
    }
    Policy own = context.getAttribute(POLICY) instanceof Policy policy ? policy : null;
    Exchange exchange = new Exchange(loop, settings.forCall(own), id, owner, above);
    context.setAttribute(ATTRIBUTE, exchange);
    return exchange;
  }

  /** The last one of a context, the innermost if there are more; null if there is none. */
  static Exchange of(HttpContext context) {
    return context.getAttribute(ATTRIBUTE) instanceof Exchange exchange ? exchange : null;
  }

  static void setPolicy(HttpContext context, Policy policy) {
    context.setAttribute(POLICY, policy);
  }

  Call call() {
    return call;
  }

  /** What the client began the call with: the request of a caller, who may cancel that alone. */
  Object owner() {
    return owner;
  }

  /** Whether there is another loop below, which decides. */
  boolean isDecidedBelow() {
    return decidedBelow;
  }

  SendMarks marks() {
    return marks;
  }

  // ---- Hops and attempts ------------------------------------------------------------------------

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
  void attempt(HttpRequest sent, BodyState state) {
    request = sent;
    method = sent.getMethod();
    fields = fields(sent);
    body = state;
    marks = new SendMarks(method);
    asked = null;
    url = sent.getScheme() + "://" + sent.getAuthority() + sent.getPath();
    call.ownFields(view()).forEach((name, value) -> {
      sent.removeHeaders(name);
      value.ifPresent(only -> sent.setHeader(name, only));
    });
  }

  // ---- It ended ---------------------------------------------------------------------------------

  /** Of a redirect the client is asked whether it would follow, so that this is decided at once. */
  Decision answered(HttpResponse response, ClientRedirects redirects) {
    watch();
    int status = response.getCode();
    if (HttpStatus.isFollowable(status) && !marks.repeated()
        && redirects.follows(request, response)) {
      asked = call.redirected(view(), status, true, fields(response), response);
      return call.decisions().get(call.decisions().size() - 1).decision();
    }
    call.opensConnections(true);
    Evidence evidence =
        marks.isOfTunnel(response) ? Evidence.NEVER_SENT : Evidence.BY_OUTCOME;
    return call.answered(view(), status, evidence, fields(response), response);
  }

  Decision failed(Exception error, boolean secure) {
    watch();
    Evidence evidence = marks.saw(error) ? Evidence.BY_OUTCOME : Evidence.UNKNOWN;
    return call.failed(
        view(), Errors.failure(error, marks.sent(), secure, body), evidence, error);
  }

  Decision cancelled(Exception error) {
    return call.cancelled(view(), error);
  }

  private void watch() {
    if (marks.repeated()) {
      call.sendNoMore("a handler in the client's chain sends again by itself; take it out, or add"
          + " it before this adapter's");
    }
  }

  /** What was decided of the redirect that the client is about to follow. */
  boolean follow(HttpResponse response) {
    HopDecision hop = asked;
    asked = null;
    if (hop == null || !hop.follow()) {
      return false;
    }
    pending = new Redirect(response.getCode(), method, hop.delay());
    return true;
  }

  private RequestView view() {
    Body known = body.replayable() ? Body.REPLAYABLE : Body.CONSUMED;
    return new RequestView(method, url, fields, known, request);
  }

  static Fields fields(MessageHeaders message) {
    return name -> Stream.of(message.getHeaders(name)).map(Exchange::value).toList();
  }

  private static String value(Header header) {
    return header.getValue() == null ? "" : header.getValue();
  }
}
