// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import dev.oncemore.http.Settings;
import dev.oncemore.scenario.CallLine;
import dev.oncemore.scenario.Client;
import dev.oncemore.scenario.Trust;
import io.netty.channel.ChannelOption;
import java.net.URI;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.X509TrustManager;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.Http11SslContextSpec;
import reactor.netty.http.Http2SslContextSpec;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.tcp.SslProvider;
import reactor.netty.transport.ProxyProvider;

/** The WebClient of a driver's line, over Reactor Netty. */
final class WebClientCalls implements Client {
  /** Unless a line says otherwise, so that a call waits for what the one before it gives back. */
  private static final int POOL = 1;

  private final CallLine line;
  private final Settings settings;
  private final ConnectionProvider connections;
  private final WebClient client;
  private volatile CompletableFuture<Answer> end;
  private volatile Disposable call;

  WebClientCalls(CallLine line, Settings settings) throws Exception {
    this.settings = settings;
    line.refuse("body=offset", "a body has no place where it stands");
    line.refuse("body=at_end", "a body has no place where it stands");
    this.line = line;
    this.connections = ConnectionProvider.create("driver", line.number("pool", POOL));
    RetryFilter retries = RetryFilter.of(settings);
    this.client = (line.has("follow") ? retries.following() : retries)
        .install(WebClient.builder(), new OneSendConnector(httpClient()))
        .build();
  }

  private HttpClient httpClient() throws Exception {
    HttpClient made = HttpClient.create(connections)
        .protocol(line.has("http2") ? HttpProtocol.H2 : HttpProtocol.HTTP11)
        .responseTimeout(line.timeout());
    if (line.connectTimeout().isPresent()) {
      made = made.option(ChannelOption.CONNECT_TIMEOUT_MILLIS,
          (int) line.connectTimeout().get().toMillis());
    }
    if (line.option("proxy").isPresent()) {
      URI proxy = URI.create(line.options().get("proxy"));
      made = made.proxy(spec -> spec.type(ProxyProvider.Proxy.HTTP)
          .host(proxy.getHost()).port(proxy.getPort()));
    }
    return line.option("ca").isPresent() ? trusting(made) : made;
  }

  private HttpClient trusting(HttpClient client) throws Exception {
    X509TrustManager authority = Trust.of(line.options().get("ca")).manager();
    SslProvider.GenericSslContextSpec<?> context = line.has("http2")
        ? Http2SslContextSpec.forClient().configure(tls -> tls.trustManager(authority))
        : Http11SslContextSpec.forClient().configure(tls -> tls.trustManager(authority));
    return client.secure(spec -> spec.sslContext(context));
  }

  /** With what the caller has put below and above. */
  private WebClient client() {
    RetryFilter retries = RetryFilter.of(settings);
    return client.mutate().filters(all -> {
      for (int i = 1; i < line.number("layers", 1); i++) {
        all.add(0, line.has("follow") ? retries.following() : retries);
      }
      if (line.option("below").isPresent() || line.callersError("below").isPresent()) {
        all.add((sent, next) -> next.exchange(sent)
            .flatMap(response -> below(sent, next, response)));
      }
    }).build();
  }

  private Mono<ClientResponse> below(
      ClientRequest sent, ExchangeFunction next, ClientResponse response) {
    if (line.callersError("below").isPresent()) {
      return response.releaseBody().then(Mono.error(line.callersError("below").get()));
    }
    String below = line.option("below").orElse("");
    URI location = response.headers().asHttpHeaders().getLocation();
    if (below.equals("repeats") && response.statusCode().value() == 503) {
      return response.releaseBody().then(next.exchange(sent));
    }
    if (below.equals("follows") && location != null) {
      URI there = sent.url().resolve(location);
      return response.releaseBody().then(next.exchange(
          ClientRequest.create(HttpMethod.GET, there).build()));
    }
    return Mono.just(response);
  }

  @Override
  public Answer call() throws Exception {
    WebClient.RequestBodySpec request = client().method(HttpMethod.valueOf(line.method()))
        .uri(URI.create(line.url()))
        .attributes(RetryFilter.replayable(!line.isConsumed()));
    line.option("key").ifPresent(key -> request.header(line.options().get("key_field"), key));
    line.body().ifPresent(octets -> write(request, octets));
    end = new CompletableFuture<>();
    call = request.exchangeToMono(response -> line.callersError("handler")
            .map(error -> response.releaseBody().then(Mono.<Answer>error(error)))
            .orElseGet(() -> answer(response)))
        .subscribe(end::complete, end::completeExceptionally);
    try {
      return end.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }

  private void write(WebClient.RequestBodySpec request, byte[] octets) {
    if (line.has("length")) {
      request.contentLength(octets.length);
    }
    if (line.callersError("producer").isPresent()) {
      DataBuffer half = DefaultDataBufferFactory.sharedInstance.wrap(
          Arrays.copyOf(octets, octets.length / 2));
      request.contentLength(octets.length).body(BodyInserters.fromDataBuffers(Flux.concat(
          Flux.just(half), Flux.error(line.callersError("producer").get()))));
    } else if (line.isFile()) {
      request.body(BodyInserters.fromResource(new FileSystemResource(line.file())));
    } else if (line.isConsumed()) {
      Flux<DataBuffer> once = Flux.just(DefaultDataBufferFactory.sharedInstance.wrap(octets))
          .cast(DataBuffer.class);
      request.header(HttpHeaders.CONTENT_LENGTH, Integer.toString(octets.length))
          .body(BodyInserters.fromDataBuffers(once));
    } else {
      request.bodyValue(octets);
    }
  }

  /** As many octets as can be read; a body may break off. */
  private static Mono<Answer> answer(ClientResponse response) {
    AtomicLong octets = new AtomicLong();
    return response.bodyToFlux(DataBuffer.class)
        .doOnNext(buffer -> {
          octets.addAndGet(buffer.readableByteCount());
          DataBufferUtils.release(buffer);
        })
        .onErrorComplete()
        .then(Mono.fromSupplier(() -> new Answer(response.statusCode().value(), octets.get())));
  }

  @Override
  public void cancel(Thread caller) {
    call.dispose(); // first, so that the adapter knows it when the caller goes on
    end.cancel(false);
  }

  @Override
  public void close() {
    connections.dispose();
  }
}
