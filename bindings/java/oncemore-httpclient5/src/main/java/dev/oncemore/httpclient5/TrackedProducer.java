// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.DataStreamChannel;

/** The body of one attempt, which tells how far it got. */
final class TrackedProducer implements AsyncEntityProducer {
  private final AsyncEntityProducer producer;
  private final BodyState state;

  TrackedProducer(AsyncEntityProducer producer, BodyState state) {
    this.producer = producer;
    this.state = state;
  }

  @Override
  public void produce(DataStreamChannel channel) throws IOException {
    state.start();
    producer.produce(new TrackedChannel(channel));
  }

  @Override
  public int available() {
    return producer.available();
  }

  @Override
  public boolean isRepeatable() {
    return producer.isRepeatable();
  }

  @Override
  public void failed(Exception cause) {
    producer.failed(cause);
  }

  @Override
  public void releaseResources() {
    producer.releaseResources();
  }

  @Override
  public long getContentLength() {
    return producer.getContentLength();
  }

  @Override
  public String getContentType() {
    return producer.getContentType();
  }

  @Override
  public String getContentEncoding() {
    return producer.getContentEncoding();
  }

  @Override
  public boolean isChunked() {
    return producer.isChunked();
  }

  @Override
  public Set<String> getTrailerNames() {
    return producer.getTrailerNames();
  }

  private final class TrackedChannel implements DataStreamChannel {
    private final DataStreamChannel channel;

    TrackedChannel(DataStreamChannel channel) {
      this.channel = channel;
    }

    @Override
    public void requestOutput() {
      channel.requestOutput();
    }

    @Override
    public int write(ByteBuffer octets) throws IOException {
      return channel.write(octets);
    }

    @Override
    public void endStream() throws IOException {
      channel.endStream();
      state.end();
    }

    @Override
    public void endStream(List<? extends Header> trailers) throws IOException {
      channel.endStream(trailers);
      state.end();
    }
  }
}
