// SPDX-License-Identifier: MIT
package dev.oncemore;

import java.time.Duration;
import java.util.Objects;

/**
 * The answer of {@link Oncemore#follow}. A stop keeps the method and drops nothing.
 *
 * @param verdict {@link Verdict#FOLLOW} or {@link Verdict#STOP}
 * @param reason the rule that decided
 * @param delayMillis how long to wait before following; of a stop for {@link
 *     Reason#SERVER_WAIT_TOO_LONG} or {@link Reason#DEADLINE} the wait that following would have
 *     had, of every other stop 0
 * @param method what becomes of the method
 * @param body what becomes of the body
 */
public record HopDecision(
    Verdict verdict, Reason reason, long delayMillis, NextMethod method, NextBody body) {
  /**
   * Refuses null.
   *
   * @param verdict see {@link #verdict()}
   * @param reason see {@link #reason()}
   * @param delayMillis see {@link #delayMillis()}
   * @param method see {@link #method()}
   * @param body see {@link #body()}
   */
  public HopDecision {
    Objects.requireNonNull(verdict, "verdict");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(method, "method");
    Objects.requireNonNull(body, "body");
  }

  static HopDecision unpack(long packed) {
    return new HopDecision(
        Decision.verdict(packed),
        Decision.reason(packed),
        Decision.millis(packed),
        NextMethod.values()[(int) (packed >>> Native.NOTES_SHIFT) & 1],
        NextBody.values()[(int) (packed >>> Native.NEXT_BODY_SHIFT) & 1]);
  }

  /** {@return whether to wait and send the redirected request} */
  public boolean follow() {
    return verdict == Verdict.FOLLOW;
  }

  /** {@return the delay, in whole milliseconds; see {@link #delayMillis()}} */
  public Duration delay() {
    return Duration.ofMillis(delayMillis);
  }

  /** {@return such as {@code follow follow 0 ms get drop}} */
  @Override
  public String toString() {
    return verdict + " " + reason + " " + delayMillis + " ms " + method + " " + body;
  }
}
