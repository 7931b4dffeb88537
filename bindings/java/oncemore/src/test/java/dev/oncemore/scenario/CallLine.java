// SPDX-License-Identifier: MIT
package dev.oncemore.scenario;

import dev.oncemore.Policy;
import dev.oncemore.test.Spelling;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A call that a driver is asked to make; tests/scenarios/README.md has the options. */
public record CallLine(String method, String url, Map<String, String> options, Policy policy) {
  /** A response that does not come in this time is late, unless a line says otherwise. */
  private static final int TIMEOUT = 5000;

  static CallLine read(String line) {
    List<String> cells = Spelling.cells(line);
    if (cells.size() != 5) {
      throw new IllegalArgumentException("not five cells: " + line);
    }
    return new CallLine(Spelling.text(cells.get(1)), Spelling.text(cells.get(2)),
        readOptions(cells.get(3)), Spelling.policy(cells.get(4)));
  }

  private static Map<String, String> readOptions(String cell) {
    Map<String, String> options = new HashMap<>();
    for (String word : cell.equals("-") ? new String[0] : cell.split(" +")) {
      String[] option = word.split("=", 2);
      options.put(option[0], Spelling.text(option[1]));
    }
    return options;
  }

  /** {@return an option's value} @param name of the option */
  public Optional<String> option(String name) {
    return Optional.ofNullable(options.get(name));
  }

  /** {@return whether an option is on} @param name of the option */
  public boolean has(String name) {
    return option(name).filter("yes"::equals).isPresent();
  }

  /** {@return an option's number} @param name of the option @param otherwise if it is not given */
  public int number(String name, int otherwise) {
    return option(name).map(Integer::parseInt).orElse(otherwise);
  }

  /** {@return the client's time-out for a response} */
  public Duration timeout() {
    return Duration.ofMillis(number("timeout", TIMEOUT));
  }

  /** {@return the client's time-out for a connection, if there is one} */
  public Optional<Duration> connectTimeout() {
    return option("connect_timeout").map(Long::parseLong).map(Duration::ofMillis);
  }

  /** {@return the octets of the body, if there is one} */
  public Optional<byte[]> body() {
    return option("body").map(body -> "x".repeat(Integer.parseInt(body.split(":")[1])).getBytes());
  }

  /** {@return whether the body is to be given so that it can be read but once} */
  public boolean isConsumed() {
    return option("body").filter(body -> body.startsWith("consumed")).isPresent();
  }
}
