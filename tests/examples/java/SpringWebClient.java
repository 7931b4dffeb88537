// SPDX-License-Identifier: MIT
import dev.oncemore.Policy;
import dev.oncemore.http.Settings;
import dev.oncemore.spring.RetryFilter;
import java.time.Duration;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Places an order with Spring's WebClient. Its server is overloaded for a moment, and then breaks
 * off; since the order carries an idempotency key, it may be sent again. It prints
 *
 * <pre>
 * POST attempt 1 of 4: 503, retry in N ms (server asked 0 ms)
 * POST attempt 2 of 4: connection_lost, retry in N ms
 * POST attempt 3 of 4: 200, stop: success
 * 200
 * </pre>
 */
class SpringWebClient {
  public static void main(String[] args) {
    Policy policy = Policy.builder().deadline(Duration.ofSeconds(20)).build();
    Settings settings = Settings.of(policy)
        .withKeyField("Idempotency-Key")
        .withMakeKey()
        .withOnDecision(decided -> System.out.println(decided.method() + " " + decided.line()));
    WebClient client = RetryFilter.of(settings).withReplayableBodies()
        .install(WebClient.builder()).build();
    System.out.println(client.post().uri(args[0]).bodyValue("one of these").retrieve()
        .toBodilessEntity().block().getStatusCode().value());
  }
}
