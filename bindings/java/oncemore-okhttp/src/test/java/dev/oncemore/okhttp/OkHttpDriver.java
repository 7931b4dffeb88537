// SPDX-License-Identifier: MIT
package dev.oncemore.okhttp;

import dev.oncemore.http.Settings;
import dev.oncemore.scenario.CallLine;
import dev.oncemore.scenario.Client;
import dev.oncemore.scenario.Driver;
import dev.oncemore.scenario.Trust;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import okhttp3.Call;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** The driver for OkHttp. */
public final class OkHttpDriver implements Client {
  /** OkHttp takes none of these without a body. */
  private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH", "QUERY");

  private final CallLine line;
  private final OkHttpClient client;
  private volatile Call call;

  private OkHttpDriver(CallLine line, Settings settings) throws Exception {
    this.line = line;
    OkHttpClient.Builder builder = new OkHttpClient.Builder()
        .readTimeout(line.timeout())
        .writeTimeout(line.timeout())
        .protocols(line.has("http2")
            ? List.of(Protocol.HTTP_2, Protocol.HTTP_1_1) : List.of(Protocol.HTTP_1_1));
    line.connectTimeout().ifPresent(builder::connectTimeout);
    if (line.option("ca").isPresent()) {
      Trust trust = Trust.of(line.options().get("ca"));
      builder.sslSocketFactory(trust.context().getSocketFactory(), trust.manager());
    }
    line.option("proxy").map(URI::create).ifPresent(proxy -> builder.proxy(new Proxy(
        Proxy.Type.HTTP, new InetSocketAddress(proxy.getHost(), proxy.getPort()))));
    RetryInterceptor retries = RetryInterceptor.of(settings);
    this.client = (line.has("follow") ? retries.following() : retries).install(builder.build());
  }

  /** Answers the lines of standard input. */
  public static void main(String[] arguments) throws IOException {
    Driver.main(Map.of("okhttp", OkHttpDriver::new), arguments);
  }

  @Override
  public Answer call() throws IOException {
    call = client.newCall(request());
    try (Response response = call.execute()) {
      return new Answer(response.code(), read(response));
    }
  }

  /** What could be read of a body, also of one that breaks off. */
  private static long read(Response response) {
    long octets = 0;
    try (InputStream in = response.body().byteStream()) {
      byte[] part = new byte[4096];
      for (int n = in.read(part); n >= 0; n = in.read(part)) {
        octets += n;
      }
    } catch (IOException e) {
      return octets;
    }
    return octets;
  }

  @Override
  public void cancel(Thread caller) {
    call.cancel();
  }

  @Override
  public void close() {
    client.dispatcher().executorService().shutdown();
    client.connectionPool().evictAll();
  }

  private Request request() {
    Request.Builder request = new Request.Builder().url(line.url()).method(line.method(), body());
    line.option("key").ifPresent(key -> request.header(line.options().get("key_field"), key));
    return request.build();
  }

  private RequestBody body() {
    boolean needed = WITH_BODY.contains(line.method());
    byte[] octets = line.body().orElse(needed ? new byte[0] : null);
    if (octets == null) {
      return null;
    }
    RequestBody body = RequestBody.create(octets, null);
    return line.isConsumed() ? new OneShot(body) : body;
  }
}
