// SPDX-License-Identifier: MIT
import dev.oncemore.Policy;
import dev.oncemore.http.RetryHttpClient;
import dev.oncemore.http.Settings;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/**
 * Places an order with java.net.http. Its server is overloaded for a moment, and then breaks off;
 * since the order carries an idempotency key, it may be sent again. It prints
 *
 * <pre>
 * POST attempt 1 of 4: 503, retry in N ms (server asked 0 ms)
 * POST attempt 2 of 4: connection_lost, retry in N ms
 * POST attempt 3 of 4: 200, stop: success
 * 200
 * </pre>
 */
class JavaNetHttp {
  public static void main(String[] args) throws Exception {
    Policy policy = Policy.builder().deadline(Duration.ofSeconds(20)).build();
    Settings settings = Settings.of(policy)
        .withKeyField("Idempotency-Key")
        .withMakeKey()
        .withOnDecision(decided -> System.out.println(decided.method() + " " + decided.line()));
    HttpClient client = RetryHttpClient.of(HttpClient.newHttpClient(), settings);
    HttpRequest request = HttpRequest.newBuilder(URI.create(args[0]))
        .POST(BodyPublishers.ofString("one of these")).build();
    HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
    System.out.println(response.statusCode());
  }
}
