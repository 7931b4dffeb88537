// SPDX-License-Identifier: MIT
package dev.oncemore.okhttp;

import java.io.IOException;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.BufferedSink;

/** A body that can be written but once. */
final class OneShot extends RequestBody {
  private final RequestBody body;
  private boolean written;

  OneShot(RequestBody body) {
    this.body = body;
  }

  @Override
  public MediaType contentType() {
    return body.contentType();
  }

  @Override
  public long contentLength() throws IOException {
    return body.contentLength();
  }

  @Override
  public boolean isOneShot() {
    return true;
  }

  @Override
  public void writeTo(BufferedSink sink) throws IOException {
    if (written) {
      throw new IOException("the stream was read before");
    }
    written = true;
    body.writeTo(sink);
  }
}
