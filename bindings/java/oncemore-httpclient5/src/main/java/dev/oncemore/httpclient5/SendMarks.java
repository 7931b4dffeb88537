// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import dev.oncemore.http.Causes;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.Method;

/**
 * How far one attempt got, as the client's runtime saw it: what lies between the loop and a
 * connection, where nobody else's code runs. Handlers in the chain of execution may fail with an
 * error of any type, answer by themselves, or send twice.
 */
final class SendMarks {
  private final boolean connects;
  private volatile int sends;
  private volatile boolean challenged;
  private volatile boolean repeated;
  private volatile Throwable error;
  private volatile int tunnelStatus;

  /** Of a request with this method. */
  SendMarks(String method) {
    this.connects = Method.CONNECT.isSame(method);
  }

  /** Whether it is a request for a tunnel, with which nothing of the caller's leaves. */
  boolean isTunnel(HttpRequest request) {
    return !connects && Method.CONNECT.isSame(request.getMethod());
  }

  /** The request is about to be written. After a challenge the client sends it once more. */
  void sends() {
    repeated |= sends > 0 && !challenged;
    challenged = false;
    sends++;
  }

  void answered(HttpResponse response) {
    challenged = response.containsHeader(HttpHeaders.WWW_AUTHENTICATE)
        || response.containsHeader(HttpHeaders.PROXY_AUTHENTICATE);
  }

  void tunnelAnswered(HttpResponse response) {
    tunnelStatus = response.getCode();
  }

  <E extends Throwable> E failed(E failure) {
    error = failure;
    return failure;
  }

  /** Whether any of the request was written, or may have been. */
  boolean sent() {
    return sends > 0;
  }

  /** Whether something below sent the request again by itself. */
  boolean repeated() {
    return repeated;
  }

  /** Whether the runtime itself ended with this error, and no one else. */
  boolean saw(Throwable end) {
    Throwable seen = error;
    return seen != null && !repeated && Causes.of(end).anyMatch(cause -> cause == seen);
  }

  /** Whether it is a proxy's answer, which opened no tunnel. */
  boolean isOfTunnel(HttpResponse response) {
    return sends == 0 && tunnelStatus == response.getCode();
  }
}
