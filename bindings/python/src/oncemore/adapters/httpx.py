# SPDX-License-Identifier: MIT
"""httpx retries by oncemore.

    transport = RetryTransport(Policy(max_attempts=3), on_decision=print)
    with httpx.Client(transport=transport) as client:
        response = client.get("https://example.org/")

and `AsyncRetryTransport` with httpx.AsyncClient, on asyncio and trio. Either wraps a transport, by
default httpx's own; one whose own `retries` are on is refused, since they multiply with ours.

httpx follows redirects above its transports, and carries a request's extensions along, so that all
hops of a call share their counts, their deadline and its start. Where the policy does not follow,
TooManyRedirects is raised; the client's own max_redirects (20) stays in force. A request that is
sent again because of its authentication (401), or by the caller, begins a new call.

The transport ends where the response begins: a body that breaks off while the caller reads it is
not retried. Bytes, text, JSON, and forms are sent again, forms with files if each of them can be
wound back; an iterable, or a file given as `content`, counts as consumed.

httpcore replaces a connection that it finds closed, or that HTTP/2 says will not process the stream
(GOAWAY), and sends the request on another; the server has not processed it.

The wait ends at once when an asynchronous call is cancelled. httpx's time-outs are for parts of an
attempt; what bounds the call is the policy's deadline, or asyncio.timeout().
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import TYPE_CHECKING

from oncemore import Policy

from ._call import DRAINED, Options, Setup
from ._httpx_sent import Sent
from ._needs import needs

with needs("httpx", "httpx"):
    import anyio
    import httpx

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

__all__ = ["AsyncRetryTransport", "RetryTransport"]


class RetryTransport(httpx.BaseTransport):
    """A transport that retries by a policy what another one sends."""

    def __init__(
        self,
        policy: Policy | None = None,
        transport: httpx.BaseTransport | None = None,
        *,
        sleep: Callable[[float], object] = time.sleep,
        **options: Unpack[Options],
    ) -> None:
        self._setup = Setup.of(policy, options)
        self._transport = httpx.HTTPTransport() if transport is None else transport
        self._sleep = sleep
        _refuse_retries(self._transport)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        sent = Sent.of(self._setup, request)
        self._wait(sent, sent.follow())
        while True:
            sent.number()
            response = None
            try:
                response = self._transport.handle_request(request)
            except BaseException as error:
                decision = sent.failed(error)
                if not decision.retry:
                    raise
            else:
                decision = sent.answered(response)
                if not decision.retry:
                    return response
            self._wait(sent, decision.delay_seconds, response)
            sent.call.sends_again(decision)

    def _wait(self, sent: Sent, seconds: float, response: httpx.Response | None = None) -> None:
        try:
            if response is not None:
                _drain(response)
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
        *,
        sleep: Callable[[float], Awaitable[object]] = anyio.sleep,
        **options: Unpack[Options],
    ) -> None:
        self._setup = Setup.of(policy, options)
        self._transport = httpx.AsyncHTTPTransport() if transport is None else transport
        self._sleep = sleep
        _refuse_retries(self._transport)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        sent = Sent.of(self._setup, request)
        await self._wait(sent, sent.follow())
        while True:
            sent.number()
            response = None
            try:
                response = await self._transport.handle_async_request(request)
            except BaseException as error:
                decision = sent.failed(error)
                if not decision.retry:
                    raise
            else:
                decision = sent.answered(response)
                if not decision.retry:
                    return response
            await self._wait(sent, decision.delay_seconds, response)
            sent.call.sends_again(decision)

    async def _wait(
        self, sent: Sent, seconds: float, response: httpx.Response | None = None
    ) -> None:
        try:
            if response is not None:
                await _drain_async(response)
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


def _drain(response: httpx.Response) -> None:
    assert isinstance(response.stream, httpx.SyncByteStream)
    left = DRAINED
    try:
        for chunk in response.stream:
            left -= len(chunk)
            if left < 0:
                break
    except httpx.TransportError:
        return
    finally:
        response.close()


async def _drain_async(response: httpx.Response) -> None:
    assert isinstance(response.stream, httpx.AsyncByteStream)
    left = DRAINED
    try:
        async for chunk in response.stream:
            left -= len(chunk)
            if left < 0:
                break
    except httpx.TransportError:
        return
    finally:
        await response.aclose()


def _refuse_retries(transport: object) -> None:
    pool = getattr(transport, "_pool", None)
    if getattr(pool, "_retries", 0):
        raise ValueError("transport must have retries=0: httpcore's retries multiply with these")
