// SPDX-License-Identifier: MIT
package dev.oncemore;

/** Whether the request's body can be produced once more. */
public enum Body {
  /** It can, or there is none. */
  REPLAYABLE,
  /** It cannot. */
  CONSUMED;

  /** {@return the library's own word for it, the same in every language} */
  @Override
  public String toString() {
    return Native.name(Native.BODY, ordinal());
  }
}
