# SPDX-License-Identifier: MIT
"""httpx retries by oncemore.

    transport = RetryTransport(Policy(max_attempts=3), on_decision=print)
    with httpx.Client(transport=transport) as client:
        response = client.get("https://example.org/")

and `AsyncRetryTransport` with httpx.AsyncClient, on asyncio and trio. Either wraps a transport, by
default httpx's own; one whose own `retries` are on is refused, since they multiply with ours.

`proxy=`, `mounts=` and HTTP_PROXY of a client lead past its transport=, and then nothing is
retried; `verify=`, `http2=` and `limits=` do not apply to a transport that one brings. Either give
all of it to the transport that is wrapped, RetryTransport(policy, httpx.HTTPTransport(proxy=...,
verify=..., http2=True)), or set the client up as ever and `install()` the policy in it:

    client = install(httpx.Client(proxy=..., http2=True), Policy(max_attempts=3))

httpx follows redirects above its transports, and carries a request's extensions along, so that all
hops of a call share their counts, their deadline and its start. Where the policy does not follow,
TooManyRedirects is raised; the client's own max_redirects (20) stays in force. A request that is
sent again because of its authentication (401), or by the caller (`next_request`), begins a new
call. extensions={"oncemore_policy": policy} gives one request a policy of its own.

That nothing was sent is proven by the events of httpcore (extension `trace`): a connection that
failed, and no request that began to be sent before; for a pool that is full, that there was no
event, in httpx's own transport. An error of the same type that a transport of the caller's raises
proves nothing, and what is not httpcore (MockTransport, WSGI, others' transports) is not seen: the
evidence is UNKNOWN. By the same events it is seen when a transport below repeats or follows by
itself; its answer is then the call's. Of two RetryTransports the inner one decides.

The transport ends where the response begins: a body that breaks off while the caller reads it is
not retried. Bytes, text, JSON, and forms are sent again, forms with files if each of them can be
wound back; an iterable, or a file given as `content`, counts as consumed.

httpcore replaces a connection that it finds closed, or that HTTP/2 says will not process the stream
(GOAWAY), and sends the request on another; the server has not processed it. After 408 and 421 the
connection is closed, but for HTTP/2, where other requests are on it; the line does not say so then.

The wait ends at once when an asynchronous call is cancelled. httpx's time-outs are for parts of an
attempt, and each is cut to what the policy's deadline leaves.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from oncemore import Decision, Policy

from ._call import Wire
from ._drain import DRAINED, within
from ._httpx_sent import Sent, record
from ._needs import needs
from ._settings import Options, Setup

with needs("httpx", "httpx"):
    import anyio
    import httpx

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

__all__ = ["AsyncRetryTransport", "RetryTransport", "install"]


class RetryTransport(httpx.BaseTransport):
    """A transport that retries by a policy what another one sends."""

    def __init__(
        self,
        policy: Policy | None = None,
        transport: httpx.BaseTransport | None = None,
        **options: Unpack[Options],
    ) -> None:
        self._setup = Setup.of(policy, options)
        self._transport = httpx.HTTPTransport() if transport is None else transport
        self._sleep = self._setup.timing.sleep or time.sleep
        self._own = type(self._transport) is httpx.HTTPTransport
        _refuse_retries(self._transport)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        sent = Sent.of(self._setup, request)
        self._wait(sent, sent.follow())
        while True:
            response = None
            try:
                response = self._transport.handle_request(sent.next(_traced))
                decision = sent.answered(response)
                if not decision.retry:
                    return response
            except BaseException as error:
                if response is not None:
                    response.close()
                    raise
                decision = sent.failed(error, self._own)
                if not decision.retry:
                    raise
            self._wait(sent, decision.delay_seconds, response, decision)

    def _wait(
        self,
        sent: Sent,
        seconds: float,
        response: httpx.Response | None = None,
        decision: Decision | None = None,
    ) -> None:
        try:
            if response is not None and decision is not None:
                _drain(response, sent.drain_seconds(response, decision))
            if seconds:
                self._sleep(seconds)
        except BaseException as error:
            sent.call.cancelled(error)
            raise

    def __enter__(self) -> Self:
        self._transport.__enter__()
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None = None,
        exc_value: BaseException | None = None,
        traceback: TracebackType | None = None,
    ) -> None:
        self._transport.__exit__(exc_type, exc_value, traceback)

    def close(self) -> None:
        self._transport.close()


class AsyncRetryTransport(httpx.AsyncBaseTransport):
    """The same for httpx.AsyncClient."""

    def __init__(
        self,
        policy: Policy | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
        **options: Unpack[Options],
    ) -> None:
        self._setup = Setup.of(policy, options)
        self._transport = httpx.AsyncHTTPTransport() if transport is None else transport
        self._sleep = self._setup.timing.sleep or anyio.sleep
        self._own = type(self._transport) is httpx.AsyncHTTPTransport
        _refuse_retries(self._transport)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        sent = Sent.of(self._setup, request)
        await self._wait(sent, sent.follow())
        while True:
            response = None
            try:
                response = await self._transport.handle_async_request(sent.next(_traced_async))
                decision = sent.answered(response)
                if not decision.retry:
                    return response
            except BaseException as error:
                if response is not None:
                    await response.aclose()
                    raise
                decision = sent.failed(error, self._own)
                if not decision.retry:
                    raise
            await self._wait(sent, decision.delay_seconds, response, decision)

    async def _wait(
        self,
        sent: Sent,
        seconds: float,
        response: httpx.Response | None = None,
        decision: Decision | None = None,
    ) -> None:
        try:
            if response is not None and decision is not None:
                await _drain_async(response, sent.drain_seconds(response, decision))
            if seconds:
                await self._sleep(seconds)
        except BaseException as error:
            sent.call.cancelled(error)
            raise

    async def __aenter__(self) -> Self:
        await self._transport.__aenter__()
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None = None,
        exc_value: BaseException | None = None,
        traceback: TracebackType | None = None,
    ) -> None:
        await self._transport.__aexit__(exc_type, exc_value, traceback)

    async def aclose(self) -> None:
        await self._transport.aclose()


_Client = TypeVar("_Client", httpx.Client, httpx.AsyncClient)


def install(client: _Client, policy: Policy | None = None, **options: Unpack[Options]) -> _Client:
    """Makes a client retry that has been set up already, and returns it. All its transports are
    wrapped: its own, those of proxy=, mounts= and of HTTP_PROXY and its like; verify=, http2= and
    limits= stay in force. ValueError if one retries already."""
    wrap = RetryTransport if isinstance(client, httpx.Client) else AsyncRetryTransport
    made = {
        name: each and _wrapped(wrap, each, policy, options)
        for name, each in client._mounts.items()
    }
    client._transport = _wrapped(wrap, client._transport, policy, options)
    client._mounts = made
    return client


def _wrapped(wrap: Any, transport: Any, policy: Policy | None, options: Options) -> Any:
    if isinstance(transport, wrap):
        raise ValueError("the client has a RetryTransport already: take out one of the two")
    return wrap(policy, transport, **options)


def _traced(wire: Wire, theirs: Callable[[str, Any], object] | None) -> Callable[[str, Any], None]:
    """An extension `trace` that goes on to the caller's."""

    def trace(event: str, info: dict[str, Any]) -> None:
        record(wire, event, info)
        if theirs is not None:
            theirs(event, info)

    return trace


