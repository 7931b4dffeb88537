// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import dev.oncemore.http.Settings;
import dev.oncemore.scenario.CallLine;
import dev.oncemore.scenario.Client;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.entity.AsyncEntityProducers;
import org.apache.hc.core5.http.nio.entity.BasicAsyncEntityProducer;
import org.apache.hc.core5.http.nio.entity.DiscardingEntityConsumer;
import org.apache.hc.core5.http.nio.support.BasicRequestProducer;
import org.apache.hc.core5.http.support.BasicRequestBuilder;
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
    for (int i = 0; i < line.number("layers", 1); i++) {
      Retrying.async(builder, settings);
    }
    if (line.option("below").isPresent() || line.callersError("below").isPresent()) {
      builder.addExecInterceptorLast("below", this::below);
    }
    this.client = builder.build();
    client.start();
  }

  /** What the caller has put below. */
  private void below(HttpRequest sent, AsyncEntityProducer body, AsyncExecChain.Scope scope,
      AsyncExecChain chain, AsyncExecCallback callback) throws HttpException, IOException {
    HttpRequest again = BasicRequestBuilder.copy(sent).build();
    chain.proceed(sent, body, scope, new AsyncExecCallback() {
      private volatile HttpRequest onward;

      @Override
      public AsyncDataConsumer handleResponse(HttpResponse response, EntityDetails details)
          throws HttpException, IOException {
        if (line.callersError("below").isPresent()) {
          throw line.callersError("below").get();
        }
        onward = onward(again, response);
        return onward == null ? callback.handleResponse(response, details)
            : new DiscardingEntityConsumer<Void>();
      }

      @Override
      public void handleInformationResponse(HttpResponse response) {}

      @Override
      public void completed() {
        if (onward == null) {
          callback.completed();
          return;
        }
        if (body != null) {
          body.releaseResources(); // back to its beginning
        }
        try {
          chain.proceed(onward, onward == again ? body : null, scope, callback);
        } catch (HttpException | IOException e) {
          callback.failed(e);
        }
      }

      @Override
      public void failed(Exception cause) {
        callback.failed(cause);
      }
    });
  }

  /** What the caller's layer sends after that response by itself, or null. */
  private HttpRequest onward(HttpRequest again, HttpResponse response) throws IOException {
    String below = line.option("below").orElse("");
    if (below.equals("repeats") && response.getCode() == 503) {
      return again;
    }
    Header location = response.getFirstHeader("Location");
    if (!below.equals("follows") || location == null) {
      return null;
    }
    URI there = URI.create(line.url()).resolve(location.getValue());
    new Socket(there.getHost(), there.getPort()).close(); // fails if nobody listens
    return new BasicHttpRequest("GET", there);
  }

  private static HttpVersionPolicy versions(CallLine line) {
    return line.has("http2") ? HttpVersionPolicy.FORCE_HTTP_2 : HttpVersionPolicy.FORCE_HTTP_1;
  }

  @Override
  public Answer call() throws Exception {
    BasicHttpRequest request = new BasicHttpRequest(line.method(), URI.create(line.url()));
    Clients.addKey(line, request);
    CountingConsumer response = new CountingConsumer(line.callersError("handler"));
    call = new CompletableFuture<>();
    end = new CompletableFuture<>();
    call.complete(client.execute(
        new BasicRequestProducer(request, line.body().map(this::producer).orElse(null)), response,
        completing()));
    try {
      end.get();
    } catch (ExecutionException e) {
      if (response.status() == 0 || line.callersError("handler").isPresent()) {
        // else its body broke off
        throw e.getCause() instanceof Exception cause ? cause : e;
      }
    }
    return new Answer(response.status(), response.octets());
  }

  private AsyncEntityProducer producer(byte[] octets) {
    if (line.callersError("producer").isPresent()) {
      return new FailingProducer(octets, line.callersError("producer").get());
    }
    if (line.isFile()) {
      return AsyncEntityProducers.create(line.file().toFile(), ContentType.TEXT_PLAIN);
    }
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
