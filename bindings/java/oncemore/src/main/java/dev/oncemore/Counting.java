// SPDX-License-Identifier: MIT
package dev.oncemore;

import java.math.BigInteger;
import java.util.Objects;

/** Attempts and retries, other systems' numbers, and the requests that a call can cost. */
public final class Counting {
  private Counting() {}

  /**
   * One client of a stack of clients.
   *
   * @param attempts the sends allowed, the first included; 0 to 4,294,967,295
   * @param redirects the hops allowed after each send; 0 to 4,294,967,295
   */
  public record Layer(long attempts, long redirects) {
    /**
     * Refuses what 32 bits do not hold.
     *
     * @param attempts see {@link #attempts()}
     * @param redirects see {@link #redirects()}
     */
    public Layer {
      Border.uint32(attempts, "attempts");
      Border.uint32(redirects, "redirects");
    }
  }

  /**
   * The attempts that so many retries make: one more.
   *
   * @param retries 0 to 4,294,967,295; the two largest are unlimited
   * @return the attempts, possibly {@link Policy#UNLIMITED}
   */
  public static long attemptsFromRetries(long retries) {
    int number = Border.uint32(retries, "retries");
    return Integer.toUnsignedLong(Native.attemptsFromRetries(number));
  }

  /**
   * The retries among so many attempts: one less, 0 of 0.
   *
   * @param attempts 0 to 4,294,967,295, {@link Policy#UNLIMITED} staying so
   * @return the retries
   */
  public static long retriesFromAttempts(long attempts) {
    int number = Border.uint32(attempts, "attempts");
    return Integer.toUnsignedLong(Native.retriesFromAttempts(number));
  }

  /**
   * The {@link Policy#maxAttempts()} that means the same as another system's setting, so that a
   * policy can be moved without being off by one.
   *
   * @param convention the other system's setting
   * @param n its value
   * @return the attempts, possibly {@link Policy#UNLIMITED}
   * @throws IllegalArgumentException if the system itself rejects n
   */
  public static long maxAttemptsFor(Convention convention, long n) {
    Objects.requireNonNull(convention, "convention");
    int attempts = Native.maxAttemptsFor(convention.ordinal(), n);
    if (attempts == 0) {
      throw new IllegalArgumentException(convention + " does not take " + n);
    }
    return Integer.toUnsignedLong(attempts);
  }

  /**
   * The worst number of requests of one call whose redirect allowance starts afresh with each
   * attempt: attempts x (1 + redirects), 3 x (1 + 5) = 18.
   *
   * @param attempts the sends allowed, the first included; 0 to 4,294,967,295
   * @param redirects the hops allowed after each send; 0 to 4,294,967,295
   * @return the number, at most 2^64-1
   */
  public static BigInteger requestsPerCall(long attempts, long redirects) {
    return unsigned(Native.requestsPerCall(
        Border.uint32(attempts, "attempts"), Border.uint32(redirects, "redirects")));
  }

  /**
   * The same for clients that wrap each other: the product. A layer that sends nothing makes it 0.
   *
   * @param layers the clients; none is the bare request, 1
   * @return the number, at most 2^64-1
   */
  public static BigInteger requestsPerCall(Layer... layers) {
    int[] numbers = new int[2 * Objects.requireNonNull(layers, "layers").length];
    for (int i = 0; i < layers.length; i++) {
      Layer layer = Objects.requireNonNull(layers[i], "layer");
      numbers[2 * i] = (int) layer.attempts;
      numbers[2 * i + 1] = (int) layer.redirects;
    }
    return unsigned(Native.requestsPerCallLayers(numbers));
  }

  /**
   * The worst number where one allowance serves the whole call, as {@link Oncemore#follow} counts:
   * attempts + redirects.
   *
   * @param attempts the sends allowed, the first included; 0 to 4,294,967,295
   * @param redirects the hops allowed for the call; 0 to 4,294,967,295
   * @return the number
   */
  public static BigInteger requestsPerCallShared(long attempts, long redirects) {
    return unsigned(Native.requestsPerCallShared(
        Border.uint32(attempts, "attempts"), Border.uint32(redirects, "redirects")));
  }

  private static BigInteger unsigned(long bits) {
    return new BigInteger(Long.toUnsignedString(bits));
  }
}
