// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import dev.oncemore.Policy;
import dev.oncemore.http.RetryHttpClient;
import dev.oncemore.http.Settings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;

/**
 * A request factory over {@code java.net.http} that sends each request once and follows no
 * redirect, so that a {@link RetryInterceptor} decides all that comes after.
 *
 * <p>{@link RetryInterceptor#install(org.springframework.web.client.RestClient.Builder)} makes one.
 * To set its read time-out or its compression, make it and give it to the builder together with the
 * interceptor.
 */
public final class OneSendRequestFactory extends JdkClientHttpRequestFactory {
  private static final Policy ONE_ATTEMPT = Policy.defaults().withMaxAttempts(1);

  private final RetryHttpClient client;
  private Duration readTimeout;
  private boolean compression = true;

  /**
   * Over a client.
   *
   * @param client one that follows no redirects; it may repeat, which it is kept from
   * @throws IllegalArgumentException if the client follows redirects, or retries already
   */
  public OneSendRequestFactory(HttpClient client) {
    this(RetryHttpClient.of(client, Settings.of(ONE_ATTEMPT)));
  }

  private OneSendRequestFactory(RetryHttpClient client) {
    super(client);
    this.client = client;
  }

  /**
   * Says of another request factory that it sends each request once and follows no redirect, so
   * that a {@link RetryInterceptor} works over it. Nobody checks that. What such a factory says of
   * a failure proves nothing, so a POST is not repeated after it.
   *
   * @param factory the caller's
   * @return the same, as the interceptor wants it
   */
  public static ClientHttpRequestFactory vouchedFor(ClientHttpRequestFactory factory) {
    return new Vouched(Objects.requireNonNull(factory, "factory"));
  }

  @Override
  public ClientHttpRequest createRequest(URI uri, HttpMethod method) throws IOException {
    Optional<Duration> timeLeft = RestAttempt.sends(uri);
    return timeLeft.isPresent() ? limited(timeLeft.get()).createRequest(uri, method)
        : super.createRequest(uri, method);
  }

  /** Nobody waits for a head longer than that. */
  private JdkClientHttpRequestFactory limited(Duration timeLeft) {
    Policy policy = ONE_ATTEMPT.withDeadline(timeLeft.isZero() ? Duration.ofMillis(1) : timeLeft);
    JdkClientHttpRequestFactory limited =
        new JdkClientHttpRequestFactory(client.withPolicy(policy));
    if (readTimeout != null) {
      limited.setReadTimeout(readTimeout);
    }
    if (!compression) {
      limited.enableCompression(false);
    }
    return limited;
  }

  @Override
  public void setReadTimeout(int readTimeout) {
    setReadTimeout(Duration.ofMillis(readTimeout));
  }

  @Override
  public void setReadTimeout(Duration readTimeout) {
    this.readTimeout = readTimeout.isZero() ? null : readTimeout;
    super.setReadTimeout(readTimeout);
  }

  /**
   * Whether responses are decompressed; from Spring Framework 7 on.
   *
   * @param enable the default is true
   */
  @Override
  public void enableCompression(boolean enable) {
    compression = enable;
    super.enableCompression(enable);
  }

  /** Of which the caller says that it sends once. */
  record Vouched(ClientHttpRequestFactory factory) implements ClientHttpRequestFactory {
    @Override
    public ClientHttpRequest createRequest(URI uri, HttpMethod method) throws IOException {
      RestAttempt.sends(uri);
      return factory.createRequest(uri, method);
    }
  }
}
