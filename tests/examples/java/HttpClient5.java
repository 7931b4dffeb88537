// SPDX-License-Identifier: MIT
import dev.oncemore.Backoff;
import dev.oncemore.Jitter;
import dev.oncemore.Policy;
import dev.oncemore.http.Settings;
import dev.oncemore.httpclient5.Retrying;
import java.io.IOException;
import java.time.Duration;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.BasicHttpClientResponseHandler;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;

/** Gets a page by Apache HttpClient; the argument is its address. */
public class HttpClient5 {
  public static void main(String[] arguments) throws IOException {
    Policy policy = Policy.builder()
        .deadline(Duration.ofSeconds(20))
        .backoff(Backoff.defaults().withInitial(Duration.ofMillis(20)).withJitter(Jitter.NONE))
        .build();
    Settings settings = Settings.of(policy).withOnDecision(System.out::println);
    try (CloseableHttpClient client = Retrying.classic(HttpClients.custom(), settings).build()) {
      HttpGet request = new HttpGet(arguments[0]);
      System.out.println(client.execute(request, new BasicHttpClientResponseHandler()));
    }
  }
}
