// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import java.util.Objects;
import java.util.Optional;

/**
 * What an adapter shows of how an attempt ended: with a response, or with an error.
 *
 * @param status that of the response as received, 0 if there is none
 * @param fields those of the response, {@link Fields#NONE} if there is none
 * @param error what the client says, null if there is a response
 * @param original the client's own response, for {@link #as}; null if there is none
 */
public record ResultView(int status, Fields fields, Throwable error, Object original) {
  /**
   * Refuses null fields.
   *
   * @param status see {@link #status()}
   * @param fields see {@link #fields()}
   * @param error see {@link #error()}
   * @param original see {@link #original()}
   */
  public ResultView {
    Objects.requireNonNull(fields, "fields");
  }

  static ResultView of(Throwable error) {
    return new ResultView(0, Fields.NONE, Objects.requireNonNull(error, "error"), null);
  }

  /** {@return whether there is a response} */
  public boolean isResponse() {
    return error == null;
  }

  /**
   * The client's own response.
   *
   * @param <T> its type
   * @param type such as {@code okhttp3.Response.class}
   * @return the object, if it is of that type
   */
  public <T> Optional<T> as(Class<T> type) {
    return type.isInstance(original) ? Optional.of(type.cast(original)) : Optional.empty();
  }
}
