// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLSession;

/**
 * A response that knows the decisions of its call, and the redirect that led to it. Its request is
 * the caller's, or that of the hop, which can be sent again, and not the one made for an attempt.
 */
record Answer<T>(HttpResponse<T> response, HttpRequest request, HttpResponse<T> redirect,
    List<Decided> decisions) implements HttpResponse<T> {
  @Override
  public int statusCode() {
    return response.statusCode();
  }

  @Override
  public Optional<HttpResponse<T>> previousResponse() {
    return redirect == null ? response.previousResponse() : Optional.of(redirect);
  }

  @Override
  public HttpHeaders headers() {
    return response.headers();
  }

  @Override
  public T body() {
    return response.body();
  }

  @Override
  public Optional<SSLSession> sslSession() {
    return response.sslSession();
  }

  @Override
  public URI uri() {
    return response.uri();
  }

  @Override
  public HttpClient.Version version() {
    return response.version();
  }

  @Override
  public String toString() {
    return response.toString();
  }
}
