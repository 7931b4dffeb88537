// SPDX-License-Identifier: MIT
package dev.oncemore;

/** What to do when the server asks for more than {@link ServerWait#cap()}. */
public enum OverCap {
  /** Stop, and tell how long it would have been. */
  GIVE_UP,
  /** Wait the cap: the server is hit before it asked to be. */
  CLAMP;

  /** {@return the library's own word for it, the same in every language} */
  @Override
  public String toString() {
    return Native.name(Native.OVER_CAP, ordinal());
  }
}
