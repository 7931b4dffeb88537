// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.oncemore.scenario.Example;
import dev.oncemore.scenario.StubServer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The programs of tests/examples/java. */
class ExampleTest {
  @ParameterizedTest
  @ValueSource(strings = {"SpringRestClient", "SpringWebClient"})
  void anOrder(String name) throws Exception {
    Example example = new Example(name);
    try (StubServer server = new StubServer().on("/a", "503 Retry-After=0", "close", "200")) {
      assertEquals(example.expected(), example.run(server.uri("/a").toString()));
      assertEquals("[POST /a one of these, POST /a one of these, POST /a one of these]",
          server.log());
    }
  }
}
