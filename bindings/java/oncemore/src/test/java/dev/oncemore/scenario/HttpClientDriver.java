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
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** The driver for java.net.http. */
public final class HttpClientDriver implements Client {
  private final CallLine line;
  private final HttpClient client;

  private HttpClientDriver(CallLine line, Settings settings) throws Exception {
    this.line = line;
    HttpClient.Builder builder = HttpClient.newBuilder().version(
        line.has("http2") ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1);
    line.connectTimeout().ifPresent(builder::connectTimeout);
    if (line.option("ca").isPresent()) {
      builder.sslContext(Trust.of(line.options().get("ca")).context());
    }
    line.option("proxy").map(URI::create).ifPresent(proxy -> builder.proxy(
        ProxySelector.of(new InetSocketAddress(proxy.getHost(), proxy.getPort()))));
    RetryHttpClient retrying = RetryHttpClient.of(builder.build(), settings);
    this.client = line.has("follow") ? retrying.following() : retrying;
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
    return answer(client.send(request(), BodyHandlers.ofByteArray()));
  }

  private Client async() {
    return new Client() {
      private volatile CompletableFuture<HttpResponse<byte[]>> sent;

      @Override
      public Answer call() throws Exception {
        sent = client.sendAsync(request(), BodyHandlers.ofByteArray());
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

  private HttpRequest request() {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(line.url()))
        .timeout(line.timeout())
        .method(line.method(), body());
    line.option("key").ifPresent(key -> request.setHeader(line.options().get("key_field"), key));
    return request.build();
  }

  private BodyPublisher body() {
    if (line.body().isEmpty()) {
      return BodyPublishers.noBody();
    }
    byte[] octets = line.body().get();
    ByteArrayInputStream once = new ByteArrayInputStream(octets);
    return line.isConsumed()
        ? BodyPublishers.fromPublisher(BodyPublishers.ofInputStream(() -> once), octets.length)
        : BodyPublishers.ofByteArray(octets);
  }
}
