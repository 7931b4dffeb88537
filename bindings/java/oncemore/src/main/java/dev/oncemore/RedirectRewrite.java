// SPDX-License-Identifier: MIT
package dev.oncemore;

/** What the client does with the method of a redirected request. */
public enum RedirectRewrite {
  /** 303 makes it GET, 301 and 302 make POST GET. */
  BROWSER,
  /** Only 303 makes it GET. */
  KEEP;

  /** {@return the library's own word for it, the same in every language} */
  @Override
  public String toString() {
    return Native.name(Native.REDIRECT_REWRITE, ordinal());
  }
}
