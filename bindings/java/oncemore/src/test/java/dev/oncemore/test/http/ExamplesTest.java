// SPDX-License-Identifier: MIT
package dev.oncemore.test.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oncemore.scenario.Example;
import dev.oncemore.scenario.StubServer;
import dev.oncemore.test.Checkout;
import org.junit.jupiter.api.Test;

/** The programs of tests/examples/java that need this module alone, and Micrometer. */
class ExamplesTest {
  @Test
  void anOrderWithJavaNetHttp() throws Exception {
    Example example = new Example("JavaNetHttp");
    try (StubServer server = new StubServer().on("/a", "503 Retry-After=0", "close", "200")) {
      assertEquals(example.expected(), example.run(server.uri("/a").toString()));
      assertEquals("[POST /a one of these, POST /a one of these, POST /a one of these]",
          server.log());
    }
  }

  @Test
  void decisionsAreCounted() throws Exception {
    Example example = new Example("CountWithMicrometer");
    try (StubServer server = new StubServer().on("/a", "503", "503", "200")) {
      assertEquals(example.expected(), example.run(server.uri("/a").toString()));
    }
  }

  @Test
  void theReadmeShowsTheSame() {
    String readme = Checkout.read(Checkout.BINDING.resolve("README.md"));
    String shown = readme.split("All adapters take the same `Settings`:\n\n")[1].split("\n\n")[0];
    String program =
        Checkout.read(Checkout.ROOT.resolve("tests/examples/java/JavaNetHttp.java"));
    assertTrue(shown.lines().count() >= 5, shown);
    shown.lines().forEach(line -> assertTrue(program.contains(line), line));
  }
}
