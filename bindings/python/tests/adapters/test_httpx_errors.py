# SPDX-License-Identifier: MIT
"""What httpx's errors are taken for."""

from __future__ import annotations

import socket
import ssl

import h2.events
import h11
import httpcore
import httpx
from exceptions import caused, check, exceptions_of, made

from oncemore import Failure
from oncemore.adapters._httpx_errors import failure_of


def ended_by(event: h2.events.Event) -> BaseException:
    return caused(httpx.RemoteProtocolError("h2"), httpcore.RemoteProtocolError(event))


def reset(code: int) -> BaseException:
    event = h2.events.StreamReset(stream_id=1)
    event.error_code = code
    return ended_by(event)


def goaway(last_stream: int, code: int = 0) -> BaseException:
    event = h2.events.ConnectionTerminated()
    event.error_code = code
    event.last_stream_id = last_stream
    return ended_by(event)


def not_connected(cause: BaseException) -> BaseException:
    return caused(httpx.ConnectError("no"), caused(httpcore.ConnectError("no"), cause))


MALFORMED = h11.RemoteProtocolError("illegal status line", error_status_hint=400)
MAPPED = [
    (not_connected(ConnectionRefusedError(111, "refused")), Failure.CONNECT),
    (not_connected(socket.gaierror(-2, "unknown")), Failure.NAME_RESOLUTION),
    (not_connected(ssl.SSLCertVerificationError(1, "unknown")), Failure.TLS_CERTIFICATE),
    (not_connected(ssl.SSLError(1, "alert")), Failure.TLS_HANDSHAKE),
    (httpx.ConnectTimeout("slow"), Failure.CONNECT),
    (httpx.PoolTimeout("full"), Failure.NOT_SENT),
    (httpx.ReadTimeout("slow"), Failure.TIMEOUT),
    (httpx.WriteTimeout("slow"), Failure.TIMEOUT),
    (httpx.TimeoutException("slow"), Failure.TIMEOUT),
    (httpx.ReadError("reset"), Failure.CONNECTION_LOST),
    (httpx.CloseError("reset"), Failure.CONNECTION_LOST),
    (httpx.WriteError("reset"), Failure.SEND),
    (httpx.ProxyError("503 no tunnel"), Failure.CONNECT),
    (httpx.RemoteProtocolError("closed"), Failure.CONNECTION_LOST),
    (caused(httpx.RemoteProtocolError("odd"), MALFORMED), Failure.BAD_RESPONSE),
    (reset(7), Failure.REJECTED),
    (reset(2), Failure.CONNECTION_LOST),
    (reset(13), Failure.OTHER),  # HTTP_1_1_REQUIRED
    (goaway(0, 13), Failure.OTHER),
    (goaway(0), Failure.REJECTED),
    (goaway(1), Failure.CONNECTION_LOST),
    (httpx.DecodingError("not gzip"), Failure.BAD_RESPONSE),
    (httpx.TooManyRedirects("loop"), Failure.REDIRECT_LIMIT),
    (httpx.UnsupportedProtocol("ftp"), Failure.OTHER),
    (httpx.LocalProtocolError("bad header"), Failure.OTHER),
    (httpx.NetworkError("unknown"), Failure.OTHER),
    (httpx.ProtocolError("unknown"), Failure.OTHER),
    (httpx.TransportError("unknown"), Failure.OTHER),
    (httpx.RequestError("unknown"), Failure.OTHER),
    (made(httpx.StreamConsumed), Failure.OTHER),
    (ValueError("unknown"), Failure.OTHER),
]

ABOVE = "raised above the transport"
REASONS = {
    "CookieConflict": ABOVE,
    "HTTPError": "a base class that is not raised",
    "HTTPStatusError": "made by raise_for_status()",
    "InvalidURL": ABOVE,
    "RequestNotRead": ABOVE,
    "ResponseNotRead": ABOVE,
    "StreamClosed": ABOVE,
    "StreamError": "a base class that is not raised",
}


def test_every_exception() -> None:
    check(exceptions_of(httpx), MAPPED, REASONS, failure_of)
