// SPDX-License-Identifier: MIT
package dev.oncemore.test;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Reads cases on standard input, one a line (KIND | input cells), and writes the answers of this
 * binding, one a line: the other side of tests/model/compare.py.
 */
final class Filter {
  private Filter() {}

  /** Takes no arguments. */
  public static void main(String[] arguments) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.ISO_8859_1));
    StringBuilder out = new StringBuilder();
    try (PrintStream stdout = new PrintStream(System.out, false, StandardCharsets.ISO_8859_1)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        out.append(answer(Cells.split(line))).append('\n');
        if (out.length() > 1 << 16 || !in.ready()) {
          stdout.append(out).flush();
          out.setLength(0);
        }
      }
    }
  }

  private static String answer(List<String> cells) {
    try {
      return Answers.answer(cells.get(0), cells.subList(1, cells.size()));
    } catch (IllegalArgumentException e) {
      return "error: " + e.getMessage();
    }
  }
}
