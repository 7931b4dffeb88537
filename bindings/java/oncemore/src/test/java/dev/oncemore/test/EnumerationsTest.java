// SPDX-License-Identifier: MIT
package dev.oncemore.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oncemore.Convention;
import dev.oncemore.Method;
import dev.oncemore.Note;
import dev.oncemore.Notes;
import dev.oncemore.PolicyError;
import dev.oncemore.Reason;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The enumerations are typed by hand, so the header and the library's own names check them. */
class EnumerationsTest {
  private static final String HEADER =
      Checkout.read(Checkout.ROOT.resolve("capi/include/oncemore.h"));

  static List<Class<? extends Enum<?>>> enumerations() {
    return Answers.ENUMERATIONS;
  }

  @ParameterizedTest
  @MethodSource("enumerations")
  void enumeratorsAreThoseOfTheHeader(Class<? extends Enum<?>> enumeration) {
    Map<String, Long> theirs = new LinkedHashMap<>();
    String prefix = "ONCEMORE_" + Answers.nameInC(enumeration).toUpperCase(Locale.ROOT) + "_";
    String block = HEADER.split("oncemore_" + Answers.nameInC(enumeration) + ";\nenum ", 2)[1];
    Matcher line = Pattern.compile(prefix + "(\\w+) =\\s+(\\d+)").matcher(block.split("};", 2)[0]);
    while (line.find()) {
      theirs.put(line.group(1), Long.valueOf(line.group(2)));
    }
    if (enumeration == PolicyError.class) { // C's own, which have to do with structs
      theirs.keySet().removeAll(Set.of("STRUCT_SIZE", "RESERVED"));
    }
    Map<String, Long> ours = new LinkedHashMap<>();
    for (Enum<?> enumerator : enumeration.getEnumConstants()) {
      ours.put(enumerator.name(), Answers.numberInC(enumerator));
    }
    assertEquals(theirs, ours);
  }

  @ParameterizedTest
  @MethodSource("enumerations")
  void theLibraryGivesThemTheSameNames(Class<? extends Enum<?>> enumeration) {
    for (Enum<?> enumerator : enumeration.getEnumConstants()) {
      String word = enumerator.toString();
      if (enumeration == Convention.class) { // camel case, and some are functions With...
        word = word.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").replaceAll("With_", "");
      }
      word = word.replaceAll("\\W+", "_").toUpperCase(Locale.ROOT);
      assertEquals(enumerator.name(), word.replace("_WITH_", "_"));
    }
  }

  @Test
  void everyEnumerationOfThePackageIsLookedAt() {
    long typedefs = Pattern.compile("typedef uint\\d+_t oncemore_\\w+;\nenum ").matcher(HEADER)
        .results().count();
    assertEquals(typedefs, Answers.ENUMERATIONS.size());
  }

  @Test
  void words() {
    assertEquals("attempts_exhausted", Reason.ATTEMPTS_EXHAUSTED.toString());
    assertEquals("BASELINE-CONTROL", Method.BASELINE_CONTROL.toString());
    assertEquals("backoff.cap", PolicyError.BACKOFF_CAP.toString());
  }

  @Test
  void notesAreASet() {
    Notes none = Notes.of();
    Notes two = Notes.of(Note.NOT_EARLY_DATA, Note.SERVER_WAIT_APPLIED, Note.NOT_EARLY_DATA);
    assertEquals("-", none.toString());
    assertEquals("server_wait_applied+not_early_data", two.toString());
    assertEquals(Set.of(Note.SERVER_WAIT_APPLIED, Note.NOT_EARLY_DATA), two);
    assertEquals(two.hashCode(), Set.copyOf(two).hashCode());
    assertTrue(two.contains(Note.NOT_EARLY_DATA) && !two.contains(Note.NEW_CONNECTION));
    assertTrue(Arrays.stream(Note.values()).noneMatch(none::contains));
    assertEquals(Note.values().length, Notes.of(Note.values()).size());
  }
}
