// SPDX-License-Identifier: MIT
import dev.oncemore.Policy;
import dev.oncemore.http.Settings;
import dev.oncemore.httpclient5.Retrying;
import java.time.Duration;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.io.entity.StringEntity;

/**
 * Places an order with Apache HttpClient. Its server is overloaded for a moment, and then breaks
 * off; since the order carries an idempotency key, it may be sent again. It prints
 *
 * <pre>
 * POST attempt 1 of 4: 503, retry in N ms (server asked 0 ms)
 * POST attempt 2 of 4: connection_lost, retry in N ms
 * POST attempt 3 of 4: 200, stop: success
 * 200
 * </pre>
 */
class HttpClient5 {
  public static void main(String[] args) throws Exception {
    Policy policy = Policy.builder().deadline(Duration.ofSeconds(20)).build();
    Settings settings = Settings.of(policy)
        .withKeyField("Idempotency-Key")
        .withMakeKey()
        .withOnDecision(decided -> System.out.println(decided.method() + " " + decided.line()));
    HttpPost request = new HttpPost(args[0]);
    request.setEntity(new StringEntity("one of these"));
    try (CloseableHttpClient client = Retrying.classic(HttpClients.custom(), settings).build()) {
      int status = client.execute(request, response -> response.getCode());
      System.out.println(status);
    }
  }
}
