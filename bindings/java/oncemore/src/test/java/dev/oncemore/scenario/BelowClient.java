// SPDX-License-Identifier: MIT
package dev.oncemore.scenario;

import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** A client of the caller's own between the adapter and that of the JDK. */
final class BelowClient extends HttpClient {
  private final HttpClient client;
  private final CallLine line;

  BelowClient(HttpClient client, CallLine line) {
    this.client = client;
    this.line = line;
  }

  @Override
  public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
      throws IOException, InterruptedException {
    try {
      return sendAsync(request, handler).get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
    }
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, BodyHandler<T> handler) {
    return client.sendAsync(request, handler)
        .thenCompose(response -> onward(request, handler, response));
  }

  private <T> CompletableFuture<HttpResponse<T>> onward(
      HttpRequest request, BodyHandler<T> handler, HttpResponse<T> response) {
    Optional<IOException> error = line.callersError("below");
    if (error.isPresent()) {
      return CompletableFuture.failedFuture(error.get());
    }
    String below = line.option("below").orElse("");
    Optional<String> location = response.headers().firstValue("Location");
    if (below.equals("repeats") && response.statusCode() == 503) {
      return client.sendAsync(request, handler);
    }
    if (below.equals("follows") && location.isPresent()) {
      return client.sendAsync(HttpRequest.newBuilder(
          request.uri().resolve(location.get())).build(), handler);
    }
    return CompletableFuture.completedFuture(response);
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, BodyHandler<T> handler, PushPromiseHandler<T> pushes) {
    return sendAsync(request, handler);
  }

  @Override
  public Optional<CookieHandler> cookieHandler() {
    return client.cookieHandler();
  }

  @Override
  public Optional<Duration> connectTimeout() {
    return client.connectTimeout();
  }

  @Override
  public Redirect followRedirects() {
    return client.followRedirects();
  }

  @Override
  public Optional<ProxySelector> proxy() {
    return client.proxy();
  }

  @Override
  public SSLContext sslContext() {
    return client.sslContext();
  }

  @Override
  public SSLParameters sslParameters() {
    return client.sslParameters();
  }

  @Override
  public Optional<Authenticator> authenticator() {
    return client.authenticator();
  }

  @Override
  public Version version() {
    return client.version();
  }

  @Override
  public Optional<Executor> executor() {
    return client.executor();
  }
}
