// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2GoAwayFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import java.io.IOException;

/**
 * Hears the frames by which a server of HTTP/2 says that it has not looked at a request. Reactor
 * Netty would tell them from no other end of a stream.
 */
@Sharable
final class Refusals extends ChannelInboundHandlerAdapter {
  /** The error of such a stream. */
  static final class Refused extends IOException {
    private static final long serialVersionUID = 1L;

    Refused(Object frame) {
      super("the server has not processed the request: " + frame);
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
    // GOAWAY is shown to the streams above its last one alone.
    boolean refused = event instanceof Http2GoAwayFrame
        || event instanceof Http2ResetFrame reset
            && reset.errorCode() == Http2Error.REFUSED_STREAM.code();
    if (refused) {
      context.fireExceptionCaught(new Refused(event));
    }
    super.userEventTriggered(context, event);
  }
}
