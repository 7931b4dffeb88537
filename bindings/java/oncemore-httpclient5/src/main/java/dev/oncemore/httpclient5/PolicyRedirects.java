// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import java.net.URI;
import org.apache.hc.client5.http.protocol.RedirectStrategy;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.protocol.HttpContext;

/** Lets the client follow where a strategy would, and the policy as well; the loop asked both. */
final class PolicyRedirects implements RedirectStrategy {
  private final RedirectStrategy strategy;

  PolicyRedirects(RedirectStrategy strategy) {
    this.strategy = strategy;
  }

  @Override
  public boolean isRedirected(HttpRequest request, HttpResponse response, HttpContext context) {
    return Exchange.of(context).follow(response);
  }

  @Override
  public URI getLocationURI(HttpRequest request, HttpResponse response, HttpContext context)
      throws HttpException {
    return strategy.getLocationURI(request, response, context);
  }

  @Override
  public boolean isRedirectAllowed(
      HttpHost currentTarget, HttpHost newTarget, HttpRequest redirect, HttpContext context) {
    return strategy.isRedirectAllowed(currentTarget, newTarget, redirect, context);
  }
}
