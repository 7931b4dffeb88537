// SPDX-License-Identifier: MIT
package dev.oncemore;

import java.time.Duration;
import java.util.Objects;

/**
 * Makes a {@link Policy}, which says what each field means. A builder may go on after {@link
 * #build()}; it is not for several threads at once.
 */
public final class PolicyBuilder {
  private final long[] words;

  PolicyBuilder(long[] words) {
    this.words = words;
  }

  private PolicyBuilder set(int field, long word) {
    words[field] = word;
    return this;
  }

  private PolicyBuilder set(int field, Enum<?> choice, String name) {
    Objects.requireNonNull(choice, name);
    return set(field, choice.ordinal());
  }

  private PolicyBuilder set(int field, Duration duration, String name) {
    return set(field, Border.whole(duration, name).toMillis());
  }

  private PolicyBuilder set(int field, StatusSet set, String name) {
    Objects.requireNonNull(set, name);
    System.arraycopy(set.bits(), 0, words, field, set.bits().length);
    return this;
  }

  /**
   * {@return this builder}
   *
   * @param number see {@link Policy#maxAttempts()}
   */
  public PolicyBuilder maxAttempts(long number) {
    Border.uint32(number, "maxAttempts");
    return set(PolicyLayout.MAX_ATTEMPTS, number);
  }

  /**
   * {@return this builder}
   *
   * @param choice see {@link Policy#unrepeatable()}
   */
  public PolicyBuilder unrepeatable(Unrepeatable choice) {
    return set(PolicyLayout.UNREPEATABLE, choice, "unrepeatable");
  }

  /**
   * {@return this builder}
   *
   * @param proof see {@link Policy#redirectProof()}
   */
  public PolicyBuilder redirectProof(RedirectProof proof) {
    return set(PolicyLayout.REDIRECT_PROOF, proof, "redirectProof");
  }

  /**
   * {@return this builder}
   *
   * @param rewrite see {@link Policy#redirectRewrite()}
   */
  public PolicyBuilder redirectRewrite(RedirectRewrite rewrite) {
    return set(PolicyLayout.REDIRECT_REWRITE, rewrite, "redirectRewrite");
  }

  /**
   * {@return this builder}
   *
   * @param number see {@link Policy#maxRedirects()}
   */
  public PolicyBuilder maxRedirects(long number) {
    Border.uint32(number, "maxRedirects");
    return set(PolicyLayout.MAX_REDIRECTS, number);
  }

  /**
   * {@return this builder}
   *
   * @param set see {@link Policy#failures()}
   */
  public PolicyBuilder failures(FailureSet set) {
    Objects.requireNonNull(set, "failures");
    return set(PolicyLayout.FAILURES, set.bits());
  }

  /**
   * {@return this builder}
   *
   * @param set see {@link Policy#statuses()}
   */
  public PolicyBuilder statuses(StatusSet set) {
    return set(PolicyLayout.STATUSES, set, "statuses");
  }

  /**
   * {@return this builder}
   *
   * @param set see {@link Policy#unprocessed()}
   */
  public PolicyBuilder unprocessed(StatusSet set) {
    return set(PolicyLayout.UNPROCESSED, set, "unprocessed");
  }

  /**
   * {@return this builder}
   *
   * @param time see {@link Policy#deadline()}
   */
  public PolicyBuilder deadline(Duration time) {
    return set(PolicyLayout.DEADLINE, time, "deadline");
  }

  /**
   * {@return this builder}
   *
   * @param time see {@link Policy#minAttemptTime()}
   */
  public PolicyBuilder minAttemptTime(Duration time) {
    return set(PolicyLayout.MIN_ATTEMPT_TIME, time, "minAttemptTime");
  }

  /**
   * {@return this builder}
   *
   * @param backoff see {@link Policy#backoff()}
   */
  public PolicyBuilder backoff(Backoff backoff) {
    Objects.requireNonNull(backoff, "backoff");
    return set(PolicyLayout.BACKOFF_INITIAL, backoff.initial(), "initial")
        .set(PolicyLayout.BACKOFF_CAP, backoff.cap(), "cap")
        .set(PolicyLayout.BACKOFF_FLOOR, backoff.floor(), "floor")
        .set(
            PolicyLayout.BACKOFF_MULTIPLIER,
            Border.thousandths(backoff.multiplier(), "multiplier"))
        .set(PolicyLayout.BACKOFF_JITTER, backoff.jitter(), "jitter")
        .set(PolicyLayout.BACKOFF_SPREAD, Border.thousandths(backoff.spread(), "spread"))
        .set(PolicyLayout.BACKOFF_SPREAD_TIME, backoff.spreadTime(), "spreadTime");
  }

  /**
   * {@return this builder}
   *
   * @param serverWait see {@link Policy#serverWait()}
   */
  public PolicyBuilder serverWait(ServerWait serverWait) {
    Objects.requireNonNull(serverWait, "serverWait");
    return set(PolicyLayout.SERVER_WAIT_MODE, serverWait.mode(), "mode")
        .set(PolicyLayout.SERVER_WAIT_OVER_CAP, serverWait.overCap(), "overCap")
        .set(PolicyLayout.SERVER_WAIT_CAP, serverWait.cap(), "cap")
        .set(PolicyLayout.SERVER_WAIT_SPREAD, Border.thousandths(serverWait.spread(), "spread"));
  }

  /** {@return the policy, which may be invalid; {@link Policy#validate()} refuses it then} */
  public Policy build() {
    return new Policy(words.clone());
  }
}
