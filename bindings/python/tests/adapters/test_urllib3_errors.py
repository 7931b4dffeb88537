# SPDX-License-Identifier: MIT
"""What urllib3's errors are taken for."""

from __future__ import annotations

import http.client
import socket
import ssl

import urllib3.exceptions as known
from exceptions import check, exceptions_of, made

from oncemore import Failure
from oncemore.adapters._urllib3_errors import failure_of


def proxy_error(cause: Exception) -> known.ProxyError:
    return known.ProxyError("refused", cause)


def aborted(cause: BaseException) -> known.ProtocolError:
    return known.ProtocolError("Connection aborted.", cause)


def connect(error: Exception) -> Exception:
    """The error as it comes out of a function of this name."""
    try:
        raise error
    except Exception as raised:
        return raised


def reset() -> ConnectionResetError:
    return ConnectionResetError(104, "reset")


MAPPED = [
    (made(known.NewConnectionError), Failure.CONNECT),
    (made(known.NewConnectionError, socket.gaierror(-2, "no")), Failure.NAME_RESOLUTION),
    (made(known.ConnectTimeoutError), Failure.CONNECT),
    (made(known.EmptyPoolError), Failure.NOT_SENT),
    (made(known.ReadTimeoutError), Failure.TIMEOUT),
    (connect(made(known.ReadTimeoutError)), Failure.TLS_HANDSHAKE),
    (made(known.TimeoutError), Failure.TIMEOUT),
    (known.SSLError(ssl.SSLCertVerificationError(1, "unknown")), Failure.TLS_CERTIFICATE),
    (known.SSLError(connect(ssl.SSLError(1, "alert"))), Failure.TLS_HANDSHAKE),
    (known.SSLError(ssl.SSLError(1, "alert")), Failure.CONNECTION_LOST),
    (proxy_error(made(known.NewConnectionError)), Failure.CONNECT),
    (proxy_error(connect(OSError("Tunnel connection failed: 503"))), Failure.CONNECT),
    (proxy_error(reset()), Failure.CONNECTION_LOST),
    (aborted(reset()), Failure.CONNECTION_LOST),
    (aborted(connect(reset())), Failure.TLS_HANDSHAKE),
    (aborted(BrokenPipeError(32, "broken")), Failure.SEND),
    (aborted(http.client.RemoteDisconnected("closed")), Failure.CONNECTION_LOST),
    (aborted(http.client.BadStatusLine("x")), Failure.BAD_RESPONSE),
    (aborted(http.client.LineTooLong("header")), Failure.BAD_RESPONSE),
    (aborted(http.client.IncompleteRead(b"")), Failure.CONNECTION_LOST),
    (aborted(made(known.IncompleteRead)), Failure.CONNECTION_LOST),
    (aborted(made(known.InvalidChunkLength)), Failure.CONNECTION_LOST),
    (known.ProtocolError("cut"), Failure.CONNECTION_LOST),
    (made(known.ResponseNotChunked), Failure.CONNECTION_LOST),
    (known.DecodeError("not gzip"), Failure.BAD_RESPONSE),
    (made(known.HTTPError), Failure.OTHER),
    (ValueError("unknown"), Failure.OTHER),
]

NO_REQUEST = "raised before there is a request, or after the response: nothing to retry"
REASONS = {
    "BodyNotHttplibCompatible": NO_REQUEST,
    "ClosedPoolError": NO_REQUEST,
    "FullPoolError": NO_REQUEST,
    "HostChangedError": NO_REQUEST,
    "IncompleteRead": "wrapped in a ProtocolError",
    "InvalidChunkLength": "wrapped in a ProtocolError",
    "InvalidHeader": NO_REQUEST,
    "LocationParseError": NO_REQUEST,
    "LocationValueError": NO_REQUEST,
    "ProxySchemeUnknown": NO_REQUEST,
    "ProxySchemeUnsupported": NO_REQUEST,
    "TimeoutStateError": NO_REQUEST,
    "URLSchemeUnknown": NO_REQUEST,
    "UnrewindableBodyError": NO_REQUEST,
    "HeaderParsingError": "urllib3 logs it and goes on",
    "HTTPVersionNotSupported": "of an HTTP/2 that is not there yet",
    "MaxRetryError": "made by a Retry when it stops",
    "NameResolutionError": "as NewConnectionError; its cause is asked for",
    "PoolError": "a base class that is not raised",
    "RequestError": "a base class that is not raised",
    "ResponseError": "the reason in a MaxRetryError",
}


def test_every_exception() -> None:
    check(exceptions_of(known), MAPPED, REASONS, failure_of)
