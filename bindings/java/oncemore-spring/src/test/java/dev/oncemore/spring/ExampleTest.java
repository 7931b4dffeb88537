// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.oncemore.scenario.Example;
import dev.oncemore.scenario.StubServer;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The programs that show how the adapters are used. */
@Timeout(120)
class ExamplesTest {
  @ParameterizedTest
  @ValueSource(strings = {"SpringRestClient", "SpringWebClient"})
  void itPrints(String name) throws Exception {
    try (StubServer server = new StubServer().on("/a", "503 Retry-After=0", "503", "200")) {
      assertEquals(
          List.of(
              "attempt 1 of 4: 503, retry in 20 ms (server asked 0 ms)",
              "attempt 2 of 4: 503, retry in 40 ms",
              "attempt 3 of 4: 200, stop: success",
              "xxxxxxxxxx"),
          Example.run(name, server.uri("/a")));
    }
  }
}
