// SPDX-License-Identifier: MIT
package dev.oncemore;

/** What becomes of the body of a redirected request. */
public enum NextBody {
  /** Sent along. */
  KEEP,
  /** Left out, with its content fields. */
  DROP;

  /** {@return the library's own word for it, the same in every language} */
  @Override
  public String toString() {
    return Native.name(Native.NEXT_BODY, ordinal());
  }
}
