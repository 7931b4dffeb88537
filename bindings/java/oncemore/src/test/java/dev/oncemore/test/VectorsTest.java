// SPDX-License-Identifier: MIT
package dev.oncemore.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.oncemore.Policy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row of every vector file. A file's kind of question is its name up to the first dot. */
class VectorsTest {
  private static final long NOON = Instant.parse("2026-06-15T12:00:00Z").toEpochMilli();
  private static final long LARGEST = Policy.NO_DEADLINE.toMillis();

  static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(Checkout.ROOT.resolve("tests/vectors"))) {
      return files.filter(file -> file.toString().endsWith(".txt")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void rows(Path file) {
    String name = file.getFileName().toString();
    String kind = name.substring(0, name.indexOf('.'));
    List<String> wrong = new ArrayList<>();
    int rows = 0;
    for (String line : Checkout.read(file).split("\n")) {
      if (!line.isEmpty() && !line.startsWith("#")) {
        rows++;
        row(kind, Cells.split(line), wrong);
      }
    }
    assertEquals(List.of(), wrong, () -> String.join("\n", wrong));
    assertNotEquals(0, rows, "no row was read");
    System.out.println("vectors: java " + name + " " + rows + " rows");
  }

  private static void row(String kind, List<String> cells, List<String> wrong) {
    if (kind.equals("retry_after")) {
      retryAfterRow(cells, wrong);
      return;
    }
    int inputs = Answers.inputs(kind);
    assertEquals(inputs + 2, cells.size(), () -> "cells of " + cells);
    expect(cells.get(inputs), kind, cells.subList(0, inputs), wrong);
  }

  private static void expect(String want, String kind, List<String> in, List<String> wrong) {
    String got = Answers.answer(kind, in);
    if (!got.equals(want)) {
      wrong.add(String.join(" | ", in) + "\n  expected: " + want + "\n  got:      " + got);
    }
  }

  /** retry_after.txt has two answers a row and words of its own for them, see its banner. */
  private static void retryAfterRow(List<String> cells, List<String> wrong) {
    assertEquals(4, cells.size(), () -> "cells of " + cells);
    for (int column = 1; column <= 2; column++) {
      List<String> in = List.of(column == 1 ? "strict" : "lenient", "" + NOON, cells.get(0));
      String[] words = cells.get(column).split(" ", 2);
      long n = words.length == 2 ? Long.parseLong(words[1]) : 0;
      if (words[0].equals("date")) {
        expect("" + n * 1000, "http_date", in, wrong);
      }
      expect(switch (cells.get(column).replaceAll(" .*", words.length == 2 ? " N" : "")) {
        case "reject" -> "malformed";
        case "saturate" -> "" + LARGEST;
        case "seconds N" -> "" + n * 1000;
        case "ms N" -> "" + n;
        case "date N" -> "" + Math.min(Math.max(n * 1000 - NOON, 0), LARGEST);
        default -> throw Cells.bad("no such result", cells.get(column));
      }, "retry_after", in, wrong);
    }
  }
}
