// SPDX-License-Identifier: MIT
package dev.oncemore;

/** Whether the request may be sent twice with the effect of once. */
public enum Repeatable {
  /** If its method is idempotent. */
  BY_METHOD,
  /** The caller knows, or sends an idempotency key. */
  YES,
  /** The caller knows better than the method. */
  NO;

  /** {@return the library's own word for it, the same in every language} */
  @Override
  public String toString() {
    return Native.name(Native.REPEATABLE, ordinal());
  }
}
