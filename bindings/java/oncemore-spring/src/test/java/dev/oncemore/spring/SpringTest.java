// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import dev.oncemore.Policy;
import dev.oncemore.http.Settings;
import dev.oncemore.scenario.StubServer;
import java.time.Duration;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** What the tests of both clients have in common. */
@Timeout(60)
abstract class SpringTest {
  final DecisionRecord recorded = new DecisionRecord();
  StubServer server;

  @BeforeEach
  void start() throws Exception {
    server = new StubServer();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  static Settings quick() {
    Policy policy = Policy.defaults();
    return Settings.of(policy.withBackoff(policy.backoff().withInitial(Duration.ofMillis(1))));
  }

  /** The reasons of what was recorded. */
  String reasons() {
    return recorded.decisions().stream()
        .map(decided -> decided.decision().reason().toString())
        .collect(Collectors.joining(" "));
  }

  /** The field's values in the requests that came; those of one request are joined by +. */
  String values(String field) {
    return server.arrivals().stream()
        .map(arrival -> String.join("+", arrival.fields().lines(field)))
        .collect(Collectors.joining(" "));
  }
}
