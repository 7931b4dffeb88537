// SPDX-License-Identifier: MIT
package dev.oncemore.scenario;

import dev.oncemore.http.RetryHttpClient;
import dev.oncemore.http.Settings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** The driver for java.net.http. */
public final class HttpClientDriver implements Client {
  private final CallLine line;
  private final HttpClient client;

  private HttpClientDriver(CallLine line, Settings settings) throws Exception {
    line.refuse("length", "java.net.http lets nobody set Content-Length");
    line.refuse("body=offset", "a publisher has no place where it stands");
    line.refuse("body=at_end", "a publisher has no place where it stands");
    line.refuse("pool", "java.net.http has no limit of connections");
    this.line = line;
    HttpClient.Builder builder = HttpClient.newBuilder().version(
        line.has("http2") ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1);
    line.connectTimeout().ifPresent(builder::connectTimeout);
    if (line.option("ca").isPresent()) {
      builder.sslContext(Trust.of(line.options().get("ca")).context());
    }
    line.option("proxy").map(URI::create).ifPresent(proxy -> builder.proxy(
        ProxySelector.of(new InetSocketAddress(proxy.getHost(), proxy.getPort()))));
    HttpClient made = builder.build();
    boolean strange = line.option("below").isPresent() || line.callersError("below").isPresent();
    made = strange ? new BelowClient(made, line) : made;
    for (int i = 0; i < line.number("layers", 1); i++) {
      RetryHttpClient retrying = RetryHttpClient.of(made, settings);
      made = line.has("follow") ? retrying.following() : retrying;
    }
    this.client = made;
  }

  /** Answers the lines of standard input. */
  public static void main(String[] arguments) throws IOException {
    Driver.main(Map.of(
        "java_net_http", HttpClientDriver::new,
        "java_net_http_async", (line, settings) -> new HttpClientDriver(line, settings).async()),
        arguments);
  }

  @Override
  public Answer call() throws Exception {
    return answer(client.send(request(), handler()));
  }

  private BodyHandler<byte[]> handler() {
    Optional<IOException> error = line.callersError("handler");
    return error.isEmpty() ? BodyHandlers.ofByteArray()
        : head -> new FailingSubscriber(error.get());
  }

  private Client async() {
    return new Client() {
      private volatile CompletableFuture<HttpResponse<byte[]>> sent;

      @Override
      public Answer call() throws Exception {
        sent = client.sendAsync(request(), handler());
        try {
          return answer(sent.get());
        } catch (ExecutionException e) {
          throw e.getCause() instanceof Exception cause ? cause : e;
        }
      }

      @Override
      public void cancel(Thread caller) {
        sent.cancel(true);
      }
    };
  }

  private static Answer answer(HttpResponse<byte[]> response) {
    return new Answer(response.statusCode(), response.body().length);
  }

  private HttpRequest request() throws IOException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(line.url()))
        .timeout(line.timeout())
        .method(line.method(), body());
    line.option("key").ifPresent(key -> request.setHeader(line.options().get("key_field"), key));
    return request.build();
  }

  private BodyPublisher body() throws IOException {
    if (line.body().isEmpty()) {
      return BodyPublishers.noBody();
    }
    Optional<IOException> error = line.callersError("producer");
    if (error.isPresent()) {
      return BodyPublishers.ofInputStream(() -> line.failing(error.get()));
    }
    if (line.isFile()) {
      return BodyPublishers.ofFile(line.file());
    }
    byte[] octets = line.body().get();
    ByteArrayInputStream once = new ByteArrayInputStream(octets);
    return line.isConsumed()
        ? BodyPublishers.fromPublisher(BodyPublishers.ofInputStream(() -> once), octets.length)
        : BodyPublishers.ofByteArray(octets);
  }
}
