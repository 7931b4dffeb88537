// SPDX-License-Identifier: MIT
package dev.oncemore.test;

import dev.oncemore.Oncemore;

/** Started by LoaderTest: says the version, or twice why there is none. */
final class Probe {
  private Probe() {}

  /** Takes no arguments. */
  public static void main(String[] arguments) {
    for (int i = 0; i < 2; i++) {
      try {
        System.out.println("version " + Oncemore.version());
      } catch (LinkageError e) {
        System.out.println(e + " " + e.getCause());
      }
    }
  }
}
