// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import dev.oncemore.Decision;
import dev.oncemore.Failure;
import dev.oncemore.Outcome;
import dev.oncemore.http.Call;
import dev.oncemore.http.Decided;
import dev.oncemore.http.Failures;
import dev.oncemore.http.RequestView;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.util.List;

/** What the exceptions of a request factory mean. */
final class RestErrors {
  private RestErrors() {}

  /** Asks what to do after one. */
  static Decision decide(Call call, RequestView sent, IOException error) {
    List<Decided> below = Decided.in(error);
    if (!below.isEmpty()
        && below.get(below.size() - 1).attempt().outcome() instanceof Outcome.Failed failed) {
      // An adapter below this one knows its client better.
      return call.failed(sent, failed.failure(), below.get(below.size() - 1).attempt().evidence(),
          error);
    }
    return call.failed(sent, failure(error), error);
  }

  private static Failure failure(IOException error) {
    if (error instanceof HttpConnectTimeoutException) {
      return Failure.CONNECT;
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
}
