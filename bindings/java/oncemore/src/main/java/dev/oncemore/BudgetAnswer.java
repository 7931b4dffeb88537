// SPDX-License-Identifier: MIT
package dev.oncemore;

/** What the caller's own retry budget, if there is one, said to one more attempt. */
public enum BudgetAnswer {
  /** Yes, or there is no budget. */
  GRANTED,
  /** No. */
  DENIED;

  /** {@return the library's own word for it, the same in every language} */
  @Override
  public String toString() {
    return Native.name(Native.BUDGET, ordinal());
  }
}
