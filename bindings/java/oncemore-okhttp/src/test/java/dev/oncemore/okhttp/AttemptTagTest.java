// SPDX-License-Identifier: MIT
package dev.oncemore.okhttp;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.oncemore.Policy;
import dev.oncemore.http.Call;
import dev.oncemore.http.Settings;
import java.util.List;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may send a second request of an attempt. */
class AttemptTagTest {
  private static final Request REQUEST = new Request.Builder().url("http://a/").build();

  private final AttemptTag tag = new AttemptTag(Call.inner(Settings.of(Policy.defaults())));

  private Response answer(int status, String... fields) {
    Response.Builder answer = new Response.Builder().request(REQUEST).protocol(Protocol.HTTP_1_1)
        .code(status).message("-");
    for (String value : fields) {
      answer.addHeader("Retry-After", value);
    }
    return tag.hidden(answer.build());
  }

  @Test
  void notTheClientWhenTheConnectionBroke() {
    tag.begins(REQUEST, null);
    assertThrows(IllegalStateException.class, () -> tag.begins(REQUEST, null));
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 500, 302, 307})
  void notTheClientAfterAnAnswer(int status) {
    tag.begins(REQUEST, null);
    answer(status);
    assertThrows(IllegalStateException.class, () -> tag.begins(REQUEST, null));
  }

  @Test
  void anAuthenticatorWhoChangesSomething() {
    tag.begins(REQUEST, null);
    answer(401);
    Request known = REQUEST.newBuilder().header("Authorization", "Basic x").build();
    assertDoesNotThrow(() -> tag.begins(known, null));
  }

  @Test
  void theClientWhereTheServerSaysThatItDidNothing() {
    tag.begins(REQUEST, null);
    answer(421);
    assertDoesNotThrow(() -> tag.begins(REQUEST, null));
  }

  @Test
  void onlyARetryAfterThatTheClientWouldActOnIsHidden() {
    tag.begins(REQUEST, null);
    assertEquals(List.of("1"), answer(503, "1").headers("Retry-After"));
    Response hidden = answer(503, "1", "00");
    assertEquals(List.of(), hidden.headers("Retry-After"));
    assertEquals(List.of("1", "00"), tag.restored(hidden, REQUEST).headers("Retry-After"));
  }
}
