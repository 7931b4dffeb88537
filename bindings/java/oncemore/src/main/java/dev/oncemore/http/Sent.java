// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import dev.oncemore.Body;
import java.util.Objects;

/**
 * What an adapter says of the request that another attempt would send: in a loop inside the
 * redirects that of the current hop, in a loop outside of them the first one.
 *
 * @param method the token as it is sent
 * @param fields those of the request
 * @param body whether its body can be produced once more; one of which that is not known counts as
 *     consumed, from the beginning. No body is {@link Body#REPLAYABLE}
 */
public record Sent(String method, Fields fields, Body body) {
  /**
   * Refuses null.
   *
   * @param method see {@link #method()}
   * @param fields see {@link #fields()}
   * @param body see {@link #body()}
   */
  public Sent {
    Objects.requireNonNull(method, "method");
    Objects.requireNonNull(fields, "fields");
    Objects.requireNonNull(body, "body");
  }
}
