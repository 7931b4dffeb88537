// SPDX-License-Identifier: MIT
package dev.oncemore.okhttp;

import java.io.IOException;
import okhttp3.Connection;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;

/**
 * The network part: it is asked when there is a connection, before anything is written. It is the
 * first of its kind, so the others see all that comes.
 */
final class NetworkInterceptor implements Interceptor {
  private final KeptConnections kept = new KeptConnections();

  @Override
  public Response intercept(Chain chain) throws IOException {
    Request request = chain.request();
    AttemptTag tag = request.tag(AttemptTag.class);
    if (tag == null) {
      return chain.proceed(request);
    }
    Connection connection = chain.connection();
    if (kept.isDead(connection, request.method())) {
      connection.socket().close();
      throw new DeadConnectionException();
    }
    tag.begins(request, connection);
    return tag.hidden(chain.proceed(request));
  }
}
