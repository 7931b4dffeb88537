// SPDX-License-Identifier: MIT
package dev.oncemore;

/** What to know besides the delay; a decision has any number of them. */
public enum Note {
  /** The delay is the one that the server asked for. */
  SERVER_WAIT_APPLIED,
  /** A Retry-After that nobody understands. */
  SERVER_WAIT_MALFORMED,
  /** The server asked for more and will be hit early. */
  SERVER_WAIT_CLAMPED,
  /** Send it on another one (408, 421). */
  NEW_CONNECTION,
  /** Not in TLS early data (425; RFC 8470 5.2). */
  NOT_EARLY_DATA;

  /** {@return the library's own word for it, the same in every language} */
  @Override
  public String toString() {
    return Native.name(Native.NOTE, 1 << ordinal());
  }
}
