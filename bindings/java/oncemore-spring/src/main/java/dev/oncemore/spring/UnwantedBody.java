// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.springframework.http.client.ClientHttpResponse;

/**
 * The body of a response that nobody wants. It is read to its end, so that its connection can be
 * used again, unless that takes longer than a new connection would, or than the deadline leaves.
 */
final class UnwantedBody {
  static final int OCTETS = 64 << 10;

  private UnwantedBody() {}

  /** Reads the rest of a response; what is too long is closed before all of it was read. */
  static void discard(ClientHttpResponse response, Duration most) {
    long millis = most.toMillis();
    try (InputStream content = response.getBody()) {
      // Not by an interrupted thread: when it reads, java.net.http forgets that it was.
      if (millis > 0 && !Thread.currentThread().isInterrupted()) {
        CompletableFuture<Void> late = new CompletableFuture<Void>()
            .completeOnTimeout(null, millis, TimeUnit.MILLISECONDS);
        late.thenRunAsync(() -> close(content)); // which ends a read that waits
        read(content, late);
      }
    } catch (IOException | RuntimeException broken) {
      // The next attempt gets another connection.
    }
  }

  private static void read(InputStream content, CompletableFuture<Void> late) throws IOException {
    byte[] buffer = new byte[4096];
    try {
      int read = 0;
      for (int octets = 0; read >= 0 && octets <= OCTETS && !late.isDone(); octets += read) {
        read = content.read(buffer);
      }
    } finally {
      late.cancel(false);
    }
  }

  private static void close(InputStream content) {
    try {
      content.close();
    } catch (IOException broken) {
      // Nobody reads it any more.
    }
  }
}
