// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import dev.oncemore.http.Redirects;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import org.apache.hc.client5.http.impl.DefaultRedirectStrategy;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.protocol.HttpContext;

/** The client's own strategy, but that it resolves a Location as all adapters do. */
final class ResolvedRedirects extends DefaultRedirectStrategy {
  @Override
  public boolean isRedirected(HttpRequest request, HttpResponse response, HttpContext context)
      throws ProtocolException {
    return super.isRedirected(request, response, context)
        && target(request, response).isPresent();
  }

  @Override
  public URI getLocationURI(HttpRequest request, HttpResponse response, HttpContext context)
      throws HttpException {
    return target(request, response).orElseThrow(
        () -> new ProtocolException("Location is no address to follow"));
  }

  private static Optional<URI> target(HttpRequest request, HttpResponse response)
      throws ProtocolException {
    try {
      return Redirects.target(request.getUri(), Exchange.fields(response));
    } catch (URISyntaxException odd) {
      throw new ProtocolException(odd.getMessage(), odd);
    }
  }
}
