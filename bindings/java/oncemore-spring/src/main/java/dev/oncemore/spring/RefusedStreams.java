// SPDX-License-Identifier: MIT
package dev.oncemore.spring;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2GoAwayFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.codec.http2.Http2StreamChannel;
import java.io.IOException;

/**
 * Hears the frames by which a server of HTTP/2 says that it has not looked at a request. Reactor
 * Netty would tell them from no other end of a stream.
 */
@Sharable
final class RefusedStreams extends ChannelInboundHandlerAdapter {
  /** The error of such a stream. */
  static final class Refused extends IOException {
    private static final long serialVersionUID = 1L;

    Refused(Object frame) {
      super("the server has not processed the request: " + frame);
    }
  }

  /** The server wants another version of HTTP, which the next attempt would not speak either. */
  static final class OtherVersion extends IOException {
    private static final long serialVersionUID = 1L;

    OtherVersion(Object frame) {
      super("the server wants HTTP/1.1: " + frame);
    }
  }

  static boolean isStream(Channel channel) {
    return channel instanceof Http2StreamChannel;
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
    // GOAWAY is shown to the streams above its last one alone.
    if (event instanceof Http2GoAwayFrame goAway) {
      context.fireExceptionCaught(refused(goAway.errorCode(), event));
    } else if (event instanceof Http2ResetFrame reset && isRefusal(reset.errorCode())) {
      context.fireExceptionCaught(refused(reset.errorCode(), event));
    }
    super.userEventTriggered(context, event);
  }

  private static boolean isRefusal(long code) {
    return code == Http2Error.REFUSED_STREAM.code() || code == Http2Error.HTTP_1_1_REQUIRED.code();
  }

  private static IOException refused(long code, Object frame) {
    return code == Http2Error.HTTP_1_1_REQUIRED.code()
        ? new OtherVersion(frame) : new Refused(frame);
  }
}
