// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

/** How far the body of an attempt got. */
final class BodyState {
  private final boolean repeatable;
  private volatile boolean started;
  private volatile boolean written;

  /** Of a body that the client calls repeatable, or not. No body is repeatable. */
  BodyState(boolean repeatable) {
    this.repeatable = repeatable;
  }

  void start() {
    started = true;
  }

  void end() {
    written = true;
  }

  /** Whether another attempt can have it, be it that nobody has touched it yet. */
  boolean replayable() {
    return repeatable || !started;
  }

  /** Whether a part of it was written, and not all. */
  boolean broken() {
    return started && !written;
  }
}
