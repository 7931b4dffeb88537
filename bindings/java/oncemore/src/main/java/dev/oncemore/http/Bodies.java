// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import dev.oncemore.Body;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Set;

/** Which bodies of java.net.http can be sent once more. */
final class Bodies {
  /** What the JDK makes of a text, of octets, and of an Iterable, which begins anew each time. */
  private static final Set<Class<?>> KEPT = Set.of(
      BodyPublishers.ofString("").getClass(),
      BodyPublishers.ofByteArray(new byte[0]).getClass(),
      BodyPublishers.ofByteArrays(List.of()).getClass());

  /** A sample of this one would need a file. */
  private static final String OF_A_FILE = "jdk.internal.net.http.RequestPublishers$FilePublisher";

  private Bodies() {}

  static Body of(HttpRequest request) {
    boolean replayable = request.bodyPublisher().map(Bodies::isReplayable).orElse(true);
    return replayable ? Body.REPLAYABLE : Body.CONSUMED;
  }

  static boolean isReplayable(BodyPublisher body) {
    return body instanceof Replayable
        || KEPT.contains(body.getClass())
        || body.getClass().getName().equals(OF_A_FILE)
        || body.contentLength() == 0;
  }
}
