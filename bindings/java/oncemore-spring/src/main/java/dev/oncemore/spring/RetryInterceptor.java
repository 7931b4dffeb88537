// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import dev.oncemore.http.Settings;
import java.io.IOException;
import java.util.Objects;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;

/**
 * Lets a RestClient, or a RestTemplate, send a request once more where oncemore says so.
 *
 * <pre>{@code
 * RestClient client = RestClient.builder()
 *     .requestFactory(SendingOnce.jdk(httpClient))
 *     .requestInterceptor(RetryInterceptor.of(settings))
 *     .build();
 * }</pre>
 *
 * <p>The loop is inside the redirects. Spring reads the whole body of a request into memory as soon
 * as there is an interceptor, however the caller gave it, so that it can always be sent again. The
 * request factory must not retry and must not follow by itself; {@link SendingOnce} makes such.
 *
 * <p>With Spring 6.2 it must be the last of the interceptors: what comes after it would see the
 * first attempt alone.
 *
 * <p>After the last attempt the caller gets what he would have got without it: the last response,
 * or the last exception, in which {@link dev.oncemore.http.Decided#in} finds the decisions. To
 * interrupt the thread ends a wait, or the attempt where the client can be interrupted; that is an
 * {@link java.io.InterruptedIOException}, and the thread stays interrupted.
 */
public final class RetryInterceptor implements ClientHttpRequestInterceptor {
  private final Settings settings;
  private final boolean following;

  private RetryInterceptor(Settings settings, boolean following) {
    this.settings = settings;
    this.following = following;
  }

  /**
   * One that follows no redirect: a redirect is the caller's response.
   *
   * @param settings the policy, and more
   * @return the interceptor
   */
  public static RetryInterceptor of(Settings settings) {
    return new RetryInterceptor(Objects.requireNonNull(settings, "settings"), false);
  }

  /**
   * {@return the same, but it follows redirects as the policy says, which costs at most {@code
   * Counting.requestsPerCallShared(maxAttempts, maxRedirects)} requests a call}
   */
  public RetryInterceptor following() {
    return new RetryInterceptor(settings, true);
  }

  @Override
  public ClientHttpResponse intercept(
      HttpRequest request, byte[] body, ClientHttpRequestExecution execution) throws IOException {
    return new RestCall(settings, following, request, body, execution).run();
  }
}
