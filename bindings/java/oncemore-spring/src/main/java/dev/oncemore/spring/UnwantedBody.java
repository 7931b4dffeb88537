// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import org.springframework.http.client.ClientHttpResponse;

/**
 * The body of a response that nobody wants. It is read to its end, so that its connection can be
 * used again, unless that takes longer than a new connection would.
 */
final class Leftovers {
  static final int OCTETS = 64 << 10;
  static final Duration TIME = Duration.ofMillis(250);

  private Leftovers() {}

  /** Reads the rest of a response; what is too long is closed before all of it was read. */
  static void discard(ClientHttpResponse response) {
    long end = System.nanoTime() + TIME.toNanos();
    try (InputStream content = response.getBody()) {
      byte[] buffer = new byte[4096];
      // Not by an interrupted thread: when it reads, java.net.http forgets that it was.
      boolean wanted = !Thread.currentThread().isInterrupted();
      for (int octets = 0; wanted && octets <= OCTETS && System.nanoTime() < end; ) {
        int read = content.read(buffer);
        if (read < 0) {
          return;
        }
        octets += read;
      }
    } catch (IOException broken) {
      // The next attempt gets another connection.
    }
  }
}
