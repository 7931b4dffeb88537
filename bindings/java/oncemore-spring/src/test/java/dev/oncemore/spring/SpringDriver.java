// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import dev.oncemore.scenario.Driver;
import java.io.IOException;
import java.util.Map;

/** The driver for Spring's clients. */
public final class SpringDriver {
  private SpringDriver() {}

  /** Answers the lines of standard input. */
  public static void main(String[] arguments) throws IOException {
    Driver.main(Map.of(
        "spring_restclient", RestClientCalls::new,
        "spring_webclient", WebClientCalls::new), arguments);
  }
}
