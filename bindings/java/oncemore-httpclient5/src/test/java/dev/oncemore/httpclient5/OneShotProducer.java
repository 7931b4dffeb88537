// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Set;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.DataStreamChannel;

/** A body that can be written but once. */
class OneShotProducer implements AsyncEntityProducer {
  private final ByteBuffer octets;
  private final int length;

  OneShotProducer(byte[] octets) {
    this.octets = ByteBuffer.wrap(octets);
    this.length = octets.length;
  }

  @Override
  public void produce(DataStreamChannel channel) throws IOException {
    channel.write(octets);
    if (!octets.hasRemaining()) {
      channel.endStream();
    }
  }

  @Override
  public boolean isRepeatable() {
    return false;
  }

  @Override
  public int available() {
    return octets.remaining();
  }

  @Override
  public long getContentLength() {
    return length;
  }

  @Override
  public String getContentType() {
    return "text/plain";
  }

  @Override
  public String getContentEncoding() {
    return null;
  }

  @Override
  public boolean isChunked() {
    return false;
  }

  @Override
  public Set<String> getTrailerNames() {
    return Set.of();
  }

  @Override
  public void failed(Exception cause) {}

  @Override
  public void releaseResources() {}
}
