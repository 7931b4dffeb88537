// SPDX-License-Identifier: MIT
package dev.oncemore;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/** Dates as HTTP writes them (RFC 9110 5.6.7), whatever the machine's time zone and locale. */
public final class HttpDate {
  private HttpDate() {}

  /**
   * What a date in Retry-After is compared with: the response's own Date, so that a client whose
   * clock is wrong still waits as long as the server meant. It is read leniently. It is {@code now}
   * if there is no Date that can be read, or if it is a cache's: the Age is there and not 0 (RFC
   * 9111 5.1).
   *
   * @param date the value of the field Date, null if there is none
   * @param age the value of the field Age, null if there is none
   * @param now the time of the client's clock
   * @return for {@link RetryAfter#parse}
   */
  public static Instant referenceTime(String date, String age, Instant now) {
    long millis = Border.epochMillis(Objects.requireNonNull(now, "now"));
    long reference = Native.referenceTime(date == null ? null : Border.field(date, "date"),
        age == null ? null : Border.field(age, "age"), millis);
    return reference == millis ? now : Instant.ofEpochMilli(reference);
  }

  /**
   * Reads a date, leniently.
   *
   * @param field the field's value, one octet a char; null is no date
   * @param now serves only to complete a two-digit year
   * @return the instant, in whole seconds; empty if it is malformed
   */
  public static Optional<Instant> parse(String field, Instant now) {
    return parse(field, now, Grammar.LENIENT);
  }

  /**
   * Reads a date.
   *
   * @param field the field's value, one octet a char; null is no date
   * @param now serves only to complete a two-digit year
   * @param grammar how much is understood
   * @return the instant, in whole seconds; empty if it is malformed
   */
  public static Optional<Instant> parse(String field, Instant now, Grammar grammar) {
    long millis = Border.epochMillis(Objects.requireNonNull(now, "now"));
    Objects.requireNonNull(grammar, "grammar");
    if (field == null) {
      return Optional.empty();
    }
    long date = Native.parseHttpDate(Border.field(field, "field"), millis, grammar.ordinal());
    return date == Native.MALFORMED ? Optional.empty() : Optional.of(Instant.ofEpochMilli(date));
  }
}
