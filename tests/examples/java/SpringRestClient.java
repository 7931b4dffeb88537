// SPDX-License-Identifier: MIT
import dev.oncemore.Backoff;
import dev.oncemore.Jitter;
import dev.oncemore.Policy;
import dev.oncemore.http.Settings;
import dev.oncemore.spring.RetryInterceptor;
import java.time.Duration;
import org.springframework.web.client.RestClient;

/** Gets a page by a RestClient; the argument is its address. */
public class SpringRestClient {
  public static void main(String[] arguments) {
    Policy policy = Policy.builder()
        .deadline(Duration.ofSeconds(20))
        .backoff(Backoff.defaults().withInitial(Duration.ofMillis(20)).withJitter(Jitter.NONE))
        .build();
    Settings settings = Settings.of(policy).withOnDecision(System.out::println);
    RestClient client = RetryInterceptor.of(settings).install(RestClient.builder()).build();
    System.out.println(client.get().uri(arguments[0]).retrieve().body(String.class));
  }
}
