// SPDX-License-Identifier: MIT
package dev.oncemore;

/** How much of what servers really send is understood. */
public enum Grammar {
  /** Also what is not to the letter but can mean only one thing. */
  LENIENT,
  /** RFC 9110 to the letter. */
  STRICT;

  /** {@return the library's own word for it, the same in every language} */
  @Override
  public String toString() {
    return Native.name(Native.GRAMMAR, ordinal());
  }
}
