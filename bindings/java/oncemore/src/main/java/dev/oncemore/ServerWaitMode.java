// SPDX-License-Identifier: MIT
package dev.oncemore;

/** How the wait that the server asked for joins the client's own delay. */
public enum ServerWaitMode {
  /** The longer of the two. */
  AT_LEAST,
  /** The server's, but not below {@link Backoff#floor()}. */
  INSTEAD,
  /** As if the server had asked for nothing. */
  IGNORE;

  /** {@return the library's own word for it, the same in every language} */
  @Override
  public String toString() {
    return Native.name(Native.SERVER_WAIT_MODE, ordinal());
  }
}
