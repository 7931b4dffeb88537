// SPDX-License-Identifier: MIT
package dev.oncemore.okhttp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import okhttp3.Connection;
import okhttp3.Handshake;
import okhttp3.Protocol;
import okhttp3.Route;
import org.junit.jupiter.api.Test;

/** Whether a kept connection is dead. */
class KeptConnectionsTest {
  private record Fake(Socket socket, Protocol protocol) implements Connection {
    @Override
    public Route route() {
      return null;
    }

    @Override
    public Handshake handshake() {
      return null;
    }
  }

  @Test
  void onlyAKeptConnectionIsAskedAndItStaysAsItWas() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket accepted = server.accept()) {
      socket.setSoTimeout(777);
      Fake connection = new Fake(socket, Protocol.HTTP_1_1);
      KeptConnections kept = new KeptConnections();
      assertFalse(kept.isDead(connection, "POST"));
      assertFalse(kept.isDead(connection, "POST"));
      assertEquals(777, socket.getSoTimeout());
      accepted.shutdownOutput();
      assertFalse(kept.isDead(connection, "GET"));
      assertTrue(kept.isDead(connection, "POST"));
      assertFalse(new KeptConnections().isDead(connection, "POST"));
    }
  }
}
