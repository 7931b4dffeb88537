// SPDX-License-Identifier: MIT
package dev.oncemore.test;

import dev.oncemore.Policy;
import java.util.List;

/** How the cells of tests/vectors are read, for the scenario drivers. */
public final class Spelling {
  private Spelling() {}

  /** {@return the cells of a row} @param row split at | */
  public static List<String> cells(String row) {
    return Cells.split(row);
  }

  /** {@return a text} @param cell with its escapes */
  public static String text(String cell) {
    return Cells.unescaped(cell);
  }

  /** {@return a policy} @param cell its setting list */
  public static Policy policy(String cell) {
    return Settings.policy(cell);
  }
}
