// SPDX-License-Identifier: MIT
package dev.oncemore.okhttp;

import dev.oncemore.Reason;
import dev.oncemore.http.Decided;
import dev.oncemore.http.Settings;
import dev.oncemore.okhttp.AttemptTag.CallRecord;
import java.io.IOException;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import okhttp3.Call;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/**
 * Makes an OkHttp client, 4.12 or newer, retry by oncemore.
 *
 * <pre>{@code
 * OkHttpClient client = RetryInterceptor.of(Settings.of(policy)).install(new OkHttpClient());
 * try (Response response = client.newCall(request).execute()) { ... }
 * }</pre>
 *
 * <h2>Attempts, hops and requests</h2>
 *
 * <p>The loop is an application interceptor behind those that the client has: theirs run once a
 * call, those that are added later run in each attempt. Redirects are followed only if {@link
 * #following} was said, by the loop, as {@link dev.oncemore.Oncemore#follow} says, and the loop is
 * inside of them: another attempt sends the current hop again. Attempts, hops and time are counted
 * once for the whole call, which so costs {@link dev.oncemore.Counting#requestsPerCallShared}
 * requests at most, max_attempts + max_redirects. A Location that leads from https to http is not
 * followed. Authorization and Cookie do not go along to another origin. A hop has no priorResponse.
 *
 * <p>{@link #install} switches off retryOnConnectionFailure and with it the repetition of a 408 and
 * the next address of a host, which another attempt takes; followRedirects; followSslRedirects. A
 * call of a client that has them on again, or lacks the network interceptor that install adds, ends
 * with an IllegalStateException before anything is sent; with OkHttp as a module, which does not
 * let one ask a call for its client, when they act. So does a call of which another interceptor
 * sends again what the policy said not to send again; it may send something else, or the same after
 * an answer that is not to be retried, such as 401. OkHttp also repeats a 503 whose Retry-After is
 * 0, whatever is set; the network interceptor keeps it from that by hiding that field, also from
 * interceptors that were added after install, but not from network interceptors. What remains: an
 * Authenticator's answer to a 401 or 407, and a 421 on a connection that was opened for another
 * host, which promises that nothing was done; each is one more request of an attempt.
 *
 * <p>Of two RetryInterceptors in one client the inner one decides, and the outer one sends once. A
 * call may have a policy of its own: {@code request.newBuilder().tag(Policy.class, policy)}.
 *
 * <h2>What is known of an attempt that failed</h2>
 *
 * <p>The mark is the network interceptor: it is asked when there is a connection, before anything
 * is written.
 *
 * <table>
 * <caption>The evidence, and where it comes from</caption>
 * <tr><th>what ended the attempt<th>evidence
 * <tr><td>any exception, and the mark was not met<td>never_sent
 * <tr><td>a proxy answered CONNECT with a status<td>that status, never_sent
 * <tr><td>HTTP/2: the connection took no more streams, and no response began<td>never_sent
 * <tr><td>HTTP/2: the server refused the stream, and no response began<td>not_processed
 * <tr><td>any other exception after the mark, also of another interceptor or of the request's
 *     body<td>unknown
 * <tr><td>a web socket's, which meets no network interceptor<td>unknown
 * </table>
 *
 * <p>After a 421 or 408 on a connection of HTTP/1 that connection is closed, so that the next
 * attempt opens another one. One of HTTP/2 belongs to other calls, too: it is kept, and the log
 * does not promise another one.
 *
 * <h2>Bodies</h2>
 *
 * <p>A request's body can be sent again unless it says isOneShot or isDuplex. A response that is
 * retried or followed is read to its end, but not more than 64 KiB or 250 ms of it, so that the
 * connection is used again. A body that the caller reads is the caller's: if a 2xx breaks off
 * there, nothing is retried.
 *
 * <p>OkHttp uses a kept connection for ten seconds without asking whether the server has closed it.
 * What is not idempotent could not be sent again then; so for it a kept connection of HTTP/1 is
 * asked, which takes a millisecond, and one that is dead is not used, which is no attempt.
 *
 * <h2>The end of a call</h2>
 *
 * <p>The caller gets the last response, whatever its status, or the last exception. {@link
 * #decisions} and {@link Decided#in} tell what was decided. The client's connect, read and write
 * time-outs are cut to what the policy's deadline leaves. {@code Call.cancel()} and the
 * callTimeout end an attempt at once and a wait within 20 ms; both are cancelled, as is an
 * interrupted thread. A call that was enqueued waits, as interceptors must, on its dispatcher's
 * thread.
 */
