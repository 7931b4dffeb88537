// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import dev.oncemore.Attempt;
import dev.oncemore.Decision;
import dev.oncemore.HopDecision;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What was decided after an attempt, and what about. A hook gets one after each attempt and each
 * hop; a call's can be asked for when it has ended.
 *
 * @param method that of the request that was sent
 * @param url where it was sent, without user information, query and fragment: what is in those may
 *     be secret
 * @param decision what was decided; the delay of a stop for server_wait_too_long, deadline,
 *     attempts_exhausted or budget_exhausted says when to come back
 * @param attempt the facts, as they were decided upon
 * @param hop what was decided of a redirect, if the adapter follows them; null if it was not asked
 * @param error what ended the attempt, null if a response did
 * @param line for a log: {@code attempt 2 of 4: 503, retry in 2000 ms (server asked 2000 ms)}
 */
public record Decided(
    String method,
    String url,
    Decision decision,
    Attempt attempt,
    HopDecision hop,
    Throwable error,
    String line) {
  /**
   * Refuses null but for the hop and the error.
   *
   * @param method see {@link #method()}
   * @param url see {@link #url()}
   * @param decision see {@link #decision()}
   * @param attempt see {@link #attempt()}
   * @param hop see {@link #hop()}
   * @param error see {@link #error()}
   * @param line see {@link #line()}
   */
  public Decided {
    Objects.requireNonNull(method, "method");
    Objects.requireNonNull(url, "url");
    Objects.requireNonNull(decision, "decision");
    Objects.requireNonNull(attempt, "attempt");
    Objects.requireNonNull(line, "line");
  }

  /** {@return the number of the attempt; hops of one attempt have the same} */
  public long number() {
    return attempt.number();
  }

  /** {@return whether another request follows: another attempt, or a hop} */
  public boolean goesOn() {
    return decision.retry() || hop != null && hop.follow();
  }

  /**
   * The decisions of the call that ended with this error. They are a suppressed exception of it, as
   * are the errors of the earlier attempts, so a stack trace shows them all. Where one adapter is
   * around another, those of the outer one are given.
   *
   * @param error what a caller caught
   * @return one for each attempt, see {@link Call#decisions}; none if the error did not come
   *     through this package
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
