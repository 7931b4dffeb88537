// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import dev.oncemore.Attempt;
import dev.oncemore.Evidence;
import dev.oncemore.Failure;
import dev.oncemore.Outcome;
import dev.oncemore.http.Causes;
import dev.oncemore.http.Decided;
import dev.oncemore.http.Failures;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.http.HttpTimeoutException;
import java.util.List;
import java.util.Set;

/** What the exceptions of a request factory mean. */
final class RestErrors {
  /** Of a client that followed, though it was vouched for, the types and the texts. */
  private static final Set<String> REDIRECT_TYPES = Set.of(
      "org.apache.hc.client5.http.RedirectException",
      "org.apache.hc.client5.http.CircularRedirectException");
  private static final Set<String> REDIRECT_TEXTS =
      Set.of("Circular redirect", "Maximum redirects", "Server redirected too many",
          "Too many redirects", "too many redirects");

  /**
   * What ended an attempt, and what is known of whether the request was processed. It is a status
   * where only a proxy has answered, of which the client makes an error.
   */
  record Ended(Outcome outcome, Evidence evidence) {}

  private RestErrors() {}

  /** An error proves nothing by its type; an adapter below may have seen more. */
  static Ended of(IOException error) {
    List<Decided> below = Decided.in(error);
    if (below.isEmpty()) {
      return new Ended(Outcome.failed(failure(error)), Evidence.UNKNOWN);
    }
    Attempt last = below.get(below.size() - 1).attempt();
    return new Ended(last.outcome(), last.evidence());
  }

  private static Failure failure(IOException error) {
    if (Causes.of(error).anyMatch(RestErrors::isOfRedirects)) {
      return Failure.REDIRECT_LIMIT;
    }
    if (error instanceof HttpTimeoutException) {
      return Failure.TIMEOUT;
    }
    Failure known = Failures.of(error);
    if (known != Failure.OTHER) {
      return known;
    }
    // The body is in memory, so it was the connection that gave no input, or no output.
    return error instanceof InterruptedIOException ? Failure.TIMEOUT : Failure.CONNECTION_LOST;
  }

  private static boolean isOfRedirects(Throwable error) {
    String text = error.getMessage();
    return REDIRECT_TYPES.contains(error.getClass().getName())
        || text != null && REDIRECT_TEXTS.stream().anyMatch(text::startsWith);
  }
}
