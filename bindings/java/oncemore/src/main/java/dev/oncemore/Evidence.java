// SPDX-License-Identifier: MIT
package dev.oncemore;

/** What is known about whether the server processed the request. */
public enum Evidence {
  /** In an attempt: derive it from how the attempt ended. */
  BY_OUTCOME,
  /** No byte of the request left. */
  NEVER_SENT,
  /** The server says that it did not process it. */
  NOT_PROCESSED,
  /** It may have been processed. */
  UNKNOWN,
  /** It was. */
  PROCESSED;

  /** {@return the library's own word for it, the same in every language} */
  @Override
  public String toString() {
    return Native.name(Native.EVIDENCE, ordinal());
  }
}
