// SPDX-License-Identifier: MIT
package dev.oncemore;

import java.time.Duration;
import java.util.Objects;

/**
 * The facts about a response that may be a redirect.
 *
 * @param status the status of the response, as received
 * @param method the method of the request that was redirected
 * @param hasLocation whether the response says where to, in a way that the client understands
 * @param body that of the request that was redirected
 * @param retryAfter the least wait before following (RFC 9110 10.2.3)
 * @param elapsed the time since the start of attempt 1; not negative
 */
public record Hop(
    int status,
    Method method,
    boolean hasLocation,
    Body body,
    RetryAfter retryAfter,
    Duration elapsed) {
  private static final Hop DEFAULTS = defaults(Native.defaultHop());

  /**
   * Refuses null.
   *
   * @param status see {@link #status()}
   * @param method see {@link #method()}
   * @param hasLocation see {@link #hasLocation()}
   * @param body see {@link #body()}
   * @param retryAfter see {@link #retryAfter()}
   * @param elapsed see {@link #elapsed()}
   */
  public Hop {
    Objects.requireNonNull(method, "method");
    Objects.requireNonNull(body, "body");
    Objects.requireNonNull(retryAfter, "retryAfter");
    Objects.requireNonNull(elapsed, "elapsed");
  }

  /**
   * A hop of which all else is as the library assumes: nothing is known.
   *
   * @param status the status of the response
   * @param method the method of the request that was redirected
   * @param hasLocation whether the response says where to
   * @return the hop
   */
  public static Hop of(int status, Method method, boolean hasLocation) {
    return new Hop(status, method, hasLocation, DEFAULTS.body, DEFAULTS.retryAfter,
        DEFAULTS.elapsed);
  }

  /**
   * {@return the same with another status}
   *
   * @param status see {@link #status()}
   */
  public Hop withStatus(int status) {
    return new Hop(status, method, hasLocation, body, retryAfter, elapsed);
  }

  /**
   * {@return the same with another method}
   *
   * @param method see {@link #method()}
   */
  public Hop withMethod(Method method) {
    return new Hop(status, method, hasLocation, body, retryAfter, elapsed);
  }

  /**
   * {@return the same with or without a place to go to}
   *
   * @param hasLocation see {@link #hasLocation()}
   */
  public Hop withHasLocation(boolean hasLocation) {
    return new Hop(status, method, hasLocation, body, retryAfter, elapsed);
  }

  /**
   * {@return the same with this said of the body}
   *
   * @param body see {@link #body()}
   */
  public Hop withBody(Body body) {
    return new Hop(status, method, hasLocation, body, retryAfter, elapsed);
  }

  /**
   * {@return the same with this field}
   *
   * @param retryAfter see {@link #retryAfter()}
   */
  public Hop withRetryAfter(RetryAfter retryAfter) {
    return new Hop(status, method, hasLocation, body, retryAfter, elapsed);
  }

  /**
   * {@return the same at this time}
   *
   * @param elapsed see {@link #elapsed()}
   */
  public Hop withElapsed(Duration elapsed) {
    return new Hop(status, method, hasLocation, body, retryAfter, elapsed);
  }

  /** The enumerators in one int, as those of an attempt. */
  int facts() {
    return method.ordinal()
        | body.ordinal() << Native.BODY_SHIFT
        | retryAfter.kind().ordinal() << Native.RETRY_AFTER_KIND_SHIFT;
  }

  private static Hop defaults(long[] words) {
    int facts = (int) words[1];
    return new Hop(
        (int) words[0],
        Method.values()[facts & 0xFF],
        words[2] != 0,
        Body.values()[facts >>> Native.BODY_SHIFT & 3],
        new RetryAfter(words[4], facts >>> Native.RETRY_AFTER_KIND_SHIFT & 3),
        Duration.ofMillis(words[3]));
  }
}
