// SPDX-License-Identifier: MIT
import dev.oncemore.Backoff;
import dev.oncemore.Jitter;
import dev.oncemore.Policy;
import dev.oncemore.http.Settings;
import dev.oncemore.httpclient5.Retrying;
import java.time.Duration;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;

/** Gets a page by Apache HttpClient's asynchronous client; the argument is its address. */
public class HttpClient5Async {
  public static void main(String[] arguments) throws Exception {
    Policy policy = Policy.builder()
        .deadline(Duration.ofSeconds(20))
        .backoff(Backoff.defaults().withInitial(Duration.ofMillis(20)).withJitter(Jitter.NONE))
        .build();
    Settings settings = Settings.of(policy).withOnDecision(System.out::println);
    try (CloseableHttpAsyncClient client =
        Retrying.async(HttpAsyncClients.custom(), settings).build()) {
      client.start();
      System.out.println(
          client.execute(SimpleRequestBuilder.get(arguments[0]).build(), null).get().getBodyText());
    }
  }
}
