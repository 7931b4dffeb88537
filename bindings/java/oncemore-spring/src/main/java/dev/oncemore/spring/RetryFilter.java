// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import dev.oncemore.Policy;
import dev.oncemore.http.Settings;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/**
 * Lets a WebClient send a request once more where oncemore says so.
 *
 * <pre>{@code
 * WebClient client =
 *     RetryFilter.of(settings).withReplayableBodies().install(WebClient.builder()).build();
 * }</pre>
 *
 * <p>{@code install} gives the client a connector as well, over Reactor Netty, that sends each
 * request once and follows nothing, and that tells the filter how far a request got. Where the
 * filter is added by hand, over a connector that repeats or follows by itself or of which that is
 * not known, a call fails before anything is sent, with an {@link IllegalStateException} that says
 * what to do; over a ReactorClientHttpConnector that does not follow it works, but no failure to
 * connect proves that nothing was sent. Of two filters the inner decides, and the outer sends once.
 * If a filter that comes after it sends by itself again, the response to that is the caller's, and
 * the decision's line says why.
 *
 * <p>The loop is inside the redirects.
 *
 * <p>Nobody can see whether a body can be produced once more: that of {@code bodyValue} can, that
 * of {@code body(publisher, ...)} if the publisher gives the same to each subscriber. So a request
 * with a body counts as one that can be sent only once, unless {@link #withReplayableBodies} says
 * otherwise for all requests, or {@link #replayable} for one. As long as nobody has begun to write
 * it, a body can be sent in any case.
 *
 * <p>No thread waits: to dispose of the subscription ends a wait, or an attempt, at once. After the
 * last attempt the caller gets what he would have got without the filter: the last response, or the
 * last error, in which {@link dev.oncemore.http.Decided#in} finds the decisions. Reactor's {@code
 * timeout} ends the whole call, waits and all, that of the connector one attempt.
 */
public final class RetryFilter implements ExchangeFilterFunction {
  private static final String REPLAYABLE = RetryFilter.class.getName() + ".replayable";

  private final Settings settings;
  private final boolean following;
  private final boolean replayable;

  private RetryFilter(Settings settings, boolean following, boolean replayable) {
    this.settings = settings;
    this.following = following;
    this.replayable = replayable;
  }

  /**
   * One that follows no redirect: a redirect is the caller's response.
   *
   * @param settings the policy, and more
   * @return the filter
   */
  public static RetryFilter of(Settings settings) {
    return new RetryFilter(Objects.requireNonNull(settings, "settings"), false, false);
  }

  /**
   * {@return the same, but it follows redirects as the policy says, which costs at most {@code
   * Counting.requestsPerCallShared(maxAttempts, maxRedirects)} requests a call}
   */
  public RetryFilter following() {
    return new RetryFilter(settings, true, replayable);
  }

  /** {@return the same, for a client whose bodies can all be produced more than once} */
  public RetryFilter withReplayableBodies() {
    return new RetryFilter(settings, following, true);
  }

  /**
   * Says of one request whether its body can be produced more than once.
   *
   * <pre>{@code
   * client.put().uri(uri).attributes(RetryFilter.replayable(true)).body(fluxOfFile, Part.class)
   * }</pre>
   *
   * @param replayable whether it can
   * @return for the request's attributes
   */
  public static Consumer<Map<String, Object>> replayable(boolean replayable) {
    return attributes -> attributes.put(REPLAYABLE, replayable);
  }

  /**
   * Puts this into a builder, and a connector over Reactor Netty in the place of the builder's.
   *
   * @param builder that is changed
   * @return the same
   */
  public WebClient.Builder install(WebClient.Builder builder) {
    return install(builder, new OneSendConnector());
  }

  /**
   * Puts this into a builder, and a connector in the place of the builder's.
   *
   * @param builder that is changed
   * @param connector over the caller's client
   * @return the same builder
   */
  public WebClient.Builder install(WebClient.Builder builder, OneSendConnector connector) {
    return builder.clientConnector(connector).filter(this);
  }

  /**
   * The policy of one request, in the place of the settings'.
   *
   * <pre>{@code
   * client.get().uri(uri).attributes(RetryFilter.policy(patient)).retrieve()...
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
  public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
    boolean again = (boolean) request.attribute(REPLAYABLE).orElse(replayable);
    return Mono.defer(() -> new ReactiveCall(settings, following, again, request, next).run());
  }
}
