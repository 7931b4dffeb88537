// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;

/** The body of one attempt, which tells how far it got. */
final class TrackedEntity extends HttpEntityWrapper {
  private final BodyState state;

  TrackedEntity(HttpEntity entity, BodyState state) {
    super(entity);
    this.state = state;
  }

  @Override
  public InputStream getContent() throws IOException {
    state.start();
    return super.getContent();
  }

  @Override
  public void writeTo(OutputStream stream) throws IOException {
    state.start();
    super.writeTo(stream);
    state.end();
  }
}
