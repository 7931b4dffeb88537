// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;

/**
 * The body of a response that nobody wants. It is read to its end, so that its connection can be
 * used again, unless that takes longer than a new connection would.
 */
final class Leftovers implements AsyncDataConsumer {
  private static final int OCTETS = 64 << 10;
  private static final long NANOSECONDS = 250_000_000;

  private final long start = System.nanoTime();
  private long octets;

  /** Reads the rest of a response, and lets go of its connection. */
  static void discard(ClassicHttpResponse response) {
    try (response) {
      InputStream content = response.getEntity() == null ? null : response.getEntity().getContent();
      Leftovers leftovers = new Leftovers();
      byte[] buffer = new byte[4096];
      for (int read = 0; content != null && read >= 0; read = content.read(buffer)) {
        leftovers.take(read);
      }
    } catch (IOException tooMuchOrBroken) {
      // Its connection is closed, and the next attempt gets another one.
    }
  }

  @Override
  public void consume(ByteBuffer source) throws IOException {
    take(source.remaining());
    source.position(source.limit());
  }

  private void take(int more) throws IOException {
    octets += more;
    if (octets > OCTETS || System.nanoTime() - start > NANOSECONDS) {
      throw new IOException("too long to be read for its connection");
    }
  }

  @Override
  public void updateCapacity(CapacityChannel channel) throws IOException {
    channel.update(Integer.MAX_VALUE);
  }

  @Override
  public void streamEnd(List<? extends Header> trailers) {}

  @Override
  public void releaseResources() {}
}
