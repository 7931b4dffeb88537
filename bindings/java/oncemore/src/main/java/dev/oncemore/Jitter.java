// SPDX-License-Identifier: MIT
package dev.oncemore;

/** From which range around the ceiling c a delay is drawn, before it is cut to [floor, cap]. */
public enum Jitter {
  /** [c, c]. */
  NONE,
  /** [0, c]. */
  FULL,
  /** [c / 2, c]. */
  EQUAL,
  /** [c - s, c + s] with s = c x spread. */
  PROPORTIONAL,
  /** [a, a + spreadTime], a = c, but not so high that the cap cuts the spread off. */
  ADDITIVE,
  /** [initial, 3 x previousDelay]. */
  DECORRELATED;

  /** {@return the library's own word for it, the same in every language} */
  @Override
  public String toString() {
    return Native.name(Native.JITTER, ordinal());
  }
}
