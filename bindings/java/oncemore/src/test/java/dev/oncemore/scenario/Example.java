// SPDX-License-Identifier: MIT
package dev.oncemore.scenario;

import dev.oncemore.Oncemore;
import dev.oncemore.test.Checkout;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** A program of tests/examples/java: its comment has what it prints, between pre and /pre. */
public final class Example {
  private final Path source;

  /** The program of this name. */
  public Example(String name) {
    this.source = Checkout.ROOT.resolve("tests/examples/java").resolve(name + ".java");
  }

  /** What its comment says that it prints. */
  public String expected() {
    return Checkout.read(source).split(" \\* <pre>\n")[1].split(" \\* </pre>")[0]
        .lines().map(line -> line.substring(" * ".length()) + "\n").collect(Collectors.joining());
  }

  /** What it prints, with the jars of the test; N is what dice or a clock say. */
  public String run(String argument) throws Exception {
    String jar =
        Path.of(Oncemore.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .toString();
    String others = System.getProperty("surefire.test.class.path",
        System.getProperty("java.class.path"));
    Process process = new ProcessBuilder(List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp", jar + File.pathSeparator + others, source.toString(), argument))
        .redirectError(ProcessBuilder.Redirect.INHERIT).start();
    return new String(process.getInputStream().readAllBytes())
        .replaceAll("retry in \\d+ ms", "retry in N ms");
  }
}