public final class RetryInterceptor implements Interceptor {
  /** After these another interceptor may well send once more, say with a fresh password. */
  private static final Set<Reason> OUTCOMES = EnumSet.of(Reason.SUCCESS, Reason.REDIRECT,
      Reason.STATUS_NOT_RETRIED, Reason.FAILURE_NOT_RETRIED);

  private final Settings settings;
  private final boolean following;
  private final boolean installed;
  private final Map<Call, Stopped> stopped = Collections.synchronizedMap(new WeakHashMap<>());

  /** The request of a call, and that it was not to be sent again. */
  private record Stopped(String method, HttpUrl url, Reason reason) {}

  private RetryInterceptor(Settings settings, boolean following, boolean installed) {
    this.settings = settings;
    this.following = following;
    this.installed = installed;
  }

  /**
   * One that follows no redirects.
   *
   * @param settings what is worth another attempt, and the like
   * @return to be installed
   */
  public static RetryInterceptor of(Settings settings) {
    return new RetryInterceptor(Objects.requireNonNull(settings, "settings"), false, false);
  }

  /** {@return the same, but it follows redirects} */
  public RetryInterceptor following() {
    return new RetryInterceptor(settings, true, installed);
  }

  /**
   * A client that retries. It shares the pool and all else with the one it was made of.
   *
   * @param client any, but one that retries already
   * @return the client, whose retryOnConnectionFailure, followRedirects and followSslRedirects are
   *     off
   * @throws IllegalArgumentException if it retries already
   */
  public OkHttpClient install(OkHttpClient client) {
    if (client.interceptors().stream().anyMatch(RetryInterceptor.class::isInstance)) {
      throw new IllegalArgumentException("the client retries already; attempts would multiply");
    }
    OkHttpClient.Builder builder = client.newBuilder()
        .retryOnConnectionFailure(false)
        .followRedirects(false)
        .followSslRedirects(false)
        .addInterceptor(new RetryInterceptor(settings, following, true));
    builder.networkInterceptors().add(0, new NetworkInterceptor());
    return builder.build();
  }

  /**
   * The decisions of the call that ended with this response. Those of one that ended with an error
   * are found by {@link Decided#in}.
   *
   * @param response what a client returned
   * @return one for each attempt and each hop; none of a response that is not ours
   */
  public static List<Decided> decisions(Response response) {
    CallRecord known = response.request().tag(CallRecord.class);
    return known == null ? List.of() : known.call().decisions();
  }

  @Override
  public Response intercept(Chain chain) throws IOException {
    if (!installed) {
      throw new IllegalStateException("without its network part nobody knows what was sent; do not"
          + " add a RetryInterceptor, make a client by RetryInterceptor.of(settings)"
          + ".install(client)");
    }
    Installed.check(chain.call());
    refuseRepetition(chain);
    AttemptTag outer = chain.request().tag(AttemptTag.class);
    if (outer != null) {
      outer.hasAnotherInside();
    }
    RetryingCall call = new RetryingCall(chain, settings, following);
    try {
      return call.run();
    } finally {
      Request last = call.request();
      call.last().filter(RetryInterceptor::isRefusal).ifPresent(reason ->
          stopped.put(chain.call(), new Stopped(last.method(), last.url(), reason)));
    }
  }

  /** An interceptor before this one may send another request, but not what was decided upon. */
  private void refuseRepetition(Chain chain) {
    Stopped before = stopped.get(chain.call());
    Request request = chain.request();
    if (before != null && before.method.equals(request.method())
        && before.url.equals(request.url())) {
      throw new IllegalStateException("an interceptor of the client sends again what the policy"
          + " says not to (" + before.reason + "); take it out, the retries are oncemore's");
    }
  }

  /** Whether it was the policy that ended the call, and not the outcome itself. */
  private static boolean isRefusal(Reason reason) {
    return !OUTCOMES.contains(reason);
  }
}
