// SPDX-License-Identifier: MIT
package dev.oncemore;

import java.time.Duration;

/** The ranges of a policy's delays, one after the other. */
final class Schedule {
  private final Policy policy;
  private long number;
  private DelayRange last = new DelayRange(Duration.ZERO, Duration.ZERO);

  Schedule(Policy policy) {
    this.policy = policy;
  }

  DelayRange next() {
    number = Math.min(number + 1, Policy.UNLIMITED);
    last = new DelayRange(
        policy.delayRange(number, last.low()).low(), policy.delayRange(number, last.high()).high());
    return last;
  }
}
