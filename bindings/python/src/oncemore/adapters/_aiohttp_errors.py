# SPDX-License-Identifier: MIT
"""What aiohttp's errors say of an attempt."""

from __future__ import annotations

import asyncio
import errno
from typing import Any

from oncemore import Evidence, Failure

from ._call import Outcome, Wire, no_lines
from ._needs import needs

with needs("aiohttp 3.12 or later", "aiohttp"):
    import aiohttp

_CONNECTS = "_connect_and_send_request"

# The most derived class that an error has decides.
_FAILURES: dict[type[BaseException], Failure] = {
    aiohttp.ClientConnectorDNSError: Failure.NAME_RESOLUTION,
    aiohttp.ClientConnectorCertificateError: Failure.TLS_CERTIFICATE,
    aiohttp.ServerFingerprintMismatch: Failure.TLS_CERTIFICATE,
    aiohttp.ClientConnectorSSLError: Failure.TLS_HANDSHAKE,
    aiohttp.ClientConnectorError: Failure.CONNECT,
    aiohttp.ConnectionTimeoutError: Failure.CONNECT,
    aiohttp.ServerTimeoutError: Failure.TIMEOUT,
    asyncio.TimeoutError: Failure.TIMEOUT,
    aiohttp.ClientConnectionResetError: Failure.SEND,
    aiohttp.ServerDisconnectedError: Failure.CONNECTION_LOST,
    aiohttp.ClientPayloadError: Failure.CONNECTION_LOST,
    aiohttp.ClientOSError: Failure.CONNECTION_LOST,
    OSError: Failure.CONNECTION_LOST,
    aiohttp.ClientHttpProxyError: Failure.CONNECT,
    aiohttp.TooManyRedirects: Failure.REDIRECT_LIMIT,
    aiohttp.WSServerHandshakeError: Failure.OTHER,
    aiohttp.ContentTypeError: Failure.OTHER,
    aiohttp.ClientResponseError: Failure.BAD_RESPONSE,
}


def outcome_of(error: Exception, request: aiohttp.ClientRequest, wire: Wire) -> Outcome:
    """How an attempt ended that ended with `error`."""
    if not wire.sent and _came_out_of_connecting(error, request):
        wire.broke(error)
    if isinstance(error, aiohttp.ClientHttpProxyError) and wire.saw(error):
        # The proxy answered, but what it was asked for was a tunnel.
        headers = error.headers
        lines = no_lines if headers is None else (lambda name: headers.getall(name, []))
        return Outcome(error.status, lines, error, evidence=Evidence.NEVER_SENT)
    failure = failure_of(error, getattr(request, "_timer", None))
    return Outcome(failure, error=error, evidence=wire.evidence(failure, error))


def _came_out_of_connecting(error: Exception, request: aiohttp.ClientRequest) -> bool:
    """Whether the error was raised in aiohttp's own function that connects and then sends this
    request, as its traceback shows. A middleware in between, or a request of its own that it makes,
    can raise the same error elsewhere."""
    traceback = error.__traceback__
    while traceback is not None:
        frame = traceback.tb_frame
        if (
            frame.f_code.co_name == _CONNECTS
            and frame.f_globals.get("__name__") == "aiohttp.client"
        ):
            return frame.f_locals.get("req") is request
        traceback = traceback.tb_next
    return False


def failure_of(error: BaseException, timer: Any = None) -> Failure:
    """What an attempt that ended with `error` failed of. `timer` is the one of the whole call."""
    if isinstance(error, asyncio.TimeoutError) and _is_spent(timer):
        return Failure.CANCELLED
    if isinstance(error, OSError) and error.errno == errno.EPIPE:
        return Failure.SEND
    found = (_FAILURES[each] for each in type(error).__mro__ if each in _FAILURES)
    failure = next(found, Failure.OTHER)
    return Failure.TLS_HANDSHAKE if failure is Failure.CONNECT and _was_lost(error) else failure


def _was_lost(error: BaseException) -> bool:
    """A connection that was never made cannot be lost: it was made, and lost in the handshake."""
    cause = getattr(error, "os_error", None)
    return isinstance(cause, (ConnectionResetError, ConnectionAbortedError))


def _is_spent(timer: Any) -> bool:
    try:
        timer.assert_timeout()
    except asyncio.TimeoutError:
        return True
    except AttributeError:  # there is no limit for the call
        return False
    return False
