// SPDX-License-Identifier: MIT
package dev.oncemore.okhttp;

import dev.oncemore.HttpStatus;
import dev.oncemore.http.Call;
import dev.oncemore.http.Decided;
import java.util.List;
import okhttp3.Response;

/** A tag of one request that is sent: how far it got. */
final class Sending {
  private static final String RETRY_AFTER = "Retry-After";

  private final Call call;
  private List<String> retryAfter = List.of();
  private boolean connected;
  private boolean mustBeLast;

  Sending(Call call) {
    this.call = call;
  }

  List<Decided> decisions() {
    return call.decisions();
  }

  /** Whether there was a connection, so that the request may have been written. */
  boolean isConnected() {
    return connected;
  }

  /** The request is about to be written. */
  void begins() {
    if (mustBeLast) {
      throw new IllegalStateException("the client repeats or redirects requests by itself; leave "
          + "retryOnConnectionFailure and followRedirects as RetryInterceptor.install sets them");
    }
    connected = true;
    mustBeLast = true;
  }

  /**
   * A response came. OkHttp by itself repeats a 503 whose Retry-After is 0, whatever is set, so it
   * does not get to see that field. An authenticator, though, may send once more.
   */
  Response hidden(Response response) {
    mustBeLast = HttpStatus.isFollowable(response.code());
    retryAfter = response.headers(RETRY_AFTER);
    return response.newBuilder().removeHeader(RETRY_AFTER).build();
  }

  Response restored(Response response) {
    Response.Builder whole = response.newBuilder();
    retryAfter.forEach(line -> whole.addHeader(RETRY_AFTER, line));
    return whole.build();
  }
}
