// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import dev.oncemore.Body;
import dev.oncemore.HopDecision;
import dev.oncemore.NextBody;
import dev.oncemore.NextMethod;
import dev.oncemore.http.Redirects;
import dev.oncemore.http.RequestView;
import java.net.URI;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.support.HttpRequestWrapper;

/** A request of a hop, with its body; the attributes are those of the first. */
final class RestRequest extends HttpRequestWrapper {
  private final HttpMethod method;
  private final URI uri;
  private final HttpHeaders headers;
  private final byte[] body;

  private RestRequest(
      HttpRequest first, HttpMethod method, URI uri, HttpHeaders headers, byte[] body) {
    super(first);
    this.method = method;
    this.uri = uri;
    this.headers = headers;
    this.body = body;
  }

  static RestRequest of(HttpRequest request, byte[] body) {
    return new RestRequest(
        request, request.getMethod(), request.getURI(), request.getHeaders(), body);
  }

  /** The request that the library lets follow. */
  RestRequest next(HopDecision hop, URI to) {
    return new RestRequest(
        getRequest(),
        hop.method() == NextMethod.GET ? HttpMethod.GET : method,
        to,
        Headers.copy(headers, name -> Redirects.keeps(name, hop, uri, to)),
        hop.body() == NextBody.DROP ? new byte[0] : body);
  }

  /** The same with headers for one attempt. */
  RestRequest with(HttpHeaders forAttempt) {
    return new RestRequest(getRequest(), method, uri, forAttempt, body);
  }

  /** What is said of it: its body is in memory, however the caller gave it. */
  RequestView view() {
    return new RequestView(method.name(), uri.toString(), Headers.fields(headers),
        Body.REPLAYABLE, this);
  }

  byte[] body() {
    return body;
  }

  @Override
  public HttpMethod getMethod() {
    return method;
  }

  @Override
  public URI getURI() {
    return uri;
  }

  @Override
  public HttpHeaders getHeaders() {
    return headers;
  }
}
