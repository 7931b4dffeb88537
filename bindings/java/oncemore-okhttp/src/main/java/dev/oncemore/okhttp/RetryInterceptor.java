// SPDX-License-Identifier: MIT
package dev.oncemore.okhttp;

import dev.oncemore.http.Decided;
import dev.oncemore.http.Settings;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
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
 * call of a client that has them on again ends with an IllegalStateException when they act. OkHttp
 * also repeats a 503 whose Retry-After is 0, whatever is set; a network interceptor keeps it from
 * that by hiding the field. What remains: an Authenticator's answer to a 401 or 407, and a 421 on a
 * connection that was opened for another host, which promises that nothing was done; each is one
 * more request of an attempt.
 *
 * <h2>Bodies</h2>
 *
 * <p>A request's body can be sent again unless it says isOneShot or isDuplex. A response that is
 * retried or followed is closed, and OkHttp reads a short rest of it, so that the connection is
 * used again. A body that the caller reads is the caller's: if a 2xx breaks off there, nothing is
 * retried.
 *
 * <p>OkHttp uses a kept connection for ten seconds without asking whether the server has closed it.
 * What is not idempotent could not be sent again then; so for it a kept connection of HTTP/1 is
 * asked, which takes a millisecond, and one that is dead is not_sent.
 *
 * <h2>The end of a call</h2>
 *
 * <p>The caller gets the last response, whatever its status, or the last exception. {@link
 * #decisions} and {@link Decided#in} tell what was decided. {@code Call.cancel()} and the
 * callTimeout end an attempt at once and a wait within 20 ms; both are cancelled, as is an
 * interrupted thread. A call that was enqueued waits, as interceptors must, on its dispatcher's
 * thread.
 */
public final class RetryInterceptor implements Interceptor {
  private final Settings settings;
  private final boolean following;

  private RetryInterceptor(Settings settings, boolean following) {
    this.settings = settings;
    this.following = following;
  }

  /**
   * One that follows no redirects.
   *
   * @param settings what is worth another attempt, and the like
   * @return to be installed
   */
  public static RetryInterceptor of(Settings settings) {
    return new RetryInterceptor(Objects.requireNonNull(settings, "settings"), false);
  }

  /** {@return the same, but it follows redirects} */
  public RetryInterceptor following() {
    return new RetryInterceptor(settings, true);
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
    return client.newBuilder()
        .retryOnConnectionFailure(false)
        .followRedirects(false)
        .followSslRedirects(false)
        .addInterceptor(this)
        .addNetworkInterceptor(new Witness())
        .build();
  }

  /**
   * The decisions of the call that ended with this response. Those of one that ended with an error
   * are found by {@link Decided#in}.
   *
   * @param response what a client returned
   * @return one for each attempt and each hop; none of a response that is not ours
   */
  public static List<Decided> decisions(Response response) {
    Sending sending = response.request().tag(Sending.class);
    return sending == null ? List.of() : sending.decisions();
  }

  @Override
  public Response intercept(Chain chain) throws IOException {
    return new RetryingCall(chain, settings, following).run();
  }
}
