// SPDX-License-Identifier: MIT
package dev.oncemore.scenario;

import dev.oncemore.Policy;
import dev.oncemore.scenario.Client.Unsupported;
import dev.oncemore.test.Spelling;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
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

  /**
   * The body as a file of its own.
   *
   * @return where it is
   */
  public Path file() {
    try {
      Path file = Files.createTempFile("oncemore-scenario-", ".body");
      file.toFile().deleteOnExit();
      return Files.write(file, body().orElseThrow());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@return whether the body is to be given as a file} */
  public boolean isFile() {
    return option("body").filter(body -> body.startsWith("file")).isPresent();
  }

  /** {@return what the caller's own code throws there, if it is to fail} @param place it is in */
  public Optional<IOException> callersError(String place) {
    return option("fails").filter(fails -> fails.startsWith(place + ":"))
        .map(fails -> switch (fails.substring(place.length() + 1)) {
          case "connect" -> new ConnectException("the caller's own");
          case "name_resolution" -> new UnknownHostException("the caller's own");
          default -> new SocketTimeoutException("the caller's own");
        });
  }

  /**
   * Half of the body, and then the error of the caller's own code.
   *
   * @param error that error
   * @return a stream of it
   */
  public InputStream failing(IOException error) {
    byte[] octets = body().orElseThrow();
    InputStream end = new InputStream() {
      @Override
      public int read() throws IOException {
        throw error;
      }
    };
    return new SequenceInputStream(new ByteArrayInputStream(octets, 0, octets.length / 2), end);
  }

  /**
   * For a client that has no place for an option.
   *
   * @param option its name, with = or : and the beginning of its value if only that is meant
   * @param why the reason
   * @throws Unsupported if the line has it
   */
  public void refuse(String option, String why) throws Unsupported {
    String[] parts = option.split("=", 2);
    String value = options.get(parts[0]);
    if (value != null && (parts.length == 1 || value.split(":")[0].equals(parts[1]))) {
      throw new Unsupported(option, why);
    }
  }

  /** {@return whether the body is to be given so that it can be read but once} */
  public boolean isConsumed() {
    return option("body").filter(body -> body.startsWith("consumed")).isPresent();
  }
}
