// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import dev.oncemore.http.Settings;
import dev.oncemore.scenario.CallLine;
import dev.oncemore.scenario.Client;
import dev.oncemore.scenario.Trust;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import org.springframework.core.io.FileSystemResource;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.support.HttpRequestWrapper;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;

/** The RestClient of a driver's line, over java.net.http. */
final class RestClientCalls implements Client {
  private final CallLine line;
  private final Settings settings;
  private final RestClient client;

  RestClientCalls(CallLine line, Settings settings) throws Exception {
    this.settings = settings;
    line.refuse("fails=producer", "Spring reads the body into memory");
    line.refuse("body=offset", "a body has no place where it stands");
    line.refuse("body=at_end", "a body has no place where it stands");
    line.refuse("pool", "java.net.http has no limit of connections");
    if (line.isConsumed()) {
      throw new Unsupported("body=consumed", "Spring reads the body into memory");
    }
    this.line = line;
    OneSendRequestFactory factory = new OneSendRequestFactory(httpClient(line));
    factory.setReadTimeout(line.timeout());
    RetryInterceptor retries = RetryInterceptor.of(settings);
    this.client = RestClient.builder()
        .requestFactory(factory)
        .requestInterceptor(line.has("follow") ? retries.following() : retries)
        .build();
  }

  private static HttpClient httpClient(CallLine line) throws Exception {
    HttpClient.Builder builder = HttpClient.newBuilder().version(
        line.has("http2") ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1);
    line.connectTimeout().ifPresent(builder::connectTimeout);
    line.option("proxy").map(URI::create).ifPresent(proxy -> builder.proxy(
        ProxySelector.of(new InetSocketAddress(proxy.getHost(), proxy.getPort()))));
    if (line.option("ca").isPresent()) {
      builder.sslContext(Trust.of(line.options().get("ca")).context());
    }
    return builder.build();
  }

  /** With what the caller has put below and above. */
  private RestClient client() {
    RetryInterceptor retries = RetryInterceptor.of(settings);
    return client.mutate().requestInterceptors(all -> {
      for (int i = 1; i < line.number("layers", 1); i++) {
        all.add(0, line.has("follow") ? retries.following() : retries);
      }
      if (line.option("below").isPresent() || line.callersError("below").isPresent()) {
        all.add(this::below);
      }
    }).build();
  }

  private ClientHttpResponse below(
      HttpRequest sent, byte[] body, ClientHttpRequestExecution execution) throws IOException {
    ClientHttpResponse response = execution.execute(sent, body);
    if (line.callersError("below").isPresent()) {
      response.close();
      throw line.callersError("below").get();
    }
    String below = line.option("below").orElse("");
    URI location = response.getHeaders().getLocation();
    if (below.equals("repeats") && response.getStatusCode().value() == 503) {
      response.close();
      return execution.execute(sent, body);
    }
    if (below.equals("follows") && location != null) {
      response.close();
      return execution.execute(elsewhere(sent, location), new byte[0]);
    }
    return response;
  }

  private static HttpRequest elsewhere(HttpRequest sent, URI location) {
    return new HttpRequestWrapper(sent) {
      @Override
      public HttpMethod getMethod() {
        return HttpMethod.GET;
      }

      @Override
      public URI getURI() {
        return sent.getURI().resolve(location);
      }
    };
  }

  @Override
  public Answer call() throws Exception {
    RestClient.RequestBodySpec request =
        client().method(HttpMethod.valueOf(line.method())).uri(URI.create(line.url()));
    line.option("key").ifPresent(key -> request.header(line.options().get("key_field"), key));
    if (line.has("length")) {
      request.contentLength(line.body().orElseThrow().length);
    }
    if (line.isFile()) {
      request.body(new FileSystemResource(line.file()));
    } else {
      line.body().ifPresent(request::body);
    }
    try {
      return request.exchange((sent, response) -> {
        if (line.callersError("handler").isPresent()) {
          throw line.callersError("handler").get();
        }
        return answer(response);
      });
    } catch (ResourceAccessException e) {
      throw e.getCause() instanceof IOException cause ? cause : e;
    }
  }

  private static Answer answer(ClientHttpResponse response) throws IOException {
    return new Answer(response.getStatusCode().value(), octets(response.getBody()));
  }

  /** As many as can be read; a body may break off. */
  private static long octets(InputStream content) {
    long octets = 0;
    try {
      while (content.read() >= 0) {
        octets++;
      }
    } catch (IOException broken) {
      return octets;
    }
    return octets;
  }
}
