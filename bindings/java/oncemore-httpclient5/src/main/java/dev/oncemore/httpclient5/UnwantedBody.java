// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;

/**
 * The body of a response that nobody wants. It is read to its end, so that its connection can be
 * used again, unless that takes longer than a new connection would, or than the deadline leaves;
 * then its connection is ended, which ends a read that waits, too.
 */
final class UnwantedBody implements AsyncDataConsumer {
  private static final int OCTETS = 64 << 10;

  private final CompletableFuture<Void> late;
  private long octets;

  /** Is read until it is over; what ends the connection is run at most once. */
  UnwantedBody(Duration most, Runnable endConnection) {
    late = new CompletableFuture<Void>()
        .completeOnTimeout(null, most.toMillis(), TimeUnit.MILLISECONDS);
    late.thenRunAsync(endConnection);
  }

  /** Reads the rest of a response, and lets go of its connection. */
  static void discard(ClassicHttpResponse response, ExecRuntime runtime, Duration most) {
    UnwantedBody body = new UnwantedBody(most, runtime::discardEndpoint);
    try (response) {
      body.read(response, runtime);
    } catch (IOException | RuntimeException broken) {
      // Its connection is ended, and the next attempt gets another one.
    } finally {
      body.over();
    }
  }

  /** What is too long is ended first, or to close the response would read the rest. */
  private void read(ClassicHttpResponse response, ExecRuntime runtime) throws IOException {
    try {
      InputStream content = response.getEntity() == null ? null : response.getEntity().getContent();
      byte[] buffer = new byte[4096];
      for (int read = 0; content != null && read >= 0; read = content.read(buffer)) {
        take(read);
      }
      over();
    } catch (IOException | RuntimeException tooMuchOrBroken) {
      runtime.discardEndpoint();
      throw tooMuchOrBroken;
    }
  }

  /** Nobody waits for it any more. */
  void over() {
    late.cancel(false);
  }

  @Override
  public void consume(ByteBuffer source) throws IOException {
    take(source.remaining());
    source.position(source.limit());
  }

  private void take(int more) throws IOException {
    octets += more;
    if (octets > OCTETS || late.isDone()) {
      throw new IOException("too long to be read for its connection");
    }
  }

  @Override
  public void updateCapacity(CapacityChannel channel) throws IOException {
    channel.update(Integer.MAX_VALUE);
  }

  @Override
  public void streamEnd(List<? extends Header> trailers) {
    over();
  }

  @Override
  public void releaseResources() {
    over();
  }
}
