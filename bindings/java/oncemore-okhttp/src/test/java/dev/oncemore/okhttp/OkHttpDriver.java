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
import okhttp3.Interceptor;
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
    line.refuse("fails=handler", "nothing of the caller's handles an answer inside a call");
    line.refuse("body=offset", "a body has no place where it stands");
    line.refuse("body=at_end", "a body has no place where it stands");
    line.refuse("pool", "OkHttp has no limit of connections");
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
    retries = line.has("follow") ? retries.following() : retries;
    OkHttpClient made = builder.build();
    for (int i = 0; i < line.number("layers", 1); i++) {
      made = retries.install(made);
    }
    this.client = made.newBuilder().addInterceptor(this::below).build();
  }

  /** What the caller has put below. */
  private Response below(Interceptor.Chain chain) throws IOException {
    Response response = chain.proceed(chain.request());
    Request onward = null;
    if (line.callersError("below").isPresent()) {
      response.close();
      throw line.callersError("below").get();
    }
    if (line.option("below").filter("repeats"::equals).isPresent() && response.code() == 503) {
      onward = chain.request();
    }
    String location = response.header("Location");
    if (line.option("below").filter("follows"::equals).isPresent() && location != null) {
      onward = chain.request().newBuilder().url(chain.request().url().resolve(location)).get()
          .build();
    }
    if (onward == null) {
      return response;
    }
    response.close();
    return chain.proceed(onward);
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
    if (line.has("length")) {
      request.header("Content-Length", Integer.toString(line.body().orElseThrow().length));
    }
    line.option("key").ifPresent(key -> request.header(line.options().get("key_field"), key));
    return request.build();
  }

  private RequestBody body() {
    if (line.callersError("producer").isPresent()) {
      return new FailingBody(line);
    }
    if (line.isFile()) {
      return RequestBody.create(line.file().toFile(), null);
    }
    boolean needed = WITH_BODY.contains(line.method());
    byte[] octets = line.body().orElse(needed ? new byte[0] : null);
    if (octets == null) {
      return null;
    }
    RequestBody body = RequestBody.create(octets, null);
    return line.isConsumed() ? new OneShot(body) : body;
  }
}
