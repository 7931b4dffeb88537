// SPDX-License-Identifier: MIT
package dev.oncemore.test;

import dev.oncemore.Failure;
import dev.oncemore.FailureSet;
import dev.oncemore.Outcome;
import dev.oncemore.RetryAfter;
import dev.oncemore.StatusSet;
import dev.oncemore.Trail;
import dev.oncemore.TrailFlag;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads the cells of cases, spelled as tests/vectors/README.md says. What is spelled otherwise is
 * an IllegalArgumentException: a typing error in a row must not test something else.
 */
final class Cells {
  private static final Pattern MEMBER = Pattern.compile("([+-])(-?[0-9]+|[a-z_]+)");

  private Cells() {}

  static IllegalArgumentException bad(String what, String where) {
    return new IllegalArgumentException(what + ": '" + where + "'");
  }

  static List<String> split(String row) {
    return Arrays.stream(row.split("\\|", -1)).map(Cells::trimmed).collect(Collectors.toList());
  }

  /** Without the blanks at both ends; a control is no blank. */
  private static String trimmed(String cell) {
    return cell.replaceAll("^ +| +$", "");
  }

  static long number32(String word) {
    return Integer.toUnsignedLong(Integer.parseUnsignedInt(word));
  }

  static int status(String word) {
    return Integer.parseInt(word);
  }

  static Duration duration(String word) {
    return Duration.ofMillis(Long.parseLong(word));
  }

  static double ratio(String word) {
    return number32(word) / 1000.0;
  }

  static long random(String word) {
    if (!word.matches("[0-9a-f]{16}")) {
      throw bad("not 16 hexadecimal digits", word);
    }
    return Long.parseUnsignedLong(word, 16);
  }

  static Instant instant(String word) {
    return Instant.ofEpochMilli(Long.parseLong(word));
  }

  static boolean yes(String word) {
    return switch (word) {
      case "yes" -> true;
      case "no" -> false;
      default -> throw bad("not yes or no", word);
    };
  }

  /** The enumerator with this name. */
  static <E extends Enum<E>> E named(Class<E> enumeration, String word) {
    return Arrays.stream(enumeration.getEnumConstants())
        .filter(e -> e.toString().equals(word))
        .findFirst()
        .orElseThrow(() -> bad("no such name", word));
  }

  /** A text with its octets as chars. */
  static String unescaped(String cell) {
    ByteArrayOutputStream octets = new ByteArrayOutputStream();
    for (int i = 0; i < cell.length(); i++) {
      if (cell.charAt(i) != '\\') {
        octets.write(cell.charAt(i));
      } else if (cell.substring(i).matches("\\\\x[0-9a-f]{2}.*")) {
        octets.write(Integer.parseInt(cell.substring(i + 2, i + 4), 16));
        i += 3;
      } else {
        throw bad("not \\xNN", cell);
      }
    }
    return octets.toString(StandardCharsets.ISO_8859_1);
  }

  static Outcome outcome(String word) {
    return word.matches("-?[0-9]+")
        ? Outcome.status(status(word)) : Outcome.failed(named(Failure.class, word));
  }

  static RetryAfter retryAfter(String word) {
    return switch (word) {
      case "absent" -> RetryAfter.absent();
      case "malformed" -> RetryAfter.malformed();
      default -> RetryAfter.of(duration(word));
    };
  }

  /** Reads "default" or "none", then +member and -member from left to right. */
  private static <S> S set(
      String spelled, S defaults, S none, BiFunction<S, String, S> with,
      BiFunction<S, String, S> without) {
    String start = spelled.startsWith("default") ? "default" : "none";
    if (!spelled.startsWith(start)) {
      throw bad("not default or none", spelled);
    }
    S set = start.equals("none") ? none : defaults;
    Matcher member = MEMBER.matcher(spelled).region(start.length(), spelled.length());
    int end = start.length();
    while (member.lookingAt()) {
      set = (member.group(1).equals("+") ? with : without).apply(set, member.group(2));
      end = member.end();
      member.region(end, spelled.length());
    }
    if (end != spelled.length()) {
      throw bad("not +member or -member", spelled);
    }
    return set;
  }

  static StatusSet statuses(String spelled, StatusSet defaults) {
    return set(spelled, defaults, StatusSet.of(), (set, word) -> set.with(status(word)),
        (set, word) -> set.without(status(word)));
  }

  static FailureSet failures(String spelled) {
    return set(spelled, FailureSet.defaultFailures(), FailureSet.of(),
        (set, word) -> set.with(named(Failure.class, word)),
        (set, word) -> set.without(named(Failure.class, word)));
  }

  /** HOPS[+moved][+accepted][+doubtful]. */
  private static Trail state(String spelled) {
    String[] words = spelled.split("\\+");
    return Trail.of(number32(words[0]), Arrays.stream(words).skip(1)
        .map(word -> named(TrailFlag.class, word)).toArray(TrailFlag[]::new));
  }

  static Trail trail(String spelled) {
    Trail trail = Trail.empty();
    for (String step : spelled.equals("-") ? new String[0] : spelled.split(",")) {
      if (trail.equals(Trail.empty()) && step.matches("[0-9]+(\\+[a-z]+)*")) {
        trail = state(step);
        continue;
      }
      if (step.equals("again")) {
        trail = trail.sentAgain();
        continue;
      }
      Matcher hop = Pattern.compile("([^:]*):([^>]*)>(.*)").matcher(step);
      if (!hop.matches()) {
        throw bad("not a step of a trail", step);
      }
      trail = trail.followed(
          status(hop.group(1)), unescaped(hop.group(2)), unescaped(hop.group(3)));
    }
    return trail;
  }

  /** Lets a value go through the setters that a setting list names. */
  static <T> T settings(String list, T value, Map<String, BiFunction<T, String, T>> setters) {
    for (String word : list.equals("-") ? new String[0] : list.split(" +")) {
      String[] setting = word.split("=", 2);
      BiFunction<T, String, T> setter = setters.get(setting[0]);
      if (setting.length != 2 || setter == null) {
        throw bad("no such setting", word);
      }
      value = setter.apply(value, setting[1]);
    }
    return value;
  }

  /** A setter that reads the word of an enumerator. */
  static <T, E extends Enum<E>> BiFunction<T, String, T> choice(
      Class<E> enumeration, BiFunction<T, E, T> setter) {
    return (value, word) -> setter.apply(value, named(enumeration, word));
  }

  /** A setter that reads what a reader reads. */
  static <T, V> BiFunction<T, String, T> read(
      Function<String, V> reader, BiFunction<T, V, T> setter) {
    return (value, word) -> setter.apply(value, reader.apply(word));
  }
}
