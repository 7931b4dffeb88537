// SPDX-License-Identifier: MIT
package dev.oncemore;

import java.util.Arrays;
import java.util.Objects;
import java.util.StringJoiner;

/**
 * A set of statuses: one member for each of 400-599, and one for all of 600-999. Sets are values:
 * methods return new ones.
 */
public final class StatusSet {
  private final long[] bits;

  StatusSet(long[] bits) {
    this.bits = bits;
  }

  /**
   * The set of these statuses.
   *
   * @param statuses any number of them; one outside 400-999 makes the set invalid
   * @return the set
   */
  public static StatusSet of(int... statuses) {
    StatusSet some = defaultStatuses();
    return new StatusSet(new long[some.bits.length]).with(statuses);
  }

  /** {@return the default of {@link Policy#statuses()}} */
  public static StatusSet defaultStatuses() {
    return new StatusSet(Native.defaultStatuses());
  }

  /** {@return the default of {@link Policy#unprocessed()}} */
  public static StatusSet defaultUnprocessed() {
    return new StatusSet(Native.defaultUnprocessed());
  }

  /**
   * The set with these statuses in it.
   *
   * @param statuses what to put in; one outside 400-999 makes the set invalid for good
   * @return the new set
   */
  public StatusSet with(int... statuses) {
    long[] set = bits.clone();
    for (int status : Objects.requireNonNull(statuses, "statuses")) {
      Native.statusSetWith(set, status);
    }
    return new StatusSet(set);
  }

  /**
   * The set without these statuses.
   *
   * @param statuses what to take out; one outside 400-999 makes the set invalid for good
   * @return the new set
   */
  public StatusSet without(int... statuses) {
    long[] set = bits.clone();
    for (int status : Objects.requireNonNull(statuses, "statuses")) {
      Native.statusSetWithout(set, status);
    }
    return new StatusSet(set);
  }

  /**
   * {@return whether a status is in it}
   *
   * @param status any
   */
  public boolean contains(int status) {
    return Native.statusSetContains(bits, status);
  }

  /** {@return whether it never named a status outside 400-999} */
  public boolean isValid() {
    return Native.statusSetIsValid(bits);
  }

  /** For reading only. */
  long[] bits() {
    return bits;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StatusSet that && Arrays.equals(bits, that.bits);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bits);
  }

  /** {@return its members, such as {@code {408 429 500-504}}} */
  @Override
  public String toString() {
    StringJoiner members = new StringJoiner(" ", "{", isValid() ? "}" : "} (invalid)");
    for (int status = 0; status <= 1000; status++) {
      int first = status;
      while (contains(status)) {
        status++;
      }
      if (status > first) {
        members.add(first == status - 1 ? "" + first : first + "-" + (status - 1));
      }
    }
    return members.toString();
  }
}
