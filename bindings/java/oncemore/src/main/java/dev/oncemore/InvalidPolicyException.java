// SPDX-License-Identifier: MIT
package dev.oncemore;

/** Thrown for a policy with a bad field; the message says what the field must be. */
public final class InvalidPolicyException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  /** The first bad field. */
  private final PolicyError error;

  InvalidPolicyException(PolicyError error) {
    super(Native.name(Native.POLICY_ERROR_MESSAGE, error.ordinal()));
    this.error = error;
  }

  /** {@return the first bad field} */
  public PolicyError error() {
    return error;
  }
}
