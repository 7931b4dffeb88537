// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import dev.oncemore.Policy;
import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/**
 * A client of {@code java.net.http} that retries by oncemore; it can be used wherever an {@link
 * HttpClient} can.
 *
 * <pre>{@code
 * HttpClient client = RetryHttpClient.of(HttpClient.newHttpClient(), Settings.of(policy));
 * HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
 * }</pre>
 *
 * <h2>Attempts, hops and requests</h2>
 *
 * <p>Redirects are followed only by a client that {@link #following} returned, as {@link
 * dev.oncemore.Oncemore#follow} says, and the loop is inside of them: another attempt sends the
 * current hop again. Attempts, hops and time are counted once for the whole call, which so costs
 * {@link dev.oncemore.Counting#requestsPerCallShared} requests at most, max_attempts +
 * max_redirects. A Location that leads from https to http is not followed. Authorization, Cookie
 * and Proxy-Authorization do not go along to another origin.
 *
 * <p>The JDK sends a GET or HEAD by itself once more when a connection ends before the response
 * begins, and from 24 on every request that a server of HTTP/2 says not to have processed. This
 * client keeps it from that, for which each request without a body carries Content-Length: 0. What
 * remains: the connection for it is opened, and closed unused; a connection that is refused is
 * tried twice (unless {@code jdk.httpclient.disableRetryConnect} is set), with nothing sent. A
 * client with an {@link Authenticator} must be able to send again after a 401 or 407, so it is not
 * kept from anything: its GET and HEAD can cost twice the requests, each other request one more
 * after a 401 or 407, and with {@code jdk.httpclient.enableAllMethodRetry} twice.
 *
 * <h2>Bodies</h2>
 *
 * <p>A request's body can be sent again if the JDK made it of a String, of bytes or of a file, if
 * it is empty, if {@link #concat} made it of such, or if the caller says so with {@link
 * #replayable}. All others count as consumed, that of an InputStream, too: nobody knows whether its
 * supplier gives a fresh one.
 *
 * <p>A {@link BodyHandler} only gets the response that the caller gets; that of an attempt that is
 * retried, or of a followed redirect, is read to its end, but not more than 64 KiB or 250 ms of
 * it, so that its connection is used again. There are two exceptions: a 2xx whose body breaks off
 * before the handler is done is connection_lost, and the handler gets the next one as well; and of
 * a client that is not the JDK's own the handler gets each response.
 *
 * <h2>What is known of an attempt that failed</h2>
 *
 * <p>This client has no place that shows what was written to a connection. The mark is that it asks
 * for the length of a request's body whenever it is about to write the head:
 *
 * <table>
 * <caption>The evidence, and where it comes from</caption>
 * <tr><th>what ended the attempt<th>evidence
 * <tr><td>no connection, no name, no tunnel; no head was made<td>never_sent
 * <tr><td>a proxy answered CONNECT with a status<td>that status, never_sent; but 407 comes as a
 *     response, and of that nothing is known
 * <tr><td>the TLS handshake, and one head at most was made: it waits for the end of the
 *     handshake<td>never_sent, by exclusion: it is the client's own error
 * <tr><td>any of these after more heads than that, or after a response began<td>unknown
 * <tr><td>a server of HTTP/2 says that it did not process the request<td>not_processed
 * <tr><td>the {@link BodyHandler}, its subscriber or the publisher of the request failed
 *     <td>unknown, and the failure is {@link dev.oncemore.Failure#OTHER}, whatever they threw
 * <tr><td>anything, from an {@link HttpClient} that is not the JDK's own<td>unknown
 * </table>
 *
 * <p>It cannot be told to open another connection: after a 421 or 408 the next attempt may go on
 * the same one. A decision says {@link dev.oncemore.Note#NEW_CONNECTION} all the same, its line
 * does not.
 *
 * <h2>The end of a call</h2>
 *
 * <p>The caller gets the last response, whatever its status, or the last exception, of the type
 * that the client gives. {@link #decisions} and {@link Decided#in} tell what was decided. To
 * interrupt a thread that sends, or to cancel a future, ends the attempt or the wait at once, as
 * does orTimeout and whatever else ends the future or one that depends on it: no request is sent
 * after that. The time-out of a request is for each attempt, the policy's deadline for the call; an
 * attempt gets no more than that leaves.
 *
 * <p>The hook may be called on a thread of the client.
 */
public final class RetryHttpClient extends HttpClient {
  private final HttpClient client;
  private final Settings settings;
  private final boolean following;

  private RetryHttpClient(HttpClient client, Settings settings, boolean following) {
    this.client = client;
    this.settings = settings;
    this.following = following;
  }

  /**
   * Wraps a client. It stays the caller's to close.
   *
   * @param client one that follows no redirects
   * @param settings what is worth another attempt, and the like
   * @return the client that retries
   * @throws IllegalArgumentException if the client follows redirects, or retries already
   */
  public static RetryHttpClient of(HttpClient client, Settings settings) {
    Objects.requireNonNull(client, "client");
    Objects.requireNonNull(settings, "settings");
    if (client instanceof RetryHttpClient) {
      throw new IllegalArgumentException("the client retries already; attempts would multiply");
    }
    if (client.followRedirects() != Redirect.NEVER) {
      throw new IllegalArgumentException("the client follows redirects where nobody can count them;"
          + " build it with followRedirects(Redirect.NEVER) and use RetryHttpClient.following()");
    }
    return new RetryHttpClient(client, settings, false);
  }

  /** {@return the same, but it follows redirects} */
  public RetryHttpClient following() {
    return new RetryHttpClient(client, settings, true);
  }

