// SPDX-License-Identifier: MIT
package dev.oncemore.okhttp;

import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;

/** A network interceptor: it is asked when there is a connection, before anything is written. */
final class Witness implements Interceptor {
  private final KeptConnections kept = new KeptConnections();

  @Override
  public Response intercept(Chain chain) throws IOException {
    Request request = chain.request();
    Sending sending = request.tag(Sending.class);
    if (sending == null) {
      return chain.proceed(request);
    }
    if (kept.isDead(chain.connection(), request.method())) {
      chain.connection().socket().close();
      throw new DeadConnectionException();
    }
    sending.begins();
    return sending.hidden(chain.proceed(request));
  }
}
