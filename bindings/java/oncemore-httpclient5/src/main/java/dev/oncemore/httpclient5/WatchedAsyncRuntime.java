// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import org.apache.hc.client5.http.EndpointInfo;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.async.AsyncExecRuntime;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.nio.AsyncClientExchangeHandler;
import org.apache.hc.core5.util.TimeValue;

/** The runtime of one attempt of the asynchronous client, which marks how far it got. */
final class WatchedAsyncRuntime implements AsyncExecRuntime {
  private final AsyncExecRuntime runtime;
  private final SendMarks marks;

  WatchedAsyncRuntime(AsyncExecRuntime runtime, SendMarks marks) {
    this.runtime = runtime;
    this.marks = marks;
  }

  private FutureCallback<AsyncExecRuntime> watched(FutureCallback<AsyncExecRuntime> callback) {
    return callback == null ? null : new FutureCallback<>() {
      @Override
      public void completed(AsyncExecRuntime same) {
        callback.completed(WatchedAsyncRuntime.this);
      }

      @Override
      public void failed(Exception error) {
        callback.failed(marks.failed(error));
      }

      @Override
      public void cancelled() {
        callback.cancelled();
      }
    };
  }

  @Override
  public Cancellable acquireEndpoint(String id, HttpRoute route, Object state,
      HttpClientContext context, FutureCallback<AsyncExecRuntime> callback) {
    return runtime.acquireEndpoint(id, route, state, context, watched(callback));
  }

  @Override
  public Cancellable connectEndpoint(
      HttpClientContext context, FutureCallback<AsyncExecRuntime> callback) {
    return runtime.connectEndpoint(context, watched(callback));
  }

  @Override
  public void upgradeTls(HttpClientContext context) {
    runtime.upgradeTls(context);
  }

  @Override
  public void upgradeTls(HttpClientContext context, FutureCallback<AsyncExecRuntime> callback) {
    runtime.upgradeTls(context, watched(callback));
  }

  @Override
  public Cancellable execute(
      String id, AsyncClientExchangeHandler handler, HttpClientContext context) {
    return runtime.execute(id, new WatchedHandler(handler, marks), context);
  }

  // ---- All else is the client's -----------------------------------------------------------------

  @Override
  public boolean isEndpointAcquired() {
    return runtime.isEndpointAcquired();
  }

  @Override
  public void releaseEndpoint() {
    runtime.releaseEndpoint();
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
  public void disconnectEndpoint() {
    runtime.disconnectEndpoint();
  }

  @Override
  public EndpointInfo getEndpointInfo() {
    return runtime.getEndpointInfo();
  }

  @Override
  public boolean validateConnection() {
    return runtime.validateConnection();
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
  public AsyncExecRuntime fork() {
    return runtime.fork();
  }
}
