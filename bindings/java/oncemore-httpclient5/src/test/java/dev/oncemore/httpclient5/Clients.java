// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import dev.oncemore.RedirectRewrite;
import dev.oncemore.scenario.CallLine;
import dev.oncemore.scenario.Client.Unsupported;
import dev.oncemore.scenario.Trust;
import java.io.IOException;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/** What the two clients are given for a line of a driver. */
final class Clients {
  /** Unless a line says otherwise, so that a call waits for what the one before it gives back. */
  private static final int POOL = 1;
  private static final int CONNECT_TIMEOUT = 5000;
  /** Shorter than the pause after which a scenario finds a connection closed. */
  private static final int VALIDATE_AFTER = 100;

  private Clients() {}

  static void check(CallLine line) throws Unsupported {
    if (line.policy().redirectRewrite() == RedirectRewrite.KEEP) {
      throw new Unsupported("redirect_rewrite=keep", "the client rewrites by itself");
    }
    line.refuse("length", "the client lets nobody set Content-Length");
    line.refuse("body=offset", "an entity has no place where it stands");
    line.refuse("body=at_end", "an entity has no place where it stands");
  }

  static RequestConfig requests(CallLine line) {
    return RequestConfig.custom()
        .setRedirectsEnabled(line.has("follow"))
        .setCircularRedirectsAllowed(true)
        .setConnectionRequestTimeout(timeout(line.timeout()))
        .setResponseTimeout(timeout(line.timeout()))
        .build();
  }

  static ConnectionConfig connections(CallLine line) {
    return ConnectionConfig.custom()
        .setConnectTimeout(timeout(
            line.connectTimeout().orElse(Duration.ofMillis(CONNECT_TIMEOUT))))
        .setValidateAfterInactivity(TimeValue.ofMilliseconds(VALIDATE_AFTER))
        .build();
  }

  static int pool(CallLine line) {
    return line.number("pool", POOL);
  }

  static DefaultClientTlsStrategy tls(CallLine line) throws IOException, GeneralSecurityException {
    Optional<String> authority = line.option("ca");
    return new DefaultClientTlsStrategy(authority.isPresent()
        ? Trust.of(authority.get()).context() : SSLContext.getDefault());
  }

  static HttpHost proxy(CallLine line) {
    return line.option("proxy").map(URI::create).map(HttpHost::create).orElse(null);
  }

  static void addKey(CallLine line, HttpRequest request) {
    line.option("key").ifPresent(key -> request.setHeader(line.options().get("key_field"), key));
  }

  private static Timeout timeout(Duration duration) {
    return Timeout.of(duration);
  }
}
