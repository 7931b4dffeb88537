// SPDX-License-Identifier: MIT
package dev.oncemore;

/**
 * The one rule that decided. The first 18 stand in the order in which {@link
 * Oncemore#decide} asks; the others are those of {@link Oncemore#follow}.
 */
public enum Reason {
  /** The attempt cannot have happened. */
  INVALID_ATTEMPT,
  /** The caller ended it. */
  CANCELLED,
  /** 2xx, 304, or 101. */
  SUCCESS,
  /** A 3xx that nobody followed. */
  REDIRECT,
  /** {@link Policy#validate()} names the bad field. */
  INVALID_POLICY,
  /** The server said: do not retry. */
  SERVER_REFUSED,
  /** The policy does not retry this status. */
  STATUS_NOT_RETRIED,
  /** The policy does not retry this failure. */
  FAILURE_NOT_RETRIED,
  /** A redirect, or the caller, proves acceptance. */
  ACCEPTED,
  /** Not repeatable, and never to be repeated. */
  NOT_REPEATABLE,
  /** Not repeatable, and it may have been processed. */
  MAYBE_PROCESSED,
  /** The body cannot be produced again. */
  BODY_CONSUMED,
  /** That was the last attempt allowed. */
  ATTEMPTS_EXHAUSTED,
  /** The caller's retry budget denied it. */
  BUDGET_EXHAUSTED,
  /** The server asked for more than the policy allows. */
  SERVER_WAIT_TOO_LONG,
  /** The next attempt would come too late. */
  DEADLINE,
  /** Retry: the status is worth it. */
  RETRYABLE_STATUS,
  /** Retry: the failure is worth it. */
  RETRYABLE_FAILURE,
  /** Follow: nothing to follow. */
  NOT_A_REDIRECT,
  /** Follow: the response does not say where to. */
  NO_LOCATION,
  /** Follow: as many hops as the call may follow. */
  REDIRECT_LIMIT,
  /** Follow: go on. */
  FOLLOW;

  /** {@return why, as an English sentence without a full stop} */
  public String message() {
    return Native.name(Native.REASON_MESSAGE, ordinal());
  }

  /** {@return the verdict that it stands for} */
  public Verdict verdict() {
    return Verdict.values()[Native.verdictOf(ordinal())];
  }

  /** {@return the library's own word for it, the same in every language} */
  @Override
  public String toString() {
    return Native.name(Native.REASON, ordinal());
  }
}
