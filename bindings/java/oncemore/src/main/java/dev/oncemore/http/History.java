// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import java.util.List;
import java.util.stream.Collectors;

/** Carries the decisions of a call below its last error, and is never thrown itself. */
final class History extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<Decided> decisions;

  History(List<Decided> decisions) {
    super(decisions.stream().map(Decided::line).collect(Collectors.joining("; ")), null, false,
        false);
    this.decisions = decisions;
  }

  /** None after it was serialised: then only the message is left. */
  List<Decided> decisions() {
    return decisions == null ? List.of() : decisions;
  }
}
