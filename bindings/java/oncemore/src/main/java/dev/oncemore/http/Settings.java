// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import dev.oncemore.Attempt;
import dev.oncemore.Policy;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What the adapters of all clients have in common. Only the policy must be given.
 *
 * <pre>{@code
 * Settings settings = Settings.of(policy)
 *     .withAttemptField("Retry-Attempt")
 *     .withKeyField("Idempotency-Key")
 *     .withOnDecision(decided -> count(decided.method(), decided.decision().reason()));
 * }</pre>
 *
 * <p>A value: any number of adapters and threads may share it. Each decision is logged as well, by
 * the {@link System.Logger} {@code dev.oncemore} at level DEBUG.
 *
 * @param policy what is worth another attempt, and when
 * @param policyFor chooses the policy by which an attempt that ended is decided, say a slower one
 *     after 429. Null, the default, is {@link #policy()} for all. Redirects are followed by {@link
 *     #policy()} in any case
 * @param attemptField a request field, such as {@code Retry-Attempt}, that tells the server how
 *     many attempts came before: the second carries 1, the third 2, the first has no such field,
 *     not even one that the caller set. Null, the default, is none
 * @param keyField the field in which an idempotency key is sent, such as {@code Idempotency-Key}. A
 *     request that carries it counts as repeatable whatever its method, and each attempt carries
 *     the same. Null, the default, is none
 * @param makeKey makes a key for each call whose method is not idempotent and whose request has
 *     none; it is sent in {@link #keyField()}. Null, the default, makes none
 * @param adjust adds to an attempt what only the caller knows, just before it is decided
 * @param onDecision gets each decision, also the last of a call, before any wait. It must not
 *     block; what it throws ends the call
 * @param timing the clocks, the waits and the dice. The default is {@link Timing#SYSTEM}
 */
public record Settings(
    Policy policy,
    Function<Attempt, Policy> policyFor,
    String attemptField,
    String keyField,
    Supplier<String> makeKey,
    Adjust adjust,
    Consumer<Decided> onDecision,
    Timing timing) {
  /** Adds to an attempt what only the caller knows. */
  @FunctionalInterface
  public interface Adjust {
    /**
     * Says more of an attempt, whatever its outcome: evidence, whether the request is repeatable,
     * what the caller's retry budget or a field like x-should-retry says, or a vendor's wait.
     *
     * @param attempt the facts so far
     * @param request the request that another attempt would send
     * @param result the response, or the error
     * @return the facts to decide upon
     */
    Attempt adjust(Attempt attempt, RequestView request, ResultView result);
  }

  /**
   * Refuses null but for those whose default it is, an invalid policy, and a way to make keys
   * without the name of a field to send them in.
   *
   * @param policy see {@link #policy()}
   * @param policyFor see {@link #policyFor()}
   * @param attemptField see {@link #attemptField()}
   * @param keyField see {@link #keyField()}
   * @param makeKey see {@link #makeKey()}
   * @param adjust see {@link #adjust()}
   * @param onDecision see {@link #onDecision()}
   * @param timing see {@link #timing()}
   */
  public Settings {
    Objects.requireNonNull(policy, "policy").validate();
    Objects.requireNonNull(adjust, "adjust");
    Objects.requireNonNull(onDecision, "onDecision");
    Objects.requireNonNull(timing, "timing");
    if (makeKey != null && keyField == null) {
      throw new IllegalArgumentException(
          "makeKey needs the name of a field to send the key in; say withKeyField before");
    }
  }

  /**
   * Settings of which all else is the default.
   *
   * @param policy what is worth another attempt, and when
   * @return the settings
   * @throws dev.oncemore.InvalidPolicyException if the policy is not valid
   */
  public static Settings of(Policy policy) {
    return new Settings(policy, null, null, null, null, (attempt, request, result) -> attempt,
        decided -> { }, Timing.SYSTEM);
  }

  /**
   * {@return the same with another policy}
   *
   * @param policy see {@link #policy()}
   */
  public Settings withPolicy(Policy policy) {
    return new Settings(
        policy, policyFor, attemptField, keyField, makeKey, adjust, onDecision, timing);
  }

  /**
   * {@return the same with this choice of a policy for each attempt}
   *
   * @param policyFor see {@link #policyFor()}
   */
  public Settings withPolicyFor(Function<Attempt, Policy> policyFor) {
    return new Settings(
        policy, policyFor, attemptField, keyField, makeKey, adjust, onDecision, timing);
  }

  /**
   * The settings of one call that has a policy of its own, which stands in the place of {@link
   * #policy()} and {@link #policyFor()}; for those who write an adapter.
   *
   * @param own the call's, null if it has none
   * @return these settings if it has none
   */
  public Settings forCall(Policy own) {
    return own == null ? this : withPolicy(own).withPolicyFor(null);
  }

  /**
   * {@return the same with this field}
   *
   * @param attemptField see {@link #attemptField()}
   */
  public Settings withAttemptField(String attemptField) {
    return new Settings(
        policy, policyFor, attemptField, keyField, makeKey, adjust, onDecision, timing);
  }

  /**
   * {@return the same with this field}
   *
   * @param keyField see {@link #keyField()}
   */
  public Settings withKeyField(String keyField) {
    return new Settings(
        policy, policyFor, attemptField, keyField, makeKey, adjust, onDecision, timing);
  }

  /** {@return the same, but a random UUID is sent where the caller sends no key} */
  public Settings withMakeKey() {
    return withMakeKey(() -> UUID.randomUUID().toString());
  }

  /**
   * {@return the same with this way to make keys}
   *
   * @param makeKey see {@link #makeKey()}
   */
  public Settings withMakeKey(Supplier<String> makeKey) {
    return new Settings(
        policy, policyFor, attemptField, keyField, makeKey, adjust, onDecision, timing);
  }

  /**
   * {@return the same with this addition}
   *
   * @param adjust see {@link #adjust()}
   */
  public Settings withAdjust(Adjust adjust) {
    return new Settings(
        policy, policyFor, attemptField, keyField, makeKey, adjust, onDecision, timing);
  }

  /**
   * {@return the same with this hook}
   *
   * @param onDecision see {@link #onDecision()}
   */
  public Settings withOnDecision(Consumer<Decided> onDecision) {
    return new Settings(
        policy, policyFor, attemptField, keyField, makeKey, adjust, onDecision, timing);
  }

  /**
   * {@return the same with these clocks, waits and dice}
   *
   * @param timing see {@link #timing()}
   */
  public Settings withTiming(Timing timing) {
    return new Settings(
        policy, policyFor, attemptField, keyField, makeKey, adjust, onDecision, timing);
  }

  /** The policy to decide by. */
  Policy policyOf(Attempt attempt) {
    return policyFor == null ? policy
        : Objects.requireNonNull(policyFor.apply(attempt), "what policyFor gives");
  }
}
