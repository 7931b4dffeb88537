// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import dev.oncemore.http.Fields;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.springframework.http.HttpHeaders;

/** Spring's headers, by the methods alone that are the same in 6.2 and in 7. */
final class Headers {
  private Headers() {}

  static Fields fields(HttpHeaders headers) {
    return name -> headers.headerSet().stream()
        .filter(field -> field.getKey().equalsIgnoreCase(name))
        .flatMap(field -> field.getValue().stream())
        .map(Headers::value)
        .toList();
  }

  private static String value(String line) {
    return line == null ? "" : line;
  }

  /** A copy of those whose name is wanted. */
  static HttpHeaders copy(HttpHeaders headers, Predicate<String> wanted) {
    HttpHeaders copy = new HttpHeaders();
    for (Map.Entry<String, List<String>> field : headers.headerSet()) {
      if (wanted.test(field.getKey())) {
        copy.addAll(field.getKey(), field.getValue());
      }
    }
    return copy;
  }

  /** Puts others in the place of all. */
  static void replace(HttpHeaders headers, HttpHeaders others) {
    headers.clear();
    for (Map.Entry<String, List<String>> field : others.headerSet()) {
      headers.addAll(field.getKey(), field.getValue());
    }
  }

  /** A copy for an attempt, with the fields that are the call's own. */
  static HttpHeaders ofAttempt(HttpHeaders headers, Map<String, Optional<String>> own) {
    HttpHeaders copy =
        copy(headers, name -> own.keySet().stream().noneMatch(name::equalsIgnoreCase));
    own.forEach((name, value) -> value.ifPresent(only -> copy.set(name, only)));
    return copy;
  }
}
