// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.http.client.ClientHttpResponse;

/**
 * The body of a response that nobody wants. It is read to its end, so that its connection can be
 * used again, unless that takes longer than a new connection would, or than the deadline leaves.
 */
final class UnwantedBody {
  static final int OCTETS = 64 << 10;

  private UnwantedBody() {}

  /**
   * Reads the rest of a response; what is too long is closed before all of it was read. It is read
   * by another thread, since java.net.http forgets an interrupt that comes while it waits.
   */
  static void discard(ClientHttpResponse response, Duration most) {
    try (InputStream content = response.getBody()) {
      if (!most.isZero()) {
        CompletableFuture.runAsync(() -> read(content))
            .get(most.toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException gone) {
      Thread.currentThread().interrupt();
    } catch (IOException | ExecutionException | TimeoutException | RuntimeException broken) {
      // The next attempt gets another connection.
    }
  }

  private static void read(InputStream content) {
    byte[] buffer = new byte[4096];
    try {
      int read = 0;
      for (int octets = 0; read >= 0 && octets <= OCTETS; octets += read) {
        read = content.read(buffer);
      }
    } catch (IOException broken) {
      // Or closed, since it took too long.
    }
  }
}
