// SPDX-License-Identifier: MIT
package dev.oncemore.okhttp;

import dev.oncemore.Method;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import okhttp3.Connection;
import okhttp3.Protocol;

/**
 * Finds out whether the server has closed a kept connection, before anything is written to it; what
 * was written could not be sent again. OkHttp itself asks only after ten idle seconds.
 */
final class KeptConnections {
  private final Set<Connection> known =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  /**
   * Costs a millisecond where it is asked: of a kept connection of HTTP/1, for a request that could
   * not be repeated when it is lost. HTTP/2 hears of the end of its connections by itself.
   */
  boolean isDead(Connection connection, String method) {
    boolean kept = !known.add(connection);
    return kept && connection.protocol() != Protocol.HTTP_2
        && !Method.parse(method).isIdempotent() && isDead(connection.socket());
  }

  private static boolean isDead(Socket socket) {
    try {
      int timeout = socket.getSoTimeout();
      try {
        socket.setSoTimeout(1);
        socket.getInputStream().read(); // the end; an octet that nobody asked for is no better
        return true;
      } catch (SocketTimeoutException silent) {
        return false;
      } finally {
        socket.setSoTimeout(timeout);
      }
    } catch (IOException e) {
      return true;
    }
  }
}
