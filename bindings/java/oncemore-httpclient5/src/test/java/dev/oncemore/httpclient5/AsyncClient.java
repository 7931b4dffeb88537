// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import dev.oncemore.http.Settings;
import dev.oncemore.scenario.CallLine;
import dev.oncemore.scenario.Client;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.entity.BasicAsyncEntityProducer;
import org.apache.hc.core5.http.nio.support.BasicRequestProducer;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.io.CloseMode;

/** The driver for the asynchronous client. */
final class AsyncClient implements Client {
  private final CallLine line;
  private final CloseableHttpAsyncClient client;
  private volatile CompletableFuture<Future<Void>> call = new CompletableFuture<>();
  private volatile CompletableFuture<Void> end = new CompletableFuture<>();

  AsyncClient(CallLine line, Settings settings) throws Exception {
    Clients.check(line);
    this.line = line;
    HttpAsyncClientBuilder builder = HttpAsyncClients.custom()
        .setConnectionManager(PoolingAsyncClientConnectionManagerBuilder.create()
            .setDefaultConnectionConfig(Clients.connections(line))
            .setDefaultTlsConfig(TlsConfig.custom().setVersionPolicy(versions(line)).build())
            .setMaxConnPerRoute(Clients.pool(line))
            .setTlsStrategy(Clients.tls(line))
            .build())
        .setDefaultRequestConfig(Clients.requests(line))
        .setProxy(Clients.proxy(line));
    this.client = Retrying.async(builder, settings).build();
    client.start();
  }

  private static HttpVersionPolicy versions(CallLine line) {
    return line.has("http2") ? HttpVersionPolicy.FORCE_HTTP_2 : HttpVersionPolicy.FORCE_HTTP_1;
  }

  @Override
  public Answer call() throws Exception {
    BasicHttpRequest request = new BasicHttpRequest(line.method(), URI.create(line.url()));
    Clients.addKey(line, request);
    CountingConsumer response = new CountingConsumer();
    call = new CompletableFuture<>();
    end = new CompletableFuture<>();
    call.complete(client.execute(
        new BasicRequestProducer(request, line.body().map(this::producer).orElse(null)), response,
        completing()));
    try {
      end.get();
    } catch (ExecutionException e) {
      if (response.status() == 0) { // else its body broke off
        throw e.getCause() instanceof Exception cause ? cause : e;
      }
    }
    return new Answer(response.status(), response.octets());
  }

  private AsyncEntityProducer producer(byte[] octets) {
    return line.isConsumed()
        ? new OneShotProducer(octets)
        : new BasicAsyncEntityProducer(octets, ContentType.TEXT_PLAIN);
  }

  private FutureCallback<Void> completing() {
    return new FutureCallback<>() {
      @Override
      public void completed(Void nothing) {
        end.complete(null);
      }

      @Override
      public void failed(Exception error) {
        end.completeExceptionally(error);
      }

      @Override
      public void cancelled() {
        // The adapter does not know it yet; see cancel().
      }
    };
  }

  @Override
  public void cancel(Thread caller) {
    call.thenAccept(begun -> {
      begun.cancel(true);
      end.cancel(false);
    });
  }

  @Override
  public void close() throws IOException {
    client.close(CloseMode.IMMEDIATE);
  }
}
