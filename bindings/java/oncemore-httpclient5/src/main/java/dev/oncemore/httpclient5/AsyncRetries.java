// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import dev.oncemore.http.Settings;
import java.io.IOException;
import java.time.Duration;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.AsyncExecChainHandler;
import org.apache.hc.client5.http.protocol.RedirectStrategy;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;

/** The loop of the asynchronous client, entered once for each hop. */
final class AsyncRetries implements AsyncExecChainHandler {
  private final Settings settings;
  private final RedirectStrategy redirects;

  AsyncRetries(Settings settings, RedirectStrategy redirects) {
    this.settings = settings;
    this.redirects = redirects;
  }

  @Override
  public void execute(HttpRequest request, AsyncEntityProducer producer, AsyncExecChain.Scope scope,
      AsyncExecChain chain, AsyncExecCallback callback) throws HttpException, IOException {
    Exchange exchange = Exchange.of(
        this, settings, scope.clientContext, scope.exchangeId, scope.cancellableDependency);
    if (exchange.isDecidedBelow()) {
      chain.proceed(request, producer, scope, callback);
      return;
    }
    ClientRedirects following = new ClientRedirects(redirects, scope.clientContext);
    AsyncHop hop =
        new AsyncHop(exchange, following, request, producer, scope, chain, callback);
    Duration wait = exchange.hop(request);
    if (wait.isZero()) {
      hop.send();
    } else {
      hop.sendAfter(wait);
    }
  }
}
