// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import dev.oncemore.http.Call;
import dev.oncemore.http.Decided;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * What was decided in a call that ended with a response, for a caller who asks for it when he makes
 * the request:
 *
 * <pre>{@code
 * DecisionRecord record = new DecisionRecord();
 * client.get().uri(uri).attributes(record).retrieve()...
 * record.decisions()
 * }</pre>
 *
 * <p>In an error, {@link Decided#in} finds the decisions without that. For one request; any thread
 * may ask.
 */
public final class DecisionRecord implements Consumer<Map<String, Object>> {
  private static final String ATTRIBUTE = DecisionRecord.class.getName();

  private volatile List<Decided> decisions = List.of();

  /** Nothing is decided yet. */
  public DecisionRecord() {}

  /** {@return the decisions so far, one for each attempt and each redirect} */
  public List<Decided> decisions() {
    return decisions;
  }

  /**
   * Adds this to a request's attributes.
   *
   * @param attributes of the request
   */
  @Override
  public void accept(Map<String, Object> attributes) {
    Objects.requireNonNull(attributes, "attributes").put(ATTRIBUTE, this);
  }

  static void record(Map<String, Object> attributes, Call call) {
    if (attributes.get(ATTRIBUTE) instanceof DecisionRecord recorded) {
      recorded.decisions = call.decisions();
    }
  }
}
