// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import dev.oncemore.Attempt;
import dev.oncemore.Decision;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What was decided after an attempt, and what about. A hook gets one after each attempt; a call's
 * can be asked for when it has ended.
 *
 * @param decision what was decided; the delay of a stop for server_wait_too_long, deadline,
 *     attempts_exhausted or budget_exhausted says when to come back
 * @param attempt the facts, as they were decided upon
 * @param error what ended the attempt, null if a response did
 * @param line for a log: {@code attempt 2 of 4: 503, retry in 2000 ms (server asked 2000 ms)}
 */
public record Decided(Decision decision, Attempt attempt, Throwable error, String line) {
  /**
   * Refuses null but for the error.
   *
   * @param decision see {@link #decision()}
   * @param attempt see {@link #attempt()}
   * @param error see {@link #error()}
   * @param line see {@link #line()}
   */
  public Decided {
    Objects.requireNonNull(decision, "decision");
    Objects.requireNonNull(attempt, "attempt");
    Objects.requireNonNull(line, "line");
  }

  /**
   * The decisions of the call that ended with this error. They are a suppressed exception of it, as
   * are the errors of the earlier attempts, so a stack trace shows them all. Where one adapter is
   * around another, those of the outer one are given.
   *
   * @param error what a caller caught
   * @return one for each attempt; none if the error did not come through this package
   */
  public static List<Decided> in(Throwable error) {
    Objects.requireNonNull(error, "error");
    return Causes.of(error)
        .flatMap(cause -> Stream.of(cause.getSuppressed()))
        .filter(History.class::isInstance)
        .map(history -> ((History) history).decisions())
        .reduce((inner, outer) -> outer)
        .orElse(List.of());
  }

  /** {@return the line} */
  @Override
  public String toString() {
    return line;
  }
}
