// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import dev.oncemore.Policy;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** The policy of one request, among its attributes. */
final class RequestPolicy {
  private static final String ATTRIBUTE = "dev.oncemore.policy";

  private RequestPolicy() {}

  static Consumer<Map<String, Object>> among(Policy policy) {
    Objects.requireNonNull(policy, "policy").validate();
    return attributes -> attributes.put(ATTRIBUTE, policy);
  }

  /** Null if the request has none. */
  static Policy of(Map<String, Object> attributes) {
    return attributes.get(ATTRIBUTE) instanceof Policy policy ? policy : null;
  }
}
