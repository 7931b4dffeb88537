// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import dev.oncemore.Policy;
import dev.oncemore.http.Settings;
import java.io.IOException;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

/**
 * Lets a RestClient, or a RestTemplate, send a request once more where oncemore says so.
 *
 * <pre>{@code
 * RestClient client = RetryInterceptor.of(settings).install(RestClient.builder()).build();
 * RestTemplate template = RetryInterceptor.of(settings).install(new RestTemplate());
 * }</pre>
 *
 * <p>{@code install} gives the client a request factory as well, over {@code java.net.http}, that
 * sends each request once and follows nothing. Where the interceptor is added by hand, over a
 * factory that repeats or follows by itself or of which that is not known, a call fails before
 * anything is sent, with an {@link IllegalStateException} that says what to do. Over a client that
 * decides by oncemore itself, as one of {@code Retrying} for Apache HttpClient, the interceptor
 * sends once and leaves all to that; so does the outer of two interceptors.
 *
 * <p>The loop is inside the redirects. Spring reads the whole body of a request into memory as soon
 * as there is an interceptor, however the caller gave it, so that it can always be sent again.
 *
 * <p>With Spring 6.2 it must be the last of the interceptors: what comes after it would see the
 * first attempt alone. If one that comes after it sends by itself again, the response to that is
 * the caller's, and the decision's line says why.
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

  /**
   * Puts this into a builder, and a request factory in the place of the builder's.
   *
   * @param builder that is changed
   * @return the same
   */
  public RestClient.Builder install(RestClient.Builder builder) {
    return install(builder, HttpClient.newHttpClient());
  }

  /**
   * Puts this into a builder, and a request factory over a client in the place of the builder's.
   *
   * @param builder that is changed
   * @param client one that follows no redirects
   * @return the same builder
   * @throws IllegalArgumentException if the client follows redirects, or retries already
   */
  public RestClient.Builder install(RestClient.Builder builder, HttpClient client) {
    return builder
        .requestFactory(new OneSendRequestFactory(client))
        .requestInterceptor(this);
  }

  /**
   * Puts this into a template, and a request factory in the place of the template's.
   *
   * @param template that is changed
   * @return the same
   */
  public RestTemplate install(RestTemplate template) {
    return install(template, HttpClient.newHttpClient());
  }

  /**
   * Puts this into a template, and a request factory over a client in the place of the template's.
   *
   * @param template that is changed
   * @param client one that follows no redirects
   * @return the same template
   * @throws IllegalArgumentException if the client follows redirects, or retries already
   */
  public RestTemplate install(RestTemplate template, HttpClient client) {
    template.setRequestFactory(new OneSendRequestFactory(client));
    List<ClientHttpRequestInterceptor> interceptors = new ArrayList<>(template.getInterceptors());
    interceptors.add(this);
    template.setInterceptors(interceptors);
    return template;
  }

  /**
   * The policy of one request, in the place of the settings'.
   *
   * <pre>{@code
   * client.get().uri(uri).attributes(RetryInterceptor.policy(patient)).retrieve()...
   * }</pre>
   *
   * @param policy of that request
   * @return for the request's attributes
   * @throws dev.oncemore.InvalidPolicyException if the policy is not valid
   */
  public static Consumer<Map<String, Object>> policy(Policy policy) {
    return RequestPolicy.among(policy);
  }

  @Override
  public ClientHttpResponse intercept(
      HttpRequest request, byte[] body, ClientHttpRequestExecution execution) throws IOException {
    return new RestCall(settings, following, request, body, execution).run();
  }
}
