# SPDX-License-Identifier: MIT
"""What aiohttp's errors say of an attempt."""

from __future__ import annotations

import asyncio
import errno
from typing import Any

from oncemore import Evidence, Failure

from ._call import Outcome
from ._needs import needs

with needs("aiohttp 3.12 or later", "aiohttp"):
    import aiohttp

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


def outcome_of(error: Exception, request: aiohttp.ClientRequest) -> Outcome:
    """How an attempt that ended with `error` ended."""
    if isinstance(error, aiohttp.ClientHttpProxyError):
        # The proxy answered, but what it was asked for was a tunnel.
        lines = error.headers.getall("Retry-After", []) if error.headers else []
        return Outcome(error.status, lines, error, Evidence.NEVER_SENT)
    return Outcome(failure_of(error, getattr(request, "_timer", None)), error=error)


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
