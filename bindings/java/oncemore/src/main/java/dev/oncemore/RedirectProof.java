// SPDX-License-Identifier: MIT
package dev.oncemore;

/** Which trail proves that the server accepted the request that was redirected. */
public enum RedirectProof {
  /** A 303, or a hop that changed the method. */
  METHOD_CHANGE,
  /** Any hop. */
  ANY_HOP;

  /** {@return the library's own word for it, the same in every language} */
  @Override
  public String toString() {
    return Native.name(Native.REDIRECT_PROOF, ordinal());
  }
}
