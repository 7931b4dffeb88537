// SPDX-License-Identifier: MIT
package dev.oncemore;

import java.util.Objects;

/** What the library says of a status alone, any {@code int}. */
public final class HttpStatus {
  private HttpStatus() {}

  /**
   * {@return whether a response with it can end an attempt: 101 and 200-999}
   *
   * @param status any
   */
  public static boolean isFinal(int status) {
    return Native.isFinal(status);
  }

  /**
   * {@return whether the request has what it asked for: 101, 2xx and 304}
   *
   * @param status any
   */
  public static boolean isSuccess(int status) {
    return Native.isSuccess(status);
  }

  /**
   * {@return whether it asks to go elsewhere: every 3xx but 304}
   *
   * @param status any
   */
  public static boolean isRedirection(int status) {
    return Native.isRedirection(status);
  }

  /**
   * {@return whether a client can follow it: 301 302 303 307 308}
   *
   * @param status any
   */
  public static boolean isFollowable(int status) {
    return Native.isFollowable(status);
  }

  /**
   * {@return whether the IANA registry assigns it and it is 500 or above}
   *
   * @param status any
   */
  public static boolean isAssignedServerError(int status) {
    return Native.isAssignedServerError(status);
  }

  /**
   * What a status says of whether the request was processed.
   *
   * @param status any
   * @param unprocessed the statuses that say that it was not
   * @return the evidence
   */
  public static Evidence evidence(int status, StatusSet unprocessed) {
    long[] set = Objects.requireNonNull(unprocessed, "unprocessed").bits();
    return Evidence.values()[Native.evidenceOfStatus(status, set)];
  }
}
