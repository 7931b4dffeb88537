# SPDX-License-Identifier: MIT
"""What httpx's errors say of an attempt. They are httpcore's in other clothes; what broke is found
among their causes."""

from __future__ import annotations

import socket
import ssl
import sys

from oncemore import Evidence, Failure

from ._call import Outcome, Wire, causes_of
from ._needs import needs

with needs("httpx", "httpx"):
    import h11
    import httpx

_REFUSED_STREAM = 0x7  # RFC 9113 7
_HTTP_1_1_REQUIRED = 0xD

# The most derived class that an error has decides.
_FAILURES: dict[type[BaseException], Failure] = {
    httpx.ConnectTimeout: Failure.CONNECT,
    httpx.PoolTimeout: Failure.NOT_SENT,
    httpx.ReadTimeout: Failure.TIMEOUT,
    httpx.WriteTimeout: Failure.TIMEOUT,
    httpx.TimeoutException: Failure.TIMEOUT,
    httpx.ReadError: Failure.CONNECTION_LOST,
    httpx.CloseError: Failure.CONNECTION_LOST,
    httpx.WriteError: Failure.SEND,
    httpx.ProxyError: Failure.CONNECT,
    httpx.DecodingError: Failure.BAD_RESPONSE,
    httpx.TooManyRedirects: Failure.REDIRECT_LIMIT,
}


def outcome_of(error: Exception, wire: Wire) -> Outcome:
    """How an attempt ended that ended with `error`, by what was seen on the wire."""
    if wire.proxy is not None and not wire.sent and isinstance(error, httpx.ProxyError):
        # The proxy answered, but what it was asked for was a tunnel.
        status, lines = wire.proxy
        return Outcome(status, lines, error, evidence=Evidence.NEVER_SENT)
    failure = failure_of(error)
    return Outcome(failure, error=error, evidence=wire.evidence(failure, error))


def failure_of(error: BaseException) -> Failure:
    """What an attempt that ended with `error` failed of."""
    causes = list(causes_of(error))
    if isinstance(error, httpx.ConnectError):
        return _failure_to_connect(causes)
    if isinstance(error, httpx.RemoteProtocolError):
        return _failure_of_protocol(causes)
    found = (_FAILURES[each] for each in type(error).__mro__ if each in _FAILURES)
    return next(found, Failure.OTHER)


def _failure_to_connect(causes: list[BaseException]) -> Failure:
    for cause in causes:
        if isinstance(cause, socket.gaierror):
            return Failure.NAME_RESOLUTION
        if isinstance(cause, ssl.SSLCertVerificationError):
            return Failure.TLS_CERTIFICATE
        if isinstance(cause, ssl.SSLError):
            return Failure.TLS_HANDSHAKE
    return Failure.CONNECT


def _failure_of_protocol(causes: list[BaseException]) -> Failure:
    """httpcore hands over what h11 refused, or the frame that ended an HTTP/2 stream."""
    for cause in causes:
        if any(_code_of(event) == _HTTP_1_1_REQUIRED for event in cause.args):
            return Failure.OTHER  # the same version will never do
        if any(map(_is_unprocessed, cause.args)):
            return Failure.REJECTED
        if isinstance(cause, h11.RemoteProtocolError):
            return Failure.BAD_RESPONSE
    return Failure.CONNECTION_LOST


def _is_unprocessed(frame: object) -> bool:
    """RFC 9113 8.7: REFUSED_STREAM, or a GOAWAY whose last stream is before ours. One that names an
    earlier stream httpcore obeys by itself, so that what is left here is 0: none was processed."""
    events = sys.modules.get("h2.events")
    if events is None:  # httpx speaks HTTP/2 only where h2 is installed
        return False
    if isinstance(frame, events.StreamReset):
        return bool(frame.error_code == _REFUSED_STREAM)
    return isinstance(frame, events.ConnectionTerminated) and frame.last_stream_id == 0


def _code_of(event: object) -> int | None:
    """Of a frame that ended a stream or the connection."""
    code = getattr(event, "error_code", None)
    return int(code) if isinstance(code, int) else None
