// SPDX-License-Identifier: MIT
package dev.oncemore;

/** Whether a request that is not repeatable is sent again. */
public enum Unrepeatable {
  /** Not even if it never left (RFC 9110 9.2.2). */
  NEVER,
  /** Only on evidence that it was not processed. */
  IF_UNPROCESSED,
  /** Dangerous: orders doubled, mails sent twice. */
  ALWAYS;

  /** {@return the library's own word for it, the same in every language} */
  @Override
  public String toString() {
    return Native.name(Native.UNREPEATABLE, ordinal());
  }
}
