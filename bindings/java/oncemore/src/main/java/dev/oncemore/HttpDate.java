// SPDX-License-Identifier: MIT
package dev.oncemore;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/** Dates as HTTP writes them (RFC 9110 5.6.7), whatever the machine's time zone and locale. */
public final class HttpDate {
  private HttpDate() {}

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
