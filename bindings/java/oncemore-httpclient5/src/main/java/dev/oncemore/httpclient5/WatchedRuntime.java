// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import java.io.IOException;
import org.apache.hc.client5.http.EndpointInfo;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.HttpResponseInformationCallback;
import org.apache.hc.core5.util.TimeValue;

/**
 * The runtime of one attempt of the classic client, which marks how far it got. It does not give
 * its connection back before {@link #settle}, since a decision may want it ended.
 */
final class WatchedRuntime implements ExecRuntime {
  private final ExecRuntime runtime;
  private final SendMarks marks;
  private volatile boolean settled;
  private volatile boolean released;

  WatchedRuntime(ExecRuntime runtime, SendMarks marks) {
    this.runtime = runtime;
    this.marks = marks;
  }

  /** A step of the client's. */
  @FunctionalInterface
  private interface Step<T> {
    T run() throws IOException, HttpException;
  }

  private <T> T watched(Step<T> step) throws IOException, HttpException {
    try {
      return step.run();
    } catch (IOException | HttpException | RuntimeException error) {
      marks.failed(error);
      throw error;
    }
  }

  private void watchedConnecting(Step<Void> step) throws IOException {
    try {
      watched(step);
    } catch (HttpException never) {
      throw new IOException(never);
    }
  }

  /** The decision is made: the connection may be given back, or is to be ended. */
  void settle(boolean endConnection) {
    settled = true;
    if (endConnection) {
      runtime.discardEndpoint();
    } else if (released) {
      runtime.releaseEndpoint();
    }
  }

  @Override
  public void acquireEndpoint(String id, HttpRoute route, Object state, HttpClientContext context)
      throws IOException {
    watchedConnecting(() -> {
      runtime.acquireEndpoint(id, route, state, context);
      return null;
    });
  }

  @Override
  public void connectEndpoint(HttpClientContext context) throws IOException {
    watchedConnecting(() -> {
      runtime.connectEndpoint(context);
      return null;
    });
  }

  @Override
  public void upgradeTls(HttpClientContext context) throws IOException {
    watchedConnecting(() -> {
      runtime.upgradeTls(context);
      return null;
    });
  }

  @Override
  public ClassicHttpResponse execute(String id, ClassicHttpRequest request,
      HttpClientContext context) throws IOException, HttpException {
    return executed(request, () -> runtime.execute(id, request, context));
  }

  @Override
  public ClassicHttpResponse execute(String id, ClassicHttpRequest request,
      HttpResponseInformationCallback information, HttpClientContext context)
      throws IOException, HttpException {
    return executed(request, () -> runtime.execute(id, request, information, context));
  }

  private ClassicHttpResponse executed(
      ClassicHttpRequest request, Step<ClassicHttpResponse> step)
      throws IOException, HttpException {
    released = false;
    if (marks.isTunnel(request)) {
      ClassicHttpResponse response = watched(step);
      marks.tunnelAnswered(response);
      return response;
    }
    marks.sends();
    ClassicHttpResponse response = watched(step);
    marks.answered(response);
    return response;
  }

  @Override
  public void releaseEndpoint() {
    if (settled) {
      runtime.releaseEndpoint();
    } else {
      released = true;
    }
  }

  // ---- All else is the client's -----------------------------------------------------------------

  @Override
  public boolean isExecutionAborted() {
    return runtime.isExecutionAborted();
  }

  @Override
  public boolean isEndpointAcquired() {
    return runtime.isEndpointAcquired();
  }

  @Override
  public void discardEndpoint() {
    runtime.discardEndpoint();
  }

  @Override
  public boolean isEndpointConnected() {
    return runtime.isEndpointConnected();
  }

  @Override
  public void disconnectEndpoint() throws IOException {
    runtime.disconnectEndpoint();
  }

  @Override
  public EndpointInfo getEndpointInfo() {
    return runtime.getEndpointInfo();
  }

  @Override
  public boolean isConnectionReusable() {
    return runtime.isConnectionReusable();
  }

  @Override
  public void markConnectionReusable(Object state, TimeValue validity) {
    runtime.markConnectionReusable(state, validity);
  }

  @Override
  public void markConnectionNonReusable() {
    runtime.markConnectionNonReusable();
  }

  @Override
  public ExecRuntime fork(CancellableDependency cancellable) {
    return runtime.fork(cancellable);
  }
}
