// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import dev.oncemore.Policy;
import dev.oncemore.RedirectRewrite;
import dev.oncemore.http.Decided;
import dev.oncemore.http.Settings;
import java.util.List;
import java.util.Objects;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.protocol.RedirectStrategy;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * Lets a client of Apache HttpClient 5 send a request once more where oncemore says so.
 *
 * <pre>{@code
 * try (CloseableHttpClient client = Retrying.classic(HttpClients.custom(), settings).build()) {
 *   ...
 * }
 * }</pre>
 *
 * <p>Each method changes a builder and returns it; the rest of the builder is the caller's. What
 * they change is said in the description of the package.
 */
public final class Retrying {
  private static final String NAME = "oncemore";
  private static final String BEGIN = "oncemore-begin";

  private Retrying() {}

  /**
   * For the classic client, with its own strategy of redirects.
   *
   * @param builder that is changed
   * @param settings the policy, and more
   * @return the builder
   * @throws IllegalArgumentException if the policy's {@code redirectRewrite} is not {@code
   *     BROWSER}, which is how the client rewrites
   */
  public static HttpClientBuilder classic(HttpClientBuilder builder, Settings settings) {
    return classic(builder, settings, new ResolvedRedirects());
  }

  /**
   * For the classic client.
   *
   * @param builder that is changed
   * @param settings the policy, and more
   * @param redirects what the client is to follow, if the policy lets it
   * @return the builder
   * @throws IllegalArgumentException if the policy's {@code redirectRewrite} is not {@code
   *     BROWSER}, which is how the client rewrites
   */
  public static HttpClientBuilder classic(
      HttpClientBuilder builder, Settings settings, RedirectStrategy redirects) {
    return builder
        .disableAutomaticRetries()
        .addExecInterceptorFirst(BEGIN, (request, scope, chain) -> {
          ClientRedirects.probe(scope.clientContext);
          return chain.proceed(request, scope);
        })
        .addExecInterceptorBefore(
            ChainElement.PROTOCOL.name(), NAME, new ClassicRetries(checked(settings), redirects))
        .setRedirectStrategy(new PolicyRedirects(redirects));
  }

  /**
   * For the asynchronous client, with its own strategy of redirects.
   *
   * @param builder that is changed
   * @param settings the policy, and more
   * @return the builder
   * @throws IllegalArgumentException if the policy's {@code redirectRewrite} is not {@code
   *     BROWSER}, which is how the client rewrites
   */
  public static HttpAsyncClientBuilder async(HttpAsyncClientBuilder builder, Settings settings) {
    return async(builder, settings, new ResolvedRedirects());
  }

  /**
   * For the asynchronous client.
   *
   * @param builder that is changed
   * @param settings the policy, and more
   * @param redirects what the client is to follow, if the policy lets it
   * @return the builder
   * @throws IllegalArgumentException if the policy's {@code redirectRewrite} is not {@code
   *     BROWSER}, which is how the client rewrites
   */
  public static HttpAsyncClientBuilder async(
      HttpAsyncClientBuilder builder, Settings settings, RedirectStrategy redirects) {
    return builder
        .disableAutomaticRetries()
        .addExecInterceptorFirst(BEGIN, (request, producer, scope, chain, callback) -> {
          ClientRedirects.probe(scope.clientContext);
          chain.proceed(request, producer, scope, callback);
        })
        .addExecInterceptorBefore(
            ChainElement.PROTOCOL.name(), NAME, new AsyncRetries(checked(settings), redirects))
        .setRedirectStrategy(new PolicyRedirects(redirects));
  }

  /**
   * The decisions of the last call that was made with a context: one for each attempt, one for each
   * redirect, which ended a request, too, and one for a wait that was cancelled.
   *
   * @param context that the caller gave to the client
   * @return the decisions in their order; none if no call of such a client was made with it
   */
  public static List<Decided> decisions(HttpContext context) {
    Exchange exchange = Exchange.of(context);
    return exchange == null ? List.of() : exchange.call().decisions();
  }

  /**
   * Gives the calls that are made with a context a policy of their own, in the place of the
   * settings'.
   *
   * <pre>{@code
   * HttpClientContext context = HttpClientContext.create();
   * Retrying.setPolicy(context, patient);
   * client.execute(request, context, handler);
   * }</pre>
   *
   * @param context that the caller will give to the client
   * @param policy for its calls; null for that of the settings
   * @throws dev.oncemore.InvalidPolicyException if the policy is not valid
   * @throws IllegalArgumentException if the policy's {@code redirectRewrite} is not {@code
   *     BROWSER}, which is how the client rewrites
   */
  public static void setPolicy(HttpContext context, Policy policy) {
    Objects.requireNonNull(context, "context");
    if (policy != null) {
      checked(policy.validate());
    }
    Exchange.setPolicy(context, policy);
  }

  private static Settings checked(Settings settings) {
    checked(settings.policy());
    return settings;
  }

  private static void checked(Policy policy) {
    if (policy.redirectRewrite() != RedirectRewrite.BROWSER) {
      throw new IllegalArgumentException(
          "policy: the client rewrites a redirected request itself, so redirectRewrite must be"
              + " BROWSER");
    }
  }
}
