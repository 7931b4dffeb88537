// SPDX-License-Identifier: MIT
package dev.oncemore;

import java.util.Objects;

/** How an attempt ended: with the status of a response, or without a usable response. */
public sealed interface Outcome {
  /**
   * A response came.
   *
   * @param code its status as received, which is never narrowed; what no server can have sent makes
   *     an attempt invalid
   */
  record Status(int code) implements Outcome {}

  /**
   * No usable response came.
   *
   * @param failure why; with {@link Failure#NONE} nothing has happened, and an attempt is invalid
   */
  record Failed(Failure failure) implements Outcome {
    /**
     * Refuses null.
     *
     * @param failure see {@link #failure()}
     */
    public Failed {
      Objects.requireNonNull(failure, "failure");
    }
  }

  /**
   * The outcome of a response.
   *
   * @param code its status as received
   * @return the outcome
   */
  static Outcome status(int code) {
    return new Status(code);
  }

  /**
   * The outcome of an attempt without a usable response.
   *
   * @param failure why there is none
   * @return the outcome
   */
  static Outcome failed(Failure failure) {
    return new Failed(failure);
  }
}
