// SPDX-License-Identifier: MIT
import dev.oncemore.Policy;
import dev.oncemore.http.Settings;
import dev.oncemore.okhttp.RetryInterceptor;
import java.time.Duration;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/**
 * Places an order with OkHttp. Its server is overloaded for a moment, and then breaks off; since
 * the order carries an idempotency key, it may be sent again. It prints
 *
 * <pre>
 * POST attempt 1 of 4: 503, retry in N ms (server asked 0 ms)
 * POST attempt 2 of 4: connection_lost, retry in N ms
 * POST attempt 3 of 4: 200, stop: success
 * 200
 * </pre>
 */
class OkHttp {
  public static void main(String[] args) throws Exception {
    Policy policy = Policy.builder().deadline(Duration.ofSeconds(20)).build();
    Settings settings = Settings.of(policy)
        .withKeyField("Idempotency-Key")
        .withMakeKey()
        .withOnDecision(decided -> System.out.println(decided.method() + " " + decided.line()));
    OkHttpClient client = RetryInterceptor.of(settings).install(new OkHttpClient());
    Request request = new Request.Builder().url(args[0])
        .post(RequestBody.create("one of these".getBytes(), null)).build();
    try (Response response = client.newCall(request).execute()) {
      System.out.println(response.code());
    }
    client.dispatcher().executorService().shutdown();
    client.connectionPool().evictAll();
  }
}
