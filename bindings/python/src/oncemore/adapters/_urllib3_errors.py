# SPDX-License-Identifier: MIT
"""What urllib3's errors say of an attempt."""

from __future__ import annotations

import socket
import ssl
from http.client import HTTPException, IncompleteRead, RemoteDisconnected
from types import TracebackType
from typing import TYPE_CHECKING

import oncemore
from oncemore import Evidence, Failure

from ._call import Outcome, Wire, causes_of
from ._needs import needs
from ._urllib3_response import lines_of

with needs("urllib3", "urllib3"):
    from urllib3 import HTTPResponse
    from urllib3.exceptions import (
        ConnectTimeoutError,
        DecodeError,
        EmptyPoolError,
        NewConnectionError,
        ProtocolError,
        ProxyError,
        SSLError,
        TimeoutError,
    )

if TYPE_CHECKING:
    from urllib3 import BaseHTTPResponse


def outcome_of(
    response: BaseHTTPResponse | None,
    error: Exception | None,
    traceback: TracebackType | None,
    wire: Wire,
) -> Outcome:
    """How an attempt ended, of which urllib3 shows a response, or an error with its traceback."""
    response = response or _response_broken_off(traceback)
    if response is not None:
        renewable = wire.connection is not None or getattr(response, "connection", None) is not None
        lines = lines_of(response)
        return Outcome(response.status, lines, error, response, renewable=renewable)
    if wire.proxy is not None and wire.saw(error):
        # The proxy answered, but what it was asked for was a tunnel.
        status, lines = wire.proxy
        return Outcome(status, lines, error, evidence=Evidence.NEVER_SENT)
    failure = Failure.OTHER if error is None else failure_of(error, traceback)
    return Outcome(failure, error=error, evidence=wire.evidence(failure, error))


def failure_of(error: BaseException, traceback: TracebackType | None = None) -> Failure:
    """What an attempt that ended with `error` failed of. An error that broke out of connect(), as
    the tracebacks show, has sent nothing, however urllib3 calls it."""
    causes = list(causes_of(error))
    tracebacks = [traceback, *(cause.__traceback__ for cause in causes)]
    connecting = any(_passed("connect", each) for each in tracebacks)
    if any(isinstance(cause, socket.gaierror) for cause in causes):
        return Failure.NAME_RESOLUTION
    if any(isinstance(cause, ssl.SSLCertVerificationError) for cause in causes):
        return Failure.TLS_CERTIFICATE
    if isinstance(error, ProxyError):
        return _failure_of_proxy(error.original_error, connecting)
    if isinstance(error, (ConnectTimeoutError, NewConnectionError)):
        return Failure.CONNECT
    if isinstance(error, EmptyPoolError):
        return Failure.NOT_SENT
    if connecting and isinstance(error, (SSLError, ProtocolError, TimeoutError)):
        return Failure.TLS_HANDSHAKE
    if isinstance(error, TimeoutError):
        return Failure.TIMEOUT
    if isinstance(error, SSLError):
        return Failure.CONNECTION_LOST
    if isinstance(error, ProtocolError):
        return _failure_of_protocol(causes)
    return Failure.BAD_RESPONSE if isinstance(error, DecodeError) else Failure.OTHER


def _response_broken_off(traceback: TracebackType | None) -> BaseHTTPResponse | None:
    """The response whose body broke off. urllib3 reads a body before it shows the response, but the
    traceback has it. A status that was read counts, unless it is a success that nobody can see."""
    while traceback is not None:
        reader = traceback.tb_frame.f_locals.get("self")
        if isinstance(reader, HTTPResponse):
            return None if oncemore.is_success(reader.status) else reader
        traceback = traceback.tb_next
    return None


def _failure_of_proxy(error: BaseException, connecting: bool) -> Failure:
    """urllib3 1.26 gives this name to whatever breaks behind a proxy, also after the request."""
    unopened = isinstance(error, (ConnectTimeoutError, NewConnectionError))
    return Failure.CONNECT if connecting or unopened else Failure.CONNECTION_LOST


def _failure_of_protocol(causes: list[BaseException]) -> Failure:
    """ProtocolError wraps what the socket or http.client said."""
    for cause in causes:
        if isinstance(cause, BrokenPipeError):
            return Failure.SEND
        if isinstance(cause, (RemoteDisconnected, IncompleteRead, OSError)):
            return Failure.CONNECTION_LOST
        if isinstance(cause, HTTPException):
            return Failure.BAD_RESPONSE
    return Failure.CONNECTION_LOST


def _passed(function: str, traceback: TracebackType | None) -> bool:
    while traceback is not None:
        if traceback.tb_frame.f_code.co_name == function:
            return True
        traceback = traceback.tb_next
    return False
