// SPDX-License-Identifier: MIT
package dev.oncemore.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files of the whole project, which tests compare the binding with. */
public final class Checkout {
  /** The folder of the project. */
  public static final Path ROOT = Path.of(System.getProperty("test.checkout"));
  /** And that of this binding. */
  public static final Path BINDING = ROOT.resolve("bindings/java");

  private Checkout() {}

  /** The text of a file. */
  public static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
