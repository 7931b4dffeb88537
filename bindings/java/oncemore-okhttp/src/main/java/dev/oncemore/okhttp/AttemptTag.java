// SPDX-License-Identifier: MIT
package dev.oncemore.okhttp;

import dev.oncemore.Evidence;
import dev.oncemore.HttpStatus;
import dev.oncemore.StatusSet;
import dev.oncemore.http.Call;
import java.util.List;
import okhttp3.Connection;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;

/** A tag of one request that is sent: how far it got. */
final class AttemptTag {
  private static final String RETRY_AFTER = "Retry-After";

  private static final StatusSet UNPROCESSED = StatusSet.defaultUnprocessed();

  private final Call call;
  private Request written;
  private Connection connection;
  private int status;
  private List<String> hidden = List.of();

  AttemptTag(Call call) {
    this.call = call;
  }

  /** Another adapter of ours is inside of this one, and decides. */
  void hasAnotherInside() {
    call.sendNoMore("another RetryInterceptor of the call retries inside of this one");
  }

  /** Whether there was a connection, so that the request may have been written. */
  boolean isConnected() {
    return written != null;
  }

  /** Whether a response began. */
  boolean isAnswered() {
    return status != 0;
  }

  /** The connection, if it is this request's alone. */
  Connection ownConnection() {
    return connection == null || connection.protocol() == Protocol.HTTP_2 ? null : connection;
  }

  /** The request is about to be written. */
  void begins(Request request, Connection on) {
    if (written != null && isOfClient(request)) {
      throw new IllegalStateException("the client repeats or redirects requests by itself; leave "
          + "retryOnConnectionFailure and followRedirects as RetryInterceptor.install sets them");
    }
    written = request;
    connection = on;
    status = 0;
  }

  /**
   * Whether it is the client that sends once more, and not its authenticator, which must change
   * something, nor because the server said that it did nothing.
   */
  private boolean isOfClient(Request request) {
    boolean same = request.url().equals(written.url())
        && request.headers().equals(written.headers());
    return !isAnswered() || HttpStatus.isFollowable(status)
        || same && HttpStatus.evidence(status, UNPROCESSED) != Evidence.NOT_PROCESSED;
  }

  /**
   * A response came. OkHttp by itself repeats a 503 whose Retry-After is 0, whatever is set, so it
   * does not get to see that.
   */
  Response hidden(Response response) {
    status = response.code();
    String last = response.header(RETRY_AFTER);
    if (last == null || !last.matches("0+")) {
      return response;
    }
    hidden = response.headers(RETRY_AFTER);
    return response.newBuilder().removeHeader(RETRY_AFTER).build();
  }

  /** The response as it came, with this request in place of the one made for the attempt. */
  Response restored(Response response, Request request) {
    Response.Builder whole = response.newBuilder()
        .request(request.newBuilder().tag(CallRecord.class, new CallRecord(call)).build());
    hidden.forEach(line -> whole.addHeader(RETRY_AFTER, line));
    return whole.build();
  }

  /** What a response's request knows of its call. */
  record CallRecord(Call call) {}
}
