// SPDX-License-Identifier: MIT
package dev.oncemore;

import java.time.Duration;
import java.util.Objects;

/**
 * How the wait that a server asks for with Retry-After joins the client's own delay.
 *
 * <p>Durations are kept in whole milliseconds, rounded up, ratios to the nearest thousandth.
 *
 * @param mode which of the two counts; {@link ServerWaitMode#AT_LEAST} unless set
 * @param overCap what happens to a wait longer than cap; {@link OverCap#GIVE_UP} unless set
 * @param cap the longest wait to accept from a server; not negative; 30 s unless set
 * @param spread lets clients come later than they were told, each by another part of the wait, so
 *     that they do not come all at once: 0 to 1; 0.1 unless set
 */
public record ServerWait(ServerWaitMode mode, OverCap overCap, Duration cap, double spread) {
  /**
   * Refuses null, and a ratio that is negative or no number.
   *
   * @param mode see {@link #mode()}
   * @param overCap see {@link #overCap()}
   * @param cap see {@link #cap()}
   * @param spread see {@link #spread()}
   */
  public ServerWait {
    Objects.requireNonNull(mode, "mode");
    Objects.requireNonNull(overCap, "overCap");
    cap = Border.whole(cap, "cap");
    spread = Border.ratio(Border.thousandths(spread, "spread"));
  }

  /** {@return the library's default} */
  public static ServerWait defaults() {
    return Policy.defaults().serverWait();
  }

  /**
   * {@return the same with another mode}
   *
   * @param mode see {@link #mode()}
   */
  public ServerWait withMode(ServerWaitMode mode) {
    return new ServerWait(mode, overCap, cap, spread);
  }

  /**
   * {@return the same with another answer to long waits}
   *
   * @param overCap see {@link #overCap()}
   */
  public ServerWait withOverCap(OverCap overCap) {
    return new ServerWait(mode, overCap, cap, spread);
  }

  /**
   * {@return the same with another longest wait}
   *
   * @param cap see {@link #cap()}
   */
  public ServerWait withCap(Duration cap) {
    return new ServerWait(mode, overCap, cap, spread);
  }

  /**
   * {@return the same with another spread}
   *
   * @param spread see {@link #spread()}
   */
  public ServerWait withSpread(double spread) {
    return new ServerWait(mode, overCap, cap, spread);
  }
}
