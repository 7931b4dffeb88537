# SPDX-License-Identifier: MIT
"""What aiohttp's errors are taken for."""

from __future__ import annotations

import asyncio
import ssl
from types import SimpleNamespace
from typing import Any

import aiohttp.client_exceptions as known
import pytest
from exceptions import check, exceptions_of, made
from multidict import CIMultiDict

import oncemore
from oncemore import Attempt, Evidence, Failure, Policy
from oncemore.adapters._aiohttp_errors import failure_of, outcome_of
from oncemore.adapters._call import Wire

KEY = SimpleNamespace(host="example", port=443, is_ssl=True, ssl=True)


def not_connected(error: type[known.ClientConnectorError], cause: OSError) -> Any:
    return error(KEY, cause)  # type: ignore[arg-type]


REFUSED = ConnectionRefusedError(111, "refused")
UNTRUSTED = known.ClientConnectorCertificateError(
    KEY, ssl.SSLCertVerificationError("unknown")  # type: ignore[arg-type]
)
MAPPED = [
    (not_connected(known.ClientConnectorError, REFUSED), Failure.CONNECT),
    (not_connected(known.ClientConnectorError, ConnectionResetError()), Failure.TLS_HANDSHAKE),
    (not_connected(known.ClientConnectorError, ConnectionAbortedError()), Failure.TLS_HANDSHAKE),
    (not_connected(known.ClientConnectorDNSError, OSError()), Failure.NAME_RESOLUTION),
    (not_connected(known.ClientProxyConnectionError, REFUSED), Failure.CONNECT),
    (known.UnixClientConnectorError("/s", KEY, REFUSED), Failure.CONNECT),  # type: ignore[arg-type]
    (not_connected(known.ClientConnectorSSLError, ssl.SSLError(1, "alert")), Failure.TLS_HANDSHAKE),
    (UNTRUSTED, Failure.TLS_CERTIFICATE),
    (known.ServerFingerprintMismatch(b"a", b"b", "example", 443), Failure.TLS_CERTIFICATE),
    (known.ConnectionTimeoutError(), Failure.CONNECT),
    (known.SocketTimeoutError(), Failure.TIMEOUT),
    (known.ServerTimeoutError(), Failure.TIMEOUT),
    (asyncio.TimeoutError(), Failure.TIMEOUT),
    (known.ClientConnectionResetError("closing"), Failure.SEND),
    (known.ClientOSError(32, "broken pipe"), Failure.SEND),
    (known.ClientOSError(104, "reset"), Failure.CONNECTION_LOST),
    (OSError(5, "input/output"), Failure.CONNECTION_LOST),
    (known.ServerDisconnectedError(), Failure.CONNECTION_LOST),
    (known.ClientPayloadError("cut"), Failure.CONNECTION_LOST),
    (made(known.ClientResponseError), Failure.BAD_RESPONSE),
    (made(known.ClientHttpProxyError), Failure.CONNECT),
    (made(known.ContentTypeError), Failure.OTHER),
    (made(known.WSServerHandshakeError), Failure.OTHER),
    (made(known.TooManyRedirects), Failure.REDIRECT_LIMIT),
    (made(known.InvalidURL, "x"), Failure.OTHER),
    (made(known.NonHttpUrlClientError, "x"), Failure.OTHER),
    (known.ClientError("unknown"), Failure.OTHER),
    (ValueError("unknown"), Failure.OTHER),
]

ABOVE = "raised above the middlewares"
REASONS = {
    "ClientConnectionError": "a base class that is not raised",
    "ClientSSLError": "a base class that is not raised",
    "InvalidUrlClientError": ABOVE,
    "InvalidUrlRedirectClientError": ABOVE,
    "NonHttpUrlRedirectClientError": ABOVE,
    "RedirectClientError": ABOVE,
    "ServerConnectionError": "a base class that is not raised",
    "UploadAbortedError": "the caller's own upload tracker has ended it",
    "WSMessageTypeError": "of a WebSocket that is open already",
}


def test_every_exception() -> None:
    check(exceptions_of(known), MAPPED, REASONS, failure_of)


class Timer:
    def __init__(self, spent: bool) -> None:
        self.spent = spent

    def assert_timeout(self) -> None:
        if self.spent:
            raise asyncio.TimeoutError


@pytest.mark.parametrize(
    "timer, failure", [(Timer(True), Failure.CANCELLED), (Timer(False), Failure.TIMEOUT)]
)
def test_the_time_out_of_the_call_is_no_failure(timer: Timer, failure: Failure) -> None:
    request: Any = SimpleNamespace(_timer=timer)
    assert outcome_of(asyncio.TimeoutError(), request, Wire()).result is failure


def test_a_proxy_that_answers_has_not_sent_the_request() -> None:
    fields = CIMultiDict({"Retry-After": "7"})
    error = known.ClientHttpProxyError(None, (), status=503, headers=fields)  # type: ignore
    wire = Wire()
    request: Any = SimpleNamespace()
    assert outcome_of(error, request, wire).evidence is Evidence.UNKNOWN  # anybody can raise it
    wire.broke(error)
    outcome = outcome_of(error, request, wire)
    assert (outcome.result, list(outcome.lines("Retry-After"))) == (503, ["7"])
    attempt = Attempt(method="POST", outcome=503, evidence=outcome.evidence)
    assert oncemore.evidence_of_attempt(Policy(), attempt) is Evidence.NEVER_SENT
