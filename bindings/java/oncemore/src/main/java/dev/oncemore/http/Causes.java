// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import java.util.stream.Stream;

/** An exception and what caused it, for those who write an adapter. */
public final class Causes {
  /** Longer than any chain that is not a ring. */
  private static final int LONGEST = 100;

  private Causes() {}

  /**
   * {@return the exception, and each one's cause}
   *
   * @param error the first of them
   */
  public static Stream<Throwable> of(Throwable error) {
    return Stream.iterate(error, cause -> cause != null, Throwable::getCause).limit(LONGEST);
  }

  /**
   * Whether one of them is of a type.
   *
   * @param error the first of them
   * @param type or any of its subtypes
   * @return whether one is
   */
  public static boolean has(Throwable error, Class<? extends Throwable> type) {
    return of(error).anyMatch(type::isInstance);
  }
}
