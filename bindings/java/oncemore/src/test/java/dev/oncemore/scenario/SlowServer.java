// SPDX-License-Identifier: MIT
package dev.oncemore.scenario;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Answers octet by octet as it is told, and keeps its connections; requests have no body. Each
 * arrival is the number of its connection, from 1.
 */
public final class SlowServer implements AutoCloseable {
  /** What a request gets that is the first, second, ... of all, on a connection of that number. */
  @FunctionalInterface
  public interface Answers {
    /** Its octets. */
    String answer(int request, int connection);
  }

  private final ServerSocket socket;
  private final Answers answers;
  private final List<Integer> arrivals = new CopyOnWriteArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  /** Listens on a free port. */
  public SlowServer(Answers answers) throws IOException {
    this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    this.answers = answers;
    threads.execute(this::accept);
  }

  /** Where it is. */
  public URI uri() {
    return URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/a");
  }

  /** The connections of all that came so far. */
  public List<Integer> arrivals() {
    return List.copyOf(arrivals);
  }

  private void accept() {
    try {
      for (int number = 1; ; number++) {
        int connection = number;
        Socket accepted = socket.accept();
        threads.execute(() -> serve(accepted, connection));
      }
    } catch (IOException closed) {
      threads.shutdownNow();
    }
  }

  private void serve(Socket accepted, int connection) {
    try (accepted) {
      BufferedReader in = new BufferedReader(
          new InputStreamReader(accepted.getInputStream(), StandardCharsets.US_ASCII));
      OutputStream out = accepted.getOutputStream();
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.isEmpty()) {
          arrivals.add(connection);
          String answer = answers.answer(arrivals.size(), connection);
          out.write(answer.getBytes(StandardCharsets.US_ASCII));
          out.flush();
        }
      }
    } catch (IOException gone) {
      // The client has closed it.
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
