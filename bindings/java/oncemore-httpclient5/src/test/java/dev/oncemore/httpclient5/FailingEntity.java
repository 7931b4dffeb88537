// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import dev.oncemore.scenario.CallLine;
import java.io.InputStream;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.AbstractHttpEntity;

/** An entity of the caller's own that fails half-way, each time. */
final class FailingEntity extends AbstractHttpEntity {
  private final CallLine line;

  FailingEntity(CallLine line) {
    super(ContentType.TEXT_PLAIN, null);
    this.line = line;
  }

  @Override
  public boolean isRepeatable() {
    return true;
  }

  @Override
  public long getContentLength() {
    return line.body().orElseThrow().length;
  }

  @Override
  public InputStream getContent() {
    return line.failing(line.callersError("producer").orElseThrow());
  }

  @Override
  public boolean isStreaming() {
    return true;
  }

  @Override
  public void close() {}
}
