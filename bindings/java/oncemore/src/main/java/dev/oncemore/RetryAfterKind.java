// SPDX-License-Identifier: MIT
package dev.oncemore;

/** What a Retry-After field says. */
public enum RetryAfterKind {
  /** There is no such field. */
  ABSENT,
  /** Nothing that can be understood. */
  MALFORMED,
  /** A wait; 0 is one, too. */
  WAIT;

  /** {@return the library's own word for it, the same in every language} */
  @Override
  public String toString() {
    return Native.name(Native.RETRY_AFTER_KIND, ordinal());
  }
}
