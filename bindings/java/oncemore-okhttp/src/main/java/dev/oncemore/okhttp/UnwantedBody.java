// SPDX-License-Identifier: MIT
package dev.oncemore.okhttp;

import dev.oncemore.http.Call;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import okhttp3.Connection;
import okhttp3.Response;
import okio.Buffer;
import okio.BufferedSource;

/**
 * The body of a response that nobody wants. It is read to its end, so that its connection can be
 * used again; one that is not over soon is given up, and the connection with it.
 */
final class UnwantedBody {
  private UnwantedBody() {}

  /**
   * Reads no longer than this. Null for a connection that is shared: of that OkHttp gives up the
   * stream alone.
   */
  static void discard(Response response, Connection own, Duration most) {
    try (response) {
      if (!isRead(response, most) && own != null) {
        own.socket().close();
      }
    } catch (IOException broken) {
      // Its connection is of no more use, and the next attempt gets another one.
    }
  }

  private static boolean isRead(Response response, Duration most) {
    BufferedSource source = response.body().source();
    source.timeout().deadline(Math.max(most.toNanos(), 1), TimeUnit.NANOSECONDS);
    Buffer read = new Buffer();
    try {
      long octets = 0;
      for (long n = 0; n >= 0 && octets <= Call.MOST_DRAIN_OCTETS; n = source.read(read, 8192)) {
        octets += n;
        read.clear();
      }
      return octets <= Call.MOST_DRAIN_OCTETS;
    } catch (IOException lateOrBroken) {
      return false;
    }
  }
}
