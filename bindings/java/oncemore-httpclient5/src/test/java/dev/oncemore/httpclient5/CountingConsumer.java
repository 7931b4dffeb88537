// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.hc.client5.http.async.methods.AbstractBinResponseConsumer;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpResponse;

/** Counts the octets of a response, so that it is known how far a body came that broke off. */
final class CountingConsumer extends AbstractBinResponseConsumer<Void> {
  private final Optional<IOException> error;
  private volatile int status;
  private volatile long octets;

  /** Counts, and fails with the whole body at hand, if there is an error. */
  CountingConsumer(Optional<IOException> error) {
    this.error = error;
  }

  /** That of the response, 0 before there is one. */
  int status() {
    return status;
  }

  long octets() {
    return octets;
  }

  @Override
  protected void start(HttpResponse response, ContentType type) {
    status = response.getCode();
  }

  @Override
  protected int capacityIncrement() {
    return Integer.MAX_VALUE;
  }

  @Override
  protected void data(ByteBuffer source, boolean end) throws IOException {
    octets = octets + source.remaining();
    source.position(source.limit());
    if (error.isPresent()) {
      throw error.get();
    }
  }

  @Override
  protected Void buildResult() {
    return null;
  }

  @Override
  public void releaseResources() {}
}
