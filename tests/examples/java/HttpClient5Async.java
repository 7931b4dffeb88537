// SPDX-License-Identifier: MIT
import dev.oncemore.Policy;
import dev.oncemore.http.Settings;
import dev.oncemore.httpclient5.Retrying;
import java.time.Duration;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.core5.http.ContentType;

/**
 * Places an order with Apache HttpClient's asynchronous client. Its server is overloaded for a
 * moment, and then breaks off; since the order carries an idempotency key, it may be sent again. It
 * prints
 *
 * <pre>
 * POST attempt 1 of 4: 503, retry in N ms (server asked 0 ms)
 * POST attempt 2 of 4: connection_lost, retry in N ms
 * POST attempt 3 of 4: 200, stop: success
 * 200
 * </pre>
 */
class HttpClient5Async {
  public static void main(String[] args) throws Exception {
    Policy policy = Policy.builder().deadline(Duration.ofSeconds(20)).build();
    Settings settings = Settings.of(policy)
        .withKeyField("Idempotency-Key")
        .withMakeKey()
        .withOnDecision(decided -> System.out.println(decided.method() + " " + decided.line()));
    SimpleHttpRequest request = SimpleRequestBuilder.post(args[0])
        .setBody("one of these", ContentType.TEXT_PLAIN).build();
    try (CloseableHttpAsyncClient client =
        Retrying.async(HttpAsyncClients.custom(), settings).build()) {
      client.start();
      System.out.println(client.execute(request, null).get().getCode());
    }
  }
}
