// SPDX-License-Identifier: MIT
package dev.oncemore.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files of the whole project, which tests compare the binding with. */
final class Checkout {
  static final Path ROOT = Path.of(System.getProperty("test.checkout"));
  static final Path BINDING = ROOT.resolve("bindings/java");

  private Checkout() {}

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
