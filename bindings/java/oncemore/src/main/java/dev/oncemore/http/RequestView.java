// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import dev.oncemore.Body;
import java.util.Objects;
import java.util.Optional;

/**
 * What an adapter shows of a request: the one that another attempt would send, which in a loop
 * inside the redirects is that of the current hop, in a loop outside of them the first one.
 *
 * @param method the token as it is sent
 * @param url where to, as it is sent
 * @param fields those of the request, as the caller set them
 * @param body whether its body can be produced once more; one of which that is not known counts as
 *     consumed, from the beginning. No body is {@link Body#REPLAYABLE}
 * @param original the client's own object, for {@link #as}; null if there is none
 */
public record RequestView(String method, String url, Fields fields, Body body, Object original) {
  /**
   * Refuses null but for the client's own object.
   *
   * @param method see {@link #method()}
   * @param url see {@link #url()}
   * @param fields see {@link #fields()}
   * @param body see {@link #body()}
   * @param original see {@link #original()}
   */
  public RequestView {
    Objects.requireNonNull(method, "method");
    Objects.requireNonNull(url, "url");
    Objects.requireNonNull(fields, "fields");
    Objects.requireNonNull(body, "body");
  }

  /**
   * The client's own request.
   *
   * @param <T> its type
   * @param type such as {@code okhttp3.Request.class}
   * @return the object, if it is of that type
   */
  public <T> Optional<T> as(Class<T> type) {
    return type.isInstance(original) ? Optional.of(type.cast(original)) : Optional.empty();
  }
}
