// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import java.util.List;
import java.util.Objects;

/**
 * The fields of a request or a response, however a client keeps them; such as {@code
 * response.headers()::allValues}.
 */
@FunctionalInterface
public interface Fields {
  /** No field at all, as where no response came. */
  Fields NONE = name -> List.of();

  /**
   * The values of a field.
   *
   * @param name of any case
   * @return one value a line, as they came; none if there is no such field
   */
  List<String> lines(String name);

  /**
   * Whether there is such a field, and something in it.
   *
   * @param name of any case
   * @return whether there is
   */
  default boolean has(String name) {
    Objects.requireNonNull(name, "name");
    return lines(name).stream().anyMatch(line -> !line.isBlank());
  }
}
