// SPDX-License-Identifier: MIT
package dev.oncemore.scenario;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.oncemore.http.Fields;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A small server for the tests of the adapters: each path has steps, the first request meets the
 * first, and the last one stays. A step is a status and fields, {@code 302 Location=/b}, or {@code
 * close}, which is no answer; {@code body=N} is the length of its body, a {@code +} is a blank.
 */
public final class StubServer implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, Queue<String>> steps = new ConcurrentHashMap<>();
  private final List<Arrival> arrivals = new CopyOnWriteArrayList<>();

  /** A request that came, and on which connection. */
  public record Arrival(String method, String path, String body, Fields fields, int connection) {
    @Override
    public String toString() {
      return method + " " + path + (body.isEmpty() ? "" : " " + body);
    }
  }

  /** Listens on a free port. */
  public StubServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  /** What a path answers. */
  public StubServer on(String path, String... answers) {
    steps.put(path, new ArrayDeque<>(List.of(answers)));
    return this;
  }

  /** Where a path is. */
  public URI uri(String path) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
  }

  /** All that came so far. */
  public List<Arrival> arrivals() {
    return List.copyOf(arrivals);
  }

  /** The same, as {@code [GET /a, POST /b xxx]}. */
  public String log() {
    return arrivals.toString();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String body =
        new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.US_ASCII);
    arrivals.add(new Arrival(exchange.getRequestMethod(), path, body, name ->
        exchange.getRequestHeaders().getOrDefault(name, List.of()),
        exchange.getRemoteAddress().getPort()));
    String[] step = next(path).split(" ");
    if (!step[0].equals("close")) {
      write(exchange, step);
    }
    exchange.close();
  }

  private String next(String path) {
    Queue<String> left = steps.getOrDefault(path, new ArrayDeque<>(List.of("404")));
    synchronized (left) {
      return left.size() > 1 ? left.remove() : left.element();
    }
  }

  private static void write(HttpExchange exchange, String[] step) throws IOException {
    int length = 10;
    for (int i = 1; i < step.length; i++) {
      String[] field = step[i].split("=", 2);
      if (field[0].equals("body")) {
        length = Integer.parseInt(field[1]);
      } else {
        exchange.getResponseHeaders().add(field[0], field[1].replace('+', ' '));
      }
    }
    boolean bodiless = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(Integer.parseInt(step[0]), bodiless ? -1 : length);
    if (!bodiless) {
      exchange.getResponseBody().write("x".repeat(length).getBytes(StandardCharsets.US_ASCII));
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
