// SPDX-License-Identifier: MIT
package dev.oncemore.okhttp;

import java.io.IOException;
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
  private static final int MOST_OCTETS = 64 * 1024;
  private static final int MOST_MILLIS = 250;

  private UnwantedBody() {}

  /** Null for a connection that is shared: of that OkHttp gives up the stream alone. */
  static void discard(Response response, Connection own) {
    try (response) {
      if (!isRead(response) && own != null) {
        own.socket().close();
      }
    } catch (IOException broken) {
      // Its connection is of no more use, and the next attempt gets another one.
    }
  }

  private static boolean isRead(Response response) {
    BufferedSource source = response.body().source();
    source.timeout().deadline(MOST_MILLIS, TimeUnit.MILLISECONDS);
    Buffer read = new Buffer();
    try {
      long octets = 0;
      for (long n = 0; n >= 0 && octets <= MOST_OCTETS; n = source.read(read, 8192)) {
        octets += n;
        read.clear();
      }
      return octets <= MOST_OCTETS;
    } catch (IOException lateOrBroken) {
      return false;
    }
  }
}
