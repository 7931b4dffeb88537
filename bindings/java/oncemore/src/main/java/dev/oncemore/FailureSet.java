// SPDX-License-Identifier: MIT
package dev.oncemore;

import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;

/** A set of failures. Sets are values: methods return new ones. */
public final class FailureSet {
  private final int bits;

  FailureSet(int bits) {
    this.bits = bits;
  }

  /**
   * The set of these failures.
   *
   * @param failures any number of them
   * @return the set
   */
  public static FailureSet of(Failure... failures) {
    return new FailureSet(0).with(failures);
  }

  /** {@return the default of {@link Policy#failures()}} */
  public static FailureSet defaultFailures() {
    return new FailureSet(Native.defaultFailures());
  }

  /**
   * The set with these failures in it. {@link Failure#NONE} makes it invalid for good, {@link
   * Failure#CANCELLED} as long as it is in.
   *
   * @param failures what to put in
   * @return the new set
   */
  public FailureSet with(Failure... failures) {
    int set = bits;
    for (Failure failure : Objects.requireNonNull(failures, "failures")) {
      set = Native.failureSetWith(set, ordinal(failure));
    }
    return new FailureSet(set);
  }

  /**
   * The set without these failures. {@link Failure#NONE} makes it invalid for good.
   *
   * @param failures what to take out
   * @return the new set
   */
  public FailureSet without(Failure... failures) {
    int set = bits;
    for (Failure failure : Objects.requireNonNull(failures, "failures")) {
      set = Native.failureSetWithout(set, ordinal(failure));
    }
    return new FailureSet(set);
  }

  /**
   * {@return whether a failure is in it}
   *
   * @param failure any
   */
  public boolean contains(Failure failure) {
    return Native.failureSetContains(bits, ordinal(failure));
  }

  /** {@return whether a policy may have it} */
  public boolean isValid() {
    return Native.failureSetIsValid(bits);
  }

  private static int ordinal(Failure failure) {
    return Objects.requireNonNull(failure, "failure").ordinal();
  }

  int bits() {
    return bits;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FailureSet that && bits == that.bits;
  }

  @Override
  public int hashCode() {
    return bits;
  }

  /** {@return its members, such as {@code {connect timeout}}} */
  @Override
  public String toString() {
    String members = Arrays.stream(Failure.values()).filter(this::contains)
        .map(Failure::toString).collect(Collectors.joining(" ", "{", "}"));
    return isValid() ? members : members + " (invalid)";
  }
}
