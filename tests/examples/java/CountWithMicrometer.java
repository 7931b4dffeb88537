// SPDX-License-Identifier: MIT
import dev.oncemore.Policy;
import dev.oncemore.http.Decided;
import dev.oncemore.http.RetryHttpClient;
import dev.oncemore.http.Settings;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.function.Consumer;

/**
 * Counts decisions with Micrometer, by host, verdict and reason; for any adapter. No tag holds a
 * path or a number, of which there would be too many. It prints
 *
 * <pre>
 * retry retryable_status 2
 * stop success 1
 * </pre>
 */
class CountWithMicrometer {
  static Consumer<Decided> count(MeterRegistry meters) {
    return decided -> meters.counter("oncemore.decisions",
        "host", URI.create(decided.url()).getHost(),
        "verdict", decided.decision().verdict().toString(),
        "reason", decided.decision().reason().toString()).increment();
  }

  public static void main(String[] args) throws Exception {
    MeterRegistry meters = new SimpleMeterRegistry();
    Settings settings = Settings.of(Policy.defaults()).withOnDecision(count(meters));
    RetryHttpClient.of(HttpClient.newHttpClient(), settings).send(
        HttpRequest.newBuilder(URI.create(args[0])).build(), BodyHandlers.discarding());
    meters.get("oncemore.decisions").counters().stream()
        .map(counter -> counter.getId().getTag("verdict") + " " + counter.getId().getTag("reason")
            + " " + Math.round(counter.count()))
        .sorted().forEach(System.out::println);
  }
}
