// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.oncemore.Reason;
import dev.oncemore.scenario.StubServer;
import java.io.ByteArrayInputStream;
import java.util.List;
import org.apache.hc.client5.http.classic.methods.HttpPut;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Of a body that can be read but once. */
@Timeout(60)
class BodyTest {
  private final HttpClientContext context = HttpClientContext.create();

  private static HttpPut put(StubServer server) {
    HttpPut request = new HttpPut(server.uri("/a"));
    byte[] octets = "xyz".getBytes();
    request.setEntity(new InputStreamEntity(
        new ByteArrayInputStream(octets), octets.length, ContentType.TEXT_PLAIN));
    return request;
  }

  private int send(StubServer server) throws Exception {
    try (CloseableHttpClient client =
        Retrying.classic(HttpClients.custom(), RetryingTest.quick()).build()) {
      return client.execute(put(server), context, response -> response.getCode());
    }
  }

  @Test
  void whatWasReadIsNotSentAgain() throws Exception {
    try (StubServer server = new StubServer().on("/a", "503", "200")) {
      assertEquals(503, send(server));
      assertEquals("[PUT /a xyz]", server.log());
      assertEquals(Reason.BODY_CONSUMED,
          Retrying.decisions(context).get(0).decision().reason());
    }
  }

  @Test
  void whatNobodyReadIsSentAgain() {
    BodyState body = new BodyState(false);
    assertEquals(List.of(true, false), List.of(body.replayable(), body.broken()));
    body.start();
    assertEquals(List.of(false, true), List.of(body.replayable(), body.broken()));
    body.end();
    assertEquals(List.of(false, false), List.of(body.replayable(), body.broken()));
  }
}
