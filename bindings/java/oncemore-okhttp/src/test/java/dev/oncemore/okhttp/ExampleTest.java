// SPDX-License-Identifier: MIT
package dev.oncemore.okhttp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.oncemore.scenario.Example;
import dev.oncemore.scenario.StubServer;
import org.junit.jupiter.api.Test;

/** The program of tests/examples/java. */
class ExampleTest {
  @Test
  void anOrder() throws Exception {
    Example example = new Example("OkHttp");
    try (StubServer server = new StubServer().on("/a", "503 Retry-After=0", "close", "200")) {
      assertEquals(example.expected(), example.run(server.uri("/a").toString()));
      assertEquals("[POST /a one of these, POST /a one of these, POST /a one of these]",
          server.log());
    }
  }
}