  /**
   * The same client with another policy, for one call or many. It stands in the place of {@link
   * Settings#policy()} and {@link Settings#policyFor()}.
   *
   * <pre>{@code
   * client.withPolicy(patient).send(request, BodyHandlers.ofString());
   * }</pre>
   *
   * @param policy what is worth another attempt, and when
   * @return a client that costs nothing to make, and shares all else
   * @throws dev.oncemore.InvalidPolicyException if the policy is not valid
   */
  public RetryHttpClient withPolicy(Policy policy) {
    Objects.requireNonNull(policy, "policy");
    return new RetryHttpClient(client, settings.forCall(policy), following);
  }

  /**
   * A body of several, as {@link BodyPublishers#concat} makes it, but one that can be sent again if
   * all its parts can; the JDK's does not show its parts.
   *
   * @param publishers the parts
   * @return the body, for a request
   */
  public static BodyPublisher concat(BodyPublisher... publishers) {
    BodyPublisher whole = BodyPublishers.concat(publishers);
    return Stream.of(publishers).allMatch(Bodies::isReplayable) ? replayable(whole) : whole;
  }

  /**
   * Says of a body that it can be sent more than once.
   *
   * @param publisher one that gives the same octets to each of its subscribers
   * @return the same, for a request
   */
  public static BodyPublisher replayable(BodyPublisher publisher) {
    return new Replayable(Objects.requireNonNull(publisher, "publisher"));
  }

  /**
   * The decisions of the call that ended with this response. Those of one that ended with an error
   * are found by {@link Decided#in}.
   *
   * @param response what a client of this class returned
   * @return one for each attempt and each hop; none of a response that is not ours
   */
  public static List<Decided> decisions(HttpResponse<?> response) {
    Objects.requireNonNull(response, "response");
    return response instanceof Answer<?> answer ? answer.decisions() : List.of();
  }

  // ---- The loop ---------------------------------------------------------------------------------

  @Override
  public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
      throws IOException, InterruptedException {
    Exchange<T> exchange = exchange(request, handler);
    for (;;) {
      try {
        HttpResponse<T> response = client.send(exchange.begin(), exchange);
        if (!exchange.goesOn(response)) {
          return exchange.result(response);
        }
      } catch (IOException | InterruptedException | RuntimeException error) {
        if (!exchange.goesOn(error)) {
          exchange.call().remember(error);
          throw error;
        }
      }
      pause(exchange);
    }
  }

  private <T> Exchange<T> exchange(HttpRequest request, BodyHandler<T> handler) {
    return new Exchange<>(settings, following, client, request, handler);
  }

  private void pause(Exchange<?> exchange) throws InterruptedException {
    try {
      settings.timing().sleep(exchange.pause());
    } catch (InterruptedException error) {
      exchange.cancelled(error);
      throw exchange.call().remember(error);
    }
    exchange.goOn();
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, BodyHandler<T> handler) {
    Exchange<T> exchange = exchange(request, handler);
    return start(exchange, () -> client.sendAsync(exchange.begin(), exchange));
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, BodyHandler<T> handler, PushPromiseHandler<T> push) {
    Exchange<T> exchange = exchange(request, handler);
    return start(exchange, () -> client.sendAsync(exchange.begin(), exchange, push));
  }

  private <T> CompletableFuture<HttpResponse<T>> start(
      Exchange<T> exchange, Supplier<CompletableFuture<HttpResponse<T>>> send) {
    Executor executor = client.executor().orElse(null);
    return new AsyncCall<>(exchange, send, settings.timing()::after, executor).start();
  }

  // ---- The end ----------------------------------------------------------------------------------

  /**
   * Closes the client below, as {@code HttpClient.close()} of Java 21 and later does; before, there
   * is nothing to close, and nothing is done. It waits for requests that are on their way, and a
   * call that is in a wait then ends with the client's error.
   */
  public void close() {
    Lifecycle.close(client);
  }

  /** As {@code HttpClient.shutdown()} of Java 21 and later; before, it does nothing. */
  public void shutdown() {
    Lifecycle.shutdown(client);
  }

  /** As {@code HttpClient.shutdownNow()} of Java 21 and later; before, it does nothing. */
  public void shutdownNow() {
    Lifecycle.shutdownNow(client);
  }

  /** {@return as {@code HttpClient.isTerminated()} of Java 21 and later; false before} */
  public boolean isTerminated() {
    return Lifecycle.isTerminated(client);
  }

  /**
   * As {@code HttpClient.awaitTermination} of Java 21 and later; before, it does not wait.
   *
   * @param most how long to wait
   * @return whether the client below has ended
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public boolean awaitTermination(Duration most) throws InterruptedException {
    return Lifecycle.awaitTermination(client, Objects.requireNonNull(most, "most"));
  }

  // ---- All else is the client's -----------------------------------------------------------------

  @Override
  public Optional<CookieHandler> cookieHandler() {
    return client.cookieHandler();
  }

  @Override
  public Optional<Duration> connectTimeout() {
    return client.connectTimeout();
  }

  @Override
  public Redirect followRedirects() {
    return following ? Redirect.NORMAL : Redirect.NEVER;
  }

  @Override
  public Optional<ProxySelector> proxy() {
    return client.proxy();
  }

  @Override
  public SSLContext sslContext() {
    return client.sslContext();
  }

  @Override
  public SSLParameters sslParameters() {
    return client.sslParameters();
  }

  @Override
  public Optional<Authenticator> authenticator() {
    return client.authenticator();
  }

  @Override
  public Version version() {
    return client.version();
  }

  @Override
  public Optional<Executor> executor() {
    return client.executor();
  }

  @Override
  public WebSocket.Builder newWebSocketBuilder() {
    return client.newWebSocketBuilder();
  }
}
