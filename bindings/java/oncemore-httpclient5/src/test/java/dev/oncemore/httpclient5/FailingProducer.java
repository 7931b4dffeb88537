// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hc.core5.http.nio.DataStreamChannel;

/** A body of the caller's own that fails half-way, each time. */
final class FailingProducer extends OneShotProducer {
  private final ByteBuffer half;
  private final IOException error;

  FailingProducer(byte[] octets, IOException error) {
    super(octets);
    this.half = ByteBuffer.wrap(octets, 0, octets.length / 2);
    this.error = error;
  }

  @Override
  public void produce(DataStreamChannel channel) throws IOException {
    channel.write(half);
    if (!half.hasRemaining()) {
      throw error;
    }
  }

  @Override
  public boolean isRepeatable() {
    return true;
  }

  @Override
  public void releaseResources() {
    half.rewind();
  }
}
