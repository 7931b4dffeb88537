// SPDX-License-Identifier: MIT
package dev.oncemore;

/** The first field that makes a policy invalid, in the order in which they are looked at. */
public enum PolicyError {
  /** The policy is valid. */
  NONE,
  /** Is 0. */
  MAX_ATTEMPTS,
  /** Names none. */
  UNREPEATABLE,
  /** Names none. */
  REDIRECT_PROOF,
  /** Names none. */
  REDIRECT_REWRITE,
  /** Has CANCELLED, or what is no failure. */
  FAILURES,
  /** Named a status outside 400-999. */
  STATUSES,
  /** Named a status outside 400-999. */
  UNPROCESSED,
  /** Is negative. */
  DEADLINE,
  /** Is negative. */
  MIN_ATTEMPT_TIME,
  /** Is negative. */
  BACKOFF_INITIAL,
  /** Is negative. */
  BACKOFF_CAP,
  /** Is negative or above the cap. */
  BACKOFF_FLOOR,
  /** Is below 1. */
  BACKOFF_MULTIPLIER,
  /** Names none. */
  BACKOFF_JITTER,
  /** Is above 1. */
  BACKOFF_SPREAD,
  /** Is negative. */
  BACKOFF_SPREAD_TIME,
  /** Names none. */
  SERVER_WAIT_MODE,
  /** Names none. */
  SERVER_WAIT_OVER_CAP,
  /** Is negative. */
  SERVER_WAIT_CAP,
  /** Is above 1. */
  SERVER_WAIT_SPREAD;

  /** {@return the library's own word for it, the same in every language} */
  @Override
  public String toString() {
    return Native.name(Native.POLICY_ERROR, ordinal());
  }
}
