// SPDX-License-Identifier: MIT
package dev.oncemore;

import java.time.Duration;
import java.util.Objects;

/**
 * The client's own delay between attempts. The ceiling after attempt n is initial x
 * multiplier^(n-1), at most cap, and the delay is drawn evenly from a range around it.
 *
 * <p>Durations are kept in whole milliseconds, rounded up, ratios to the nearest thousandth.
 *
 * @param initial the ceiling after attempt 1; not negative; 1 s unless set
 * @param cap the longest delay; not negative; 30 s unless set
 * @param floor the shortest delay; not negative, not above cap; 0 unless set
 * @param multiplier at least 1; 2 unless set
 * @param jitter the range to draw from; {@link Jitter#EQUAL} unless set
 * @param spread how far {@link Jitter#PROPORTIONAL} goes to both sides, as a part of the ceiling: 0
 *     to 1; 0.5 unless set
 * @param spreadTime how far {@link Jitter#ADDITIVE} goes, backoff.spread_time in messages; not
 *     negative; 0 unless set
 */
public record Backoff(
    Duration initial,
    Duration cap,
    Duration floor,
    double multiplier,
    Jitter jitter,
    double spread,
    Duration spreadTime) {
  /**
   * Refuses null, and ratios that are negative or no numbers.
   *
   * @param initial see {@link #initial()}
   * @param cap see {@link #cap()}
   * @param floor see {@link #floor()}
   * @param multiplier see {@link #multiplier()}
   * @param jitter see {@link #jitter()}
   * @param spread see {@link #spread()}
   * @param spreadTime see {@link #spreadTime()}
   */
  public Backoff {
    initial = Border.whole(initial, "initial");
    cap = Border.whole(cap, "cap");
    floor = Border.whole(floor, "floor");
    multiplier = Border.ratio(Border.thousandths(multiplier, "multiplier"));
    Objects.requireNonNull(jitter, "jitter");
    spread = Border.ratio(Border.thousandths(spread, "spread"));
    spreadTime = Border.whole(spreadTime, "spreadTime");
  }

  /** {@return the library's default} */
  public static Backoff defaults() {
    return Policy.defaults().backoff();
  }

  /**
   * {@return the same with another first ceiling}
   *
   * @param initial see {@link #initial()}
   */
  public Backoff withInitial(Duration initial) {
    return new Backoff(initial, cap, floor, multiplier, jitter, spread, spreadTime);
  }

  /**
   * {@return the same with another longest delay}
   *
   * @param cap see {@link #cap()}
   */
  public Backoff withCap(Duration cap) {
    return new Backoff(initial, cap, floor, multiplier, jitter, spread, spreadTime);
  }

  /**
   * {@return the same with another shortest delay}
   *
   * @param floor see {@link #floor()}
   */
  public Backoff withFloor(Duration floor) {
    return new Backoff(initial, cap, floor, multiplier, jitter, spread, spreadTime);
  }

  /**
   * {@return the same with another multiplier}
   *
   * @param multiplier see {@link #multiplier()}
   */
  public Backoff withMultiplier(double multiplier) {
    return new Backoff(initial, cap, floor, multiplier, jitter, spread, spreadTime);
  }

  /**
   * {@return the same with another range}
   *
   * @param jitter see {@link #jitter()}
   */
  public Backoff withJitter(Jitter jitter) {
    return new Backoff(initial, cap, floor, multiplier, jitter, spread, spreadTime);
  }

  /**
   * {@return the same with another spread}
   *
   * @param spread see {@link #spread()}
   */
  public Backoff withSpread(double spread) {
    return new Backoff(initial, cap, floor, multiplier, jitter, spread, spreadTime);
  }

  /**
   * {@return the same with another time to add}
   *
   * @param spreadTime see {@link #spreadTime()}
   */
  public Backoff withSpreadTime(Duration spreadTime) {
    return new Backoff(initial, cap, floor, multiplier, jitter, spread, spreadTime);
  }
}
