// SPDX-License-Identifier: MIT
package dev.oncemore;

/** What the hops of a trail say of the request that was redirected; a trail has any of them. */
public enum TrailFlag {
  /** It was redirected since it was sent. */
  MOVED,
  /** A hop proves that the server accepted it. */
  ACCEPTED,
  /** A hop leaves open what the server did with it. */
  DOUBTFUL;

  /** {@return the library's own word for it, the same in every language} */
  @Override
  public String toString() {
    return Native.name(Native.TRAIL_FLAG, 1 << ordinal());
  }
}
