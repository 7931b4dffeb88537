// SPDX-License-Identifier: MIT
package dev.oncemore.okhttp;

import dev.oncemore.scenario.CallLine;
import java.io.IOException;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.BufferedSink;
import okio.Okio;

/** A body of the caller's own that fails half-way, each time. */
final class FailingBody extends RequestBody {
  private final CallLine line;

  FailingBody(CallLine line) {
    this.line = line;
  }

  @Override
  public MediaType contentType() {
    return null;
  }

  @Override
  public long contentLength() {
    return line.body().orElseThrow().length;
  }

  @Override
  public void writeTo(BufferedSink sink) throws IOException {
    sink.writeAll(Okio.source(line.failing(line.callersError("producer").orElseThrow())));
  }
}