def _traced_async(
    wire: Wire, theirs: Callable[[str, Any], Awaitable[object]] | None
) -> Callable[[str, Any], Awaitable[None]]:
    async def trace(event: str, info: dict[str, Any]) -> None:
        record(wire, event, info)
        if theirs is not None:
            await theirs(event, info)

    return trace


def _drain(response: httpx.Response, seconds: float) -> None:
    """What is not read to its end in time, httpcore closes together with its connection."""
    try:
        stream = response.extensions.get("network_stream")
        sock = None if stream is None else stream.get_extra_info("socket")
        within(seconds, sock, lambda: _read(response))
    finally:
        response.close()


def _read(response: httpx.Response) -> bool:
    assert isinstance(response.stream, httpx.SyncByteStream)
    left = DRAINED
    with suppress(httpx.TransportError, OSError):
        for chunk in response.stream:
            left -= len(chunk)
            if left < 0:
                return False
        return True
    return False


async def _drain_async(response: httpx.Response, seconds: float) -> None:
    assert isinstance(response.stream, httpx.AsyncByteStream)
    left = DRAINED
    try:
        with anyio.move_on_after(seconds), suppress(httpx.TransportError):
            if seconds:
                async for chunk in response.stream:
                    left -= len(chunk)
                    if left < 0:
                        break
    finally:
        with anyio.CancelScope(shield=True):
            await response.aclose()


def _refuse_retries(transport: object) -> None:
    pool = getattr(transport, "_pool", None)
    if getattr(pool, "_retries", 0):
        raise ValueError("transport must have retries=0: httpcore's retries multiply with these")
