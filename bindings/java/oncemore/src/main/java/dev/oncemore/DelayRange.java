// SPDX-License-Identifier: MIT
package dev.oncemore;

import java.time.Duration;

/**
 * A closed range of delays.
 *
 * @param low the shortest
 * @param high the longest
 */
public record DelayRange(Duration low, Duration high) {
  /**
   * Refuses null.
   *
   * @param low see {@link #low()}
   * @param high see {@link #high()}
   */
  public DelayRange {
    low = Border.whole(low, "low");
    high = Border.whole(high, "high");
  }

  DelayRange(long[] ends) {
    this(Duration.ofMillis(ends[0]), Duration.ofMillis(ends[1]));
  }

  /**
   * One of its milliseconds, all equally likely. A range that is the wrong way round has only its
   * low end.
   *
   * @param random 64 uniform bits
   * @return the delay
   */
  public Duration draw(long random) {
    return Duration.ofMillis(Native.draw(low.toMillis(), high.toMillis(), random));
  }

  /** {@return such as {@code 500-1000 ms}} */
  @Override
  public String toString() {
    return low.toMillis() + "-" + high.toMillis() + " ms";
  }
}
