// SPDX-License-Identifier: MIT
package dev.oncemore;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/** How Java's values cross the border, and come back. */
final class Border {
  /** The largest duration of the library in milliseconds, the whole ones that 2^63-1 ns hold. */
  static final long LARGEST = Long.MAX_VALUE / 1_000_000;

  private static final long UINT32_MAX = 0xFFFF_FFFFL;
  private static final int MILLI = 1_000_000;

  private Border() {}

  /**
   * Whole milliseconds, rounded away from zero: a wait is never shorter than was asked, and what is
   * negative stays so, for the library to refuse. Both ends saturate.
   */
  static long millis(Duration duration) {
    long seconds = duration.getSeconds();
    if (seconds > LARGEST / 1000) {
      return LARGEST;
    }
    if (seconds < -LARGEST / 1000) {
      return -LARGEST;
    }
    int nanos = duration.getNano();
    long millis = seconds * 1000 + (seconds < 0 ? nanos : nanos + MILLI - 1) / MILLI;
    return Math.max(-LARGEST, Math.min(millis, LARGEST));
  }

  /** The duration as the library sees it. */
  static Duration whole(Duration duration, String name) {
    return Duration.ofMillis(millis(Objects.requireNonNull(duration, name)));
  }

  /** Rounded down, as Instant.toEpochMilli does, but what a long cannot hold stays at its ends. */
  static long epochMillis(Instant instant) {
    long seconds = instant.getEpochSecond();
    if (seconds >= Long.MAX_VALUE / 1000) {
      return Long.MAX_VALUE;
    }
    if (seconds <= Long.MIN_VALUE / 1000) {
      return Long.MIN_VALUE;
    }
    return seconds * 1000 + instant.getNano() / MILLI;
  }

  /** To the nearest thousandth, half up. */
  static long thousandths(double ratio, String name) {
    double scaled = ratio * 1000;
    if (!(scaled >= -0.5 && scaled < UINT32_MAX + 0.5)) {
      throw new IllegalArgumentException(name + " must be 0 to 4294967.295, not " + ratio);
    }
    return Math.round(scaled);
  }

  static double ratio(long thousandths) {
    return thousandths / 1000.0;
  }

  /** A number that is unsigned in C. */
  static int uint32(long number, String name) {
    if (number < 0 || number > UINT32_MAX) {
      throw new IllegalArgumentException(name + " must be 0 to 4294967295, not " + number);
    }
    return (int) number;
  }

  /** A field value: one octet a char, as HTTP clients read them; any other char is no octet. */
  static byte[] field(String text, String name) {
    return Objects.requireNonNull(text, name).getBytes(StandardCharsets.ISO_8859_1);
  }

  /** A token, of which different ones stay different. */
  static byte[] token(String text, String name) {
    return Objects.requireNonNull(text, name).getBytes(StandardCharsets.UTF_8);
  }
}
