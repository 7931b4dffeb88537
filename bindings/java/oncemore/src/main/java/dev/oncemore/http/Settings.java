// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import dev.oncemore.Attempt;
import dev.oncemore.Policy;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * What the adapters of all clients have in common. Only the policy must be given.
 *
 * <pre>{@code
 * Settings settings = Settings.of(policy)
 *     .withAttemptField("Retry-Attempt")
 *     .withKeyField("Idempotency-Key")
 *     .withOnDecision(decided -> log.info(decided.line()));
 * }</pre>
 *
 * <p>A value: any number of adapters and threads may share it.
 *
 * @param policy what is worth another attempt, and when
 * @param attemptField a request field, such as {@code Retry-Attempt}, that tells the server how
 *     many attempts came before: the second carries 1, the third 2, the first has no such field,
 *     not even one that the caller set. Null, the default, is none
 * @param keyField the field in which the caller sends an idempotency key, such as {@code
 *     Idempotency-Key}. A request that carries it counts as repeatable whatever its method. Each
 *     attempt carries the same key; nobody makes one up. Null, the default, is none
 * @param adjust adds to an attempt what only the caller knows, just before it is decided
 * @param onDecision gets each decision, also the last of a call, before any wait. It must not block; what
 *     it throws ends the call
 * @param random 64 uniform bits. The default is {@link ThreadLocalRandom}, which every thread has
 *     for itself
 * @param timing the clocks and the waits. The default is {@link Timing#SYSTEM}
 */
public record Settings(
    Policy policy,
    String attemptField,
    String keyField,
    Adjust adjust,
    Consumer<Decided> onDecision,
    LongSupplier random,
    Timing timing) {
  /** Adds to an attempt what only the caller knows. */
  @FunctionalInterface
  public interface Adjust {
    /**
     * Says more of an attempt, such as what the caller's retry budget or a field like
     * x-should-retry says, or a vendor's wait.
     *
     * @param attempt the facts so far
     * @param response the response's fields, {@link Fields#NONE} if there is none
     * @return the facts to decide upon
     */
    Attempt adjust(Attempt attempt, Fields response);
  }

  /**
   * Refuses null but for the names of fields, and an invalid policy.
   *
   * @param policy see {@link #policy()}
   * @param attemptField see {@link #attemptField()}
   * @param keyField see {@link #keyField()}
   * @param adjust see {@link #adjust()}
   * @param onDecision see {@link #onDecision()}
   * @param random see {@link #random()}
   * @param timing see {@link #timing()}
   */
  public Settings {
    Objects.requireNonNull(policy, "policy").validate();
    Objects.requireNonNull(adjust, "adjust");
    Objects.requireNonNull(onDecision, "onDecision");
    Objects.requireNonNull(random, "random");
    Objects.requireNonNull(timing, "timing");
  }

  /**
   * Settings of which all else is the default.
   *
   * @param policy what is worth another attempt, and when
   * @return the settings
   * @throws dev.oncemore.InvalidPolicyException if the policy is not valid
   */
  public static Settings of(Policy policy) {
    return new Settings(policy, null, null, (attempt, response) -> attempt, decided -> { },
        () -> ThreadLocalRandom.current().nextLong(), Timing.SYSTEM);
  }

  /**
   * {@return the same with another policy}
   *
   * @param policy see {@link #policy()}
   */
  public Settings withPolicy(Policy policy) {
    return new Settings(policy, attemptField, keyField, adjust, onDecision, random, timing);
  }

  /**
   * {@return the same with this field}
   *
   * @param attemptField see {@link #attemptField()}
   */
  public Settings withAttemptField(String attemptField) {
    return new Settings(policy, attemptField, keyField, adjust, onDecision, random, timing);
  }

  /**
   * {@return the same with this field}
   *
   * @param keyField see {@link #keyField()}
   */
  public Settings withKeyField(String keyField) {
    return new Settings(policy, attemptField, keyField, adjust, onDecision, random, timing);
  }

  /**
   * {@return the same with this addition}
   *
   * @param adjust see {@link #adjust()}
   */
  public Settings withAdjust(Adjust adjust) {
    return new Settings(policy, attemptField, keyField, adjust, onDecision, random, timing);
  }

  /**
   * {@return the same with this on-decision function}
   *
   * @param onDecision see {@link #onDecision()}
   */
  public Settings withOnDecision(Consumer<Decided> onDecision) {
    return new Settings(policy, attemptField, keyField, adjust, onDecision, random, timing);
  }

  /**
   * {@return the same with these dice}
   *
   * @param random see {@link #random()}
   */
  public Settings withRandom(LongSupplier random) {
    return new Settings(policy, attemptField, keyField, adjust, onDecision, random, timing);
  }

  /**
   * {@return the same with these clocks}
   *
   * @param timing see {@link #timing()}
   */
  public Settings withTiming(Timing timing) {
    return new Settings(policy, attemptField, keyField, adjust, onDecision, random, timing);
  }
}
