// SPDX-License-Identifier: MIT
package dev.oncemore;

/** What the server said in a field of its own, such as x-should-retry. */
public enum ServerSays {
  /** There was no such field. */
  NOTHING,
  /** Makes a status of 400 or more worth a retry, or a 2xx whose body says that it is none. */
  RETRY,
  /** Stop. */
  DO_NOT_RETRY;

  /** {@return the library's own word for it, the same in every language} */
  @Override
  public String toString() {
    return Native.name(Native.SERVER_SAYS, ordinal());
  }
}
