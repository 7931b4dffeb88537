// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import java.net.URI;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.protocol.RedirectStrategy;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;

/** Whether the client follows redirects in a call, which it tells nobody before it does. */
final class ClientRedirects {
  /** The client forgets where it has been as soon as its redirect handling begins. */
  private static final URI PROBE = URI.create("oncemore:probe");

  private final RedirectStrategy strategy;
  private final HttpClientContext context;

  ClientRedirects(RedirectStrategy strategy, HttpClientContext context) {
    this.strategy = strategy;
    this.context = context;
  }

  /** A call begins, before anything of the client's chain. */
  static void probe(HttpClientContext context) {
    context.getRedirectLocations().add(PROBE);
  }

  /** Whether the client would follow, if the policy let it. */
  boolean follows(HttpRequest request, HttpResponse response) {
    try {
      return context.getRequestConfigOrDefault().isRedirectsEnabled()
          && !context.getRedirectLocations().contains(PROBE)
          && strategy.isRedirected(request, response, context);
    } catch (HttpException refused) {
      return false;
    }
  }
}
