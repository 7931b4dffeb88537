// SPDX-License-Identifier: MIT
package dev.oncemore;

import java.time.Duration;
import java.util.Objects;

/**
 * The answer of {@link Oncemore#decide}.
 *
 * @param verdict {@link Verdict#RETRY} or {@link Verdict#STOP}
 * @param reason the rule that decided
 * @param delayMillis how long to wait before the next attempt; of a stop for {@link
 *     Reason#ATTEMPTS_EXHAUSTED}, {@link Reason#BUDGET_EXHAUSTED}, {@link
 *     Reason#SERVER_WAIT_TOO_LONG} or {@link Reason#DEADLINE} the wait that a retry would have had,
 *     so that the work can be queued again; of every other stop 0
 * @param notes any number of them
 */
public record Decision(Verdict verdict, Reason reason, long delayMillis, Notes notes) {
  private static final Verdict[] VERDICTS = Verdict.values();
  private static final Reason[] REASONS = Reason.values();

  /**
   * Refuses null.
   *
   * @param verdict see {@link #verdict()}
   * @param reason see {@link #reason()}
   * @param delayMillis see {@link #delayMillis()}
   * @param notes see {@link #notes()}
   */
  public Decision {
    Objects.requireNonNull(verdict, "verdict");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(notes, "notes");
  }

  static Decision unpack(long packed) {
    return new Decision(verdict(packed), reason(packed), millis(packed),
        Notes.ofBits((int) (packed >>> Native.NOTES_SHIFT)));
  }

  static Verdict verdict(long packed) {
    return VERDICTS[(int) (packed >>> Native.VERDICT_SHIFT) & 3];
  }

  static Reason reason(long packed) {
    return REASONS[(int) (packed >>> Native.REASON_SHIFT) & 63];
  }

  static long millis(long packed) {
    return packed & ((1L << Native.VERDICT_SHIFT) - 1);
  }

  /** {@return whether to wait for the delay and send the request once more} */
  public boolean retry() {
    return verdict == Verdict.RETRY;
  }

  /** {@return the delay, in whole milliseconds; see {@link #delayMillis()}} */
  public Duration delay() {
    return Duration.ofMillis(delayMillis);
  }

  /** {@return such as {@code retry retryable_status 2000 ms server_wait_applied}} */
  @Override
  public String toString() {
    return verdict + " " + reason + " " + delayMillis + " ms " + notes;
  }
}
