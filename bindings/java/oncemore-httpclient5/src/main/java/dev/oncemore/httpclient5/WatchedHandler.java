// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncClientExchangeHandler;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.RequestChannel;
import org.apache.hc.core5.http.protocol.HttpContext;

/** One exchange on a connection, which marks whether its request was handed over to be written. */
final class WatchedHandler implements AsyncClientExchangeHandler {
  private final AsyncClientExchangeHandler handler;
  private final SendMarks marks;
  private volatile boolean tunnel;

  WatchedHandler(AsyncClientExchangeHandler handler, SendMarks marks) {
    this.handler = handler;
    this.marks = marks;
  }

  @Override
  public void produceRequest(RequestChannel channel, HttpContext context)
      throws HttpException, IOException {
    handler.produceRequest((request, entity, inner) -> {
      tunnel = marks.isTunnel(request);
      if (!tunnel) {
        marks.sends();
      }
      channel.sendRequest(request, entity, inner);
    }, context);
  }

  @Override
  public void consumeResponse(HttpResponse response, EntityDetails entity, HttpContext context)
      throws HttpException, IOException {
    if (tunnel) {
      marks.tunnelAnswered(response);
    } else {
      marks.answered(response);
    }
    handler.consumeResponse(response, entity, context);
  }

  @Override
  public void failed(Exception cause) {
    handler.failed(marks.failed(cause));
  }

  // ---- All else is the client's -----------------------------------------------------------------

  @Override
  public void consumeInformation(HttpResponse response, HttpContext context)
      throws HttpException, IOException {
    handler.consumeInformation(response, context);
  }

  @Override
  public void cancel() {
    handler.cancel();
  }

  @Override
  public int available() {
    return handler.available();
  }

  @Override
  public void produce(DataStreamChannel channel) throws IOException {
    handler.produce(channel);
  }

  @Override
  public void updateCapacity(CapacityChannel channel) throws IOException {
    handler.updateCapacity(channel);
  }

  @Override
  public void consume(ByteBuffer source) throws IOException {
    handler.consume(source);
  }

  @Override
  public void streamEnd(List<? extends Header> trailers) throws HttpException, IOException {
    handler.streamEnd(trailers);
  }

  @Override
  public void releaseResources() {
    handler.releaseResources();
  }
}
