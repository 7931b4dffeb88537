// SPDX-License-Identifier: MIT
import dev.oncemore.Backoff;
import dev.oncemore.Jitter;
import dev.oncemore.Policy;
import dev.oncemore.http.Settings;
import dev.oncemore.spring.RetryFilter;
import java.time.Duration;
import org.springframework.web.reactive.function.client.WebClient;

/** Gets a page by a WebClient; the argument is its address. */
public class SpringWebClient {
  public static void main(String[] arguments) {
    Policy policy = Policy.builder()
        .deadline(Duration.ofSeconds(20))
        .backoff(Backoff.defaults().withInitial(Duration.ofMillis(20)).withJitter(Jitter.NONE))
        .build();
    Settings settings = Settings.of(policy).withOnDecision(System.out::println);
    WebClient client = RetryFilter.of(settings).install(WebClient.builder()).build();
    System.out.println(
        client.get().uri(arguments[0]).retrieve().bodyToMono(String.class).block());
  }
}
