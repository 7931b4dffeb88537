// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import dev.oncemore.http.Settings;
import dev.oncemore.scenario.CallLine;
import dev.oncemore.scenario.Client;
import dev.oncemore.scenario.Driver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.util.Map;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.FileEntity;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;

/** The driver for the classic client, and the main class for both. */
public final class HttpClient5Driver implements Client {
  private final CallLine line;
  private final CloseableHttpClient client;
  private volatile HttpUriRequestBase request;

  private HttpClient5Driver(CallLine line, Settings settings) throws Exception {
    Clients.check(line);
    if (line.has("http2")) {
      throw new Unsupported("http2", "the classic client speaks HTTP/1.1");
    }
    this.line = line;
    HttpClientBuilder builder = HttpClients.custom()
        .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
            .setDefaultConnectionConfig(Clients.connections(line))
            .setMaxConnPerRoute(Clients.pool(line))
            .setTlsSocketStrategy(Clients.tls(line))
            .build())
        .setDefaultRequestConfig(Clients.requests(line))
        .setProxy(Clients.proxy(line));
    for (int i = 0; i < line.number("layers", 1); i++) {
      Retrying.classic(builder, settings);
    }
    if (line.option("below").isPresent() || line.callersError("below").isPresent()) {
      builder.addExecInterceptorBefore(ChainElement.PROTOCOL.name(), "below", this::below);
    }
    this.client = builder.build();
  }

  /** What the caller has put below. */
  private ClassicHttpResponse below(
      ClassicHttpRequest sent, ExecChain.Scope scope, ExecChain chain)
      throws IOException, HttpException {
    ClassicHttpRequest again = ClassicRequestBuilder.copy(sent).build();
    ClassicHttpResponse response = chain.proceed(sent, scope);
    if (line.callersError("below").isPresent()) {
      response.close();
      throw line.callersError("below").get();
    }
    ClassicHttpRequest onward = null;
    if (line.option("below").filter("repeats"::equals).isPresent() && response.getCode() == 503) {
      onward = again;
    }
    Header location = response.getFirstHeader("Location");
    if (line.option("below").filter("follows"::equals).isPresent() && location != null) {
      URI there = URI.create(line.url()).resolve(location.getValue());
      new Socket(there.getHost(), there.getPort()).close(); // fails if nobody listens
      onward = ClassicRequestBuilder.get(there.getRawPath()).build();
      onward.setAuthority(sent.getAuthority());
      onward.setScheme(sent.getScheme());
    }
    if (onward == null) {
      return response;
    }
    EntityUtils.consume(response.getEntity());
    response.close();
    return chain.proceed(onward, scope);
  }

  /** Answers the lines of standard input. */
  public static void main(String[] arguments) throws IOException {
    Driver.main(Map.of(
        "httpclient5", HttpClient5Driver::new,
        "httpclient5_async", AsyncClient::new), arguments);
  }

  @Override
  public Answer call() throws IOException {
    request = request();
    if (line.callersError("handler").isPresent()) {
      client.execute(request, received -> {
        throw line.callersError("handler").get();
      });
    }
    ClassicHttpResponse response = client.executeOpen(null, request, null);
    long[] octets = new long[1];
    try (response) {
      count(response.getEntity(), octets);
    } catch (IOException broken) {
      // What came of the body is what the caller could read.
    }
    return new Answer(response.getCode(), octets[0]);
  }

  private static void count(HttpEntity entity, long[] octets) throws IOException {
    if (entity != null) {
      InputStream content = entity.getContent();
      while (content.read() >= 0) {
        octets[0]++;
      }
    }
  }

  private HttpUriRequestBase request() {
    HttpUriRequestBase made = new HttpUriRequestBase(line.method(), URI.create(line.url()));
    Clients.addKey(line, made);
    line.body().map(this::entity).ifPresent(made::setEntity);
    return made;
  }

  private HttpEntity entity(byte[] octets) {
    if (line.callersError("producer").isPresent()) {
      return new FailingEntity(line);
    }
    if (line.isFile()) {
      return new FileEntity(line.file().toFile(), ContentType.TEXT_PLAIN);
    }
    return line.isConsumed()
        ? new InputStreamEntity(
            new ByteArrayInputStream(octets), octets.length, ContentType.TEXT_PLAIN)
        : new ByteArrayEntity(octets, ContentType.TEXT_PLAIN);
  }

  @Override
  public void cancel(Thread caller) {
    request.cancel();
  }

  @Override
  public void close() throws IOException {
    client.close();
  }
}
