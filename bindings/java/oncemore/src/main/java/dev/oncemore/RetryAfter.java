// SPDX-License-Identifier: MIT
package dev.oncemore;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a Retry-After field says (RFC 9110 10.2.3): nothing, nothing that can be understood, or a
 * wait of zero or more.
 *
 * <p>A date is compared with {@code now}. The response's own Date, read by {@link HttpDate}, is
 * better for that than a clock that may be wrong. A date in the past is a wait of zero.
 */
public final class RetryAfter {
  private static final RetryAfterKind[] KINDS = RetryAfterKind.values();
  private static final RetryAfter ABSENT = new RetryAfter(0, RetryAfterKind.ABSENT.ordinal());
  private static final RetryAfter MALFORMED = new RetryAfter(0, RetryAfterKind.MALFORMED.ordinal());

  private final long millis;
  private final RetryAfterKind kind;

  RetryAfter(long millis, int kind) {
    this.millis = millis;
    this.kind = KINDS[kind];
  }

  private static RetryAfter unpack(long packed) {
    long millis = packed & ((1L << Native.KIND_SHIFT) - 1);
    return new RetryAfter(millis, (int) (packed >>> Native.KIND_SHIFT));
  }

  /** {@return a field that is not there} */
  public static RetryAfter absent() {
    return ABSENT;
  }

  /** {@return a field that nobody understands} */
  public static RetryAfter malformed() {
    return MALFORMED;
  }

  /**
   * A wait, for a vendor's field such as retry-after-ms.
   *
   * @param wait how long; a negative one makes an attempt invalid
   * @return the field
   */
  public static RetryAfter of(Duration wait) {
    Objects.requireNonNull(wait, "wait");
    return new RetryAfter(Border.millis(wait), RetryAfterKind.WAIT.ordinal());
  }

  /**
   * A wait until an instant, for a vendor's field that names one.
   *
   * @param until the end of the wait, rounded up to the millisecond; it may be past
   * @param now the time from which to wait
   * @return the field
   */
  public static RetryAfter until(Instant until, Instant now) {
    long end = Border.epochMillis(Objects.requireNonNull(until, "until"));
    if (until.getNano() % 1_000_000 > 0 && end < Long.MAX_VALUE) {
      end++;
    }
    return unpack(Native.retryAfterUntil(end, millis(now)));
  }

  /**
   * Reads one field line, leniently.
   *
   * @param field the field's value, one octet a char; null is an absent field, "" a malformed one
   * @param now what a date is compared with
   * @return what it says
   */
  public static RetryAfter parse(String field, Instant now) {
    return parse(field, now, Grammar.LENIENT);
  }

  /**
   * Reads one field line.
   *
   * @param field the field's value, one octet a char; null is an absent field, "" a malformed one
   * @param now what a date is compared with
   * @param grammar how much is understood
   * @return what it says
   */
  public static RetryAfter parse(String field, Instant now, Grammar grammar) {
    return parse(field == null ? null : Border.field(field, "field"), now, grammar);
  }

  /**
   * Reads one field line, leniently.
   *
   * @param field the field's value; null is an absent field, an empty one is malformed
   * @param now what a date is compared with
   * @return what it says
   */
  public static RetryAfter parse(byte[] field, Instant now) {
    return parse(field, now, Grammar.LENIENT);
  }

  /**
   * Reads one field line.
   *
   * @param field the field's value; null is an absent field, an empty one is malformed
   * @param now what a date is compared with
   * @param grammar how much is understood
   * @return what it says
   */
  public static RetryAfter parse(byte[] field, Instant now, Grammar grammar) {
    long millis = millis(now);
    Objects.requireNonNull(grammar, "grammar");
    return field == null
        ? ABSENT : unpack(Native.parseRetryAfter(field, millis, grammar.ordinal()));
  }

  /**
   * Reads all lines of a field, leniently, each by itself; {@link #combined} combines them.
   *
   * @param lines the values, such as {@code response.headers().allValues("Retry-After")}; none is
   *     an absent field
   * @param now what a date is compared with
   * @return what they say
   */
  public static RetryAfter parseLines(List<String> lines, Instant now) {
    return parseLines(lines, now, Grammar.LENIENT);
  }

  /**
   * Reads all lines of a field, each by itself; {@link #combined} combines them.
   *
   * @param lines the values; none is an absent field
   * @param now what a date is compared with
   * @param grammar how much is understood
   * @return what they say
   */
  public static RetryAfter parseLines(List<String> lines, Instant now, Grammar grammar) {
    RetryAfter field = parse((byte[]) null, now, grammar);
    for (String line : Objects.requireNonNull(lines, "lines")) {
      field = field.combined(parse(Border.field(line, "line"), now, grammar));
    }
    return field;
  }

  /**
   * Joins two lines of one field: a wait beats a malformed one, a malformed one beats an absent
   * one, the longer of two waits wins.
   *
   * @param other the other line
   * @return the one that counts
   */
  public RetryAfter combined(RetryAfter other) {
    Objects.requireNonNull(other, "other");
    return Native.beats(millis, kind.ordinal(), other.millis, other.kind.ordinal())
        ? this : other;
  }

  /** {@return which of the three it is} */
  public RetryAfterKind kind() {
    return kind;
  }

  /** {@return the wait in whole milliseconds, empty if there is none} */
  public Optional<Duration> duration() {
    return kind == RetryAfterKind.WAIT ? Optional.of(Duration.ofMillis(millis)) : Optional.empty();
  }

  long millis() {
    return millis;
  }

  private static long millis(Instant now) {
    return Border.epochMillis(Objects.requireNonNull(now, "now"));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RetryAfter that && kind == that.kind && millis == that.millis;
  }

  @Override
  public int hashCode() {
    return 31 * kind.hashCode() + Long.hashCode(millis);
  }

  /** {@return the wait, such as {@code 1500 ms}, or {@code absent} or {@code malformed}} */
  @Override
  public String toString() {
    return kind == RetryAfterKind.WAIT ? millis + " ms" : kind.toString();
  }
}
