// SPDX-License-Identifier: MIT
package dev.oncemore;

/** What to do. */
public enum Verdict {
  /** Hand the response or the error to the caller. */
  STOP,
  /** Wait, then send the request once more. */
  RETRY,
  /** Wait, then send the redirected request; only from {@link Oncemore#follow}. */
  FOLLOW;

  /** {@return the library's own word for it, the same in every language} */
  @Override
  public String toString() {
    return Native.name(Native.VERDICT, ordinal());
  }
}
