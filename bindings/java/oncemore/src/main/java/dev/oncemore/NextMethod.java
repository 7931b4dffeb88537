// SPDX-License-Identifier: MIT
package dev.oncemore;

/** What becomes of the method of a redirected request. */
public enum NextMethod {
  /** The same method. */
  KEEP,
  /** GET. */
  GET;

  /** {@return the library's own word for it, the same in every language} */
  @Override
  public String toString() {
    return Native.name(Native.NEXT_METHOD, ordinal());
  }
}
