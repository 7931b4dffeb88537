# SPDX-License-Identifier: MIT
"""aiohttp retries by oncemore, from aiohttp 3.12 on, which has client middlewares.

    retry = RetryMiddleware(Policy(max_attempts=3), on_decision=print)
    async with aiohttp.ClientSession(middlewares=[retry]) as session:
        async with session.get("https://example.org/") as response: ...

Put it first, so that the other middlewares (authentication, logging) see each attempt. aiohttp
follows redirects outside its middlewares and does not tell them which requests belong together;
they are known by the list of trace objects that aiohttp makes for a call and hands to each of its
requests. So all hops share their counts, their deadline and its start. Where the policy does not
follow, TooManyRedirects is raised; the request's own max_redirects (10) stays in force.

aiohttp by itself sends an idempotent request once more when a connection is lost. It cannot be told
not to, but it asks the middleware again; that answers with the error that it had given up on, and
nothing is sent. A WebSocket handshake is retried like any GET.

The middleware ends where the response begins: a body that breaks off while the caller reads it is
not retried. Bytes, text, JSON, forms and files that can be wound back are sent again; an
asynchronous iterable is consumed as soon as its first octet was asked for.

The wait ends at once when the task is cancelled, or when ClientTimeout(total=...), which is for the
whole call, has passed: both are `cancelled`. A time-out of sock_read or sock_connect is one of the
attempt and may be retried.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from oncemore import Body, Decision, Policy

from ._aiohttp_errors import outcome_of
from ._call import DRAINED, Call, Options, Outcome, Request, Setup, attach
from ._needs import needs

with needs("aiohttp 3.12 or later", "aiohttp"):
    import aiohttp
    from aiohttp import ClientHandlerType, ClientRequest, ClientResponse

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["RetryMiddleware"]


class RetryMiddleware:
    """A client middleware that retries by a policy. It may serve any number of sessions."""

    def __init__(
        self,
        policy: Policy | None = None,
        *,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        **options: Unpack[Options],
    ) -> None:
        self._setup = Setup.of(policy, options)
        self._sleep = sleep
        self._running: ContextVar[_Running | None] = ContextVar("oncemore_aiohttp", default=None)

    async def __call__(self, request: ClientRequest, handler: ClientHandlerType) -> ClientResponse:
        running = self._running_call(request)
        await self._wait(running, running.follow(request))
        while True:
            request.headers.update(running.call.attempt_field())
            response = None
            try:
                response = await handler(request)
            except BaseException as error:
                decision = running.failed(request, error)
                if not decision.retry:
                    raise
            else:
                decision = running.answered(request, response)
                if not decision.retry:
                    return response
            await self._wait(running, decision.delay_seconds, response)
            await request.close()
            running.call.sends_again(decision)

    def _running_call(self, request: ClientRequest) -> _Running:
        """The call that the request belongs to; a new one, unless this task's last one goes on."""
        mark = getattr(request, "_traces", None)
        running = self._running.get()
        if running is None or mark is None or running.mark is not mark:
            running = _Running(Call(self._setup), mark)
            self._running.set(running)
        return running

    async def _wait(
        self, running: _Running, seconds: float, response: ClientResponse | None = None
    ) -> None:
        try:
            if response is not None:
                await _drain(response)
            if seconds:
                await self._sleep(seconds)
        except BaseException as error:
            running.call.cancelled(error)
            raise


class _Running:
    """A call, and how its last request ended: in a response, which may redirect, or in an error."""

    def __init__(self, call: Call, mark: object) -> None:
        self.call = call
        self.mark = mark
        self._response: ClientResponse | None = None
        self._error: Exception | None = None

    def follow(self, request: ClientRequest) -> float:
        """Seconds to wait before the request if it is a hop. If it is aiohttp's own retry, there is
        nothing to be sent."""
        if self._error is not None:
            raise self._error
        if self._response is None:
            return 0.0
        response, self._response = self._response, None
        facts, lines = _facts(request), _retry_after(response)
        answer = self.call.follow(response.status, response.method, facts, lines)
        if not answer.follow:
            message = f"redirect not followed: {answer.reason}"
            error = aiohttp.TooManyRedirects(
                response.request_info, (response,), status=response.status, message=message
            )
            attach(self.call, error)
            raise error
        return answer.delay_seconds

    def failed(self, request: ClientRequest, error: BaseException) -> Decision:
        if not isinstance(error, Exception):
            self.call.cancelled(error, _facts(request))
            return Decision()
        decision = self.call.ended(_facts(request), outcome_of(error, request))
        if not decision.retry:
            attach(self.call, error)
            self._error = error
        return decision

    def answered(self, request: ClientRequest, response: ClientResponse) -> Decision:
        outcome = Outcome(response.status, _retry_after(response))
        decision = self.call.ended(_facts(request), outcome)
        if not decision.retry:
            attach(self.call, response)
            self._response = response
        return decision


def _facts(request: ClientRequest) -> Request:
    return Request(request.method, _body_of(request.body), tuple(request.headers))


def _body_of(body: Any) -> Body:
    """aiohttp winds back what it can and says when that is impossible. The first 3.12 did not say
    so; there only what is in memory is known to be there still."""
    consumed = getattr(body, "consumed", not isinstance(body, (bytes, aiohttp.BytesPayload)))
    return Body.CONSUMED if consumed else Body.REPLAYABLE


def _retry_after(response: ClientResponse) -> list[str]:
    return response.headers.getall("Retry-After", [])


async def _drain(response: ClientResponse) -> None:
    left = DRAINED
    try:
        while left > 0 and not response.content.at_eof():
            left -= len(await response.content.read(left))
    except (aiohttp.ClientError, asyncio.TimeoutError):
        response.close()
    response.release()
