# SPDX-License-Identifier: MIT
"""aiohttp retries by oncemore, from aiohttp 3.12 on, which has client middlewares.

    retry = RetryMiddleware(Policy(max_attempts=3), on_decision=print)
    async with aiohttp.ClientSession(middlewares=[retry]) as session:
        async with session.get("https://example.org/") as response: ...

Put it first, so that the other middlewares (authentication, logging) see each attempt. aiohttp
follows redirects outside its middlewares and does not tell them which requests belong together;
they are known by the list of trace objects that aiohttp makes for a call and hands to each of its
requests, among which the middleware puts one of its own. So all hops share their counts, their
deadline and its start. Where the policy does not follow, TooManyRedirects is raised; the request's
own max_redirects (10) stays in force.

aiohttp by itself sends an idempotent request once more when a connection is lost. It cannot be told
not to, but it asks the middleware again; that answers with the error that it had given up on, and
nothing is sent. A WebSocket handshake is retried like any GET.

That nothing was sent is proven by the request's send(), which was not called, and by the traceback
of the error, which comes out of connecting this very request. The same error of a body, of a
middleware in between, or of a request that such a middleware makes, proves nothing: the evidence
is UNKNOWN. What cannot be seen: an error that a middleware raises in its place.

A middleware below that repeats or follows by itself is seen, since send() is called once more, or
what it returns is the response to another request; that response is then the call's. A second
request after a 401 is authentication, and no repetition. Of two RetryMiddlewares the inner one
decides. A middleware outside that calls its handler once more begins a new call.

The middleware ends where the response begins: a body that breaks off while the caller reads it is
not retried. Bytes, text, JSON, forms and files that can be wound back are sent again; an
asynchronous iterable is consumed as soon as its first octet was asked for.

The wait ends at once when the task is cancelled, or when ClientTimeout(total=...), which is for the
whole call, has passed: both are `cancelled`. A time-out of sock_read or sock_connect is one of the
attempt and may be retried, and so is what the policy's deadline leaves of it.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

import oncemore
from oncemore import Body, Decision, Note, Policy

from ._aiohttp_errors import outcome_of
from ._aiohttp_mark import Mark, ReusedConnection
from ._call import Call, Lines, Outcome, Request, Wire, attach
from ._drain import DRAINED, drain_seconds
from ._needs import needs
from ._settings import Options, Setup

with needs("aiohttp 3.12 or later", "aiohttp"):
    import aiohttp
    from aiohttp import ClientHandlerType, ClientRequest, ClientResponse

# asyncio's own from Python 3.11 on; before, what aiohttp itself takes.
_TIME_OUT = asyncio if sys.version_info >= (3, 11) else import_module("async_timeout")
time_out: Callable[[float | None], Any] = getattr(_TIME_OUT, "timeout")

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["RetryMiddleware"]


class RetryMiddleware:
    """A client middleware that retries by a policy. It may serve any number of sessions."""

    def __init__(self, policy: Policy | None = None, **options: Unpack[Options]) -> None:
        self._setup = Setup.of(policy, options)
        self._sleep = self._setup.timing.sleep or asyncio.sleep

    async def __call__(self, request: ClientRequest, handler: ClientHandlerType) -> ClientResponse:
        mark = Mark.of(request, self)
        running = mark.running = _running(mark, self._setup, request)
        mark.active = True
        try:
            return await self._run(running, request, handler)
        finally:
            mark.active = False

    async def _run(
        self, running: _Running, request: ClientRequest, handler: ClientHandlerType
    ) -> ClientResponse:
        await self._wait(running, running.follow(request))
        while True:
            response = None
            try:
                response = await running.send(request, handler)
                decision = running.answered(request, response)
                if not decision.retry:
                    return response
            except BaseException as error:
                if response is not None:
                    response.close()
                    raise
                decision = running.failed(request, error)
                if not decision.retry:
                    raise
            await self._wait(running, decision.delay_seconds, response, decision)
            await request.close()

    async def _wait(
        self,
        running: _Running,
        seconds: float,
        response: ClientResponse | None = None,
        decision: Decision | None = None,
    ) -> None:
        try:
            if response is not None and decision is not None:
                ends = Note.NEW_CONNECTION in decision.notes
                await _drain(response, 0.0 if ends else drain_seconds(running.call))
            if seconds:
                await self._sleep(seconds)
        except BaseException as error:
            running.call.cancelled(error)
            raise


def _running(mark: Mark, setup: Setup, request: ClientRequest) -> _Running:
    """The call that the request goes on with; a new one, if aiohttp was not the one to go on."""
    before = mark.running
    goes_on = before is not None and before.request is not request and before.goes_on
    return _Running(
        before.call if goes_on else Call(setup), request, mark, before if goes_on else None
    )


class _Running:
    """A request of a call, and how it ended: in a response, which may redirect, or in an error."""

    def __init__(
        self, call: Call, request: ClientRequest, mark: Mark, before: _Running | None
    ) -> None:
        self.call = call
        self.request = request
        self._mark = mark
        self._before = before
        self._redirect: ClientResponse | None = None
        self._error: Exception | None = None
        self._wire = Wire()
        self._refused: Any = None

    @property
    def goes_on(self) -> bool:
        return self._redirect is not None or self._error is not None

    def follow(self, request: ClientRequest) -> float:
        """Seconds to wait before the request if it is a hop. If it is aiohttp's own retry, there is
        nothing to be sent."""
        before, self._before = self._before, None
        if before is None or self.call.layered:
            return 0.0
        if before._error is not None:
            self._error = before._error
            raise before._error
        response = before._redirect
        assert response is not None
        facts, lines = _facts(request), _lines(response)
        answer = self.call.follow(response.status, response.method, facts, lines)
        if not answer.follow:
            message = f"redirect not followed: {answer.reason}"
            error = aiohttp.TooManyRedirects(
                response.request_info, (response,), status=response.status, message=message
            )
            attach(self.call, error)
            raise error
        return answer.delay_seconds

    async def send(self, request: ClientRequest, handler: ClientHandlerType) -> ClientResponse:
        """One attempt, within what the deadline leaves."""
        self._wire = self._mark.watch(request)
        names = self.call.fields(request.method, request.headers)
        request.headers.update(names)
        left = self.call.time_left()
        if left == 0:
            error = aiohttp.ConnectionTimeoutError(
                "too late: the deadline passed before this attempt"
            )
            self._wire.broke(error)
            raise error
        while True:
            try:
                async with time_out(left):
                    return await handler(request)
            except ReusedConnection:
                continue

    def failed(self, request: ClientRequest, error: BaseException) -> Decision:
        if self.call.layered:
            self._error = error if isinstance(error, Exception) else None
            return Decision()
        if not isinstance(error, Exception):
            self.call.cancelled(error, _facts(request))
            return Decision()
        outcome = outcome_of(error, request, self._wire)
        decide = self.call.repeated if self._wire.repeated else self.call.ended
        decision = decide(_facts(request), outcome)
        if not decision.retry:
            attach(self.call, error)
            self._error = error
        return decision

    def answered(self, request: ClientRequest, response: ClientResponse) -> Decision:
        redirect = oncemore.is_followable(response.status) and _has_target(response)
        if self.call.layered:
            self._redirect = response if redirect else None
            return Decision()
        outcome = Outcome(
            response.status,
            _lines(response),
            response=response,
            renewable=True,
            followable=redirect,
        )
        repeated = self._wire.repeated or self._is_of_another(response)
        decide = self.call.repeated if repeated else self.call.ended
        decision = decide(_facts(request), outcome)
        if not decision.retry:
            attach(self.call, response)
            self._redirect = response if redirect else None
        elif Note.NEW_CONNECTION in decision.notes:
            self._mark.refuse(self._wire.connection)
        return decision

    def _is_of_another(self, response: ClientResponse) -> bool:
        """Whether a middleware below returns the response to another request than it sent."""
        own = self._wire.response
        if own is None or own is response or not isinstance(response, ClientResponse):
            return False
        return self._wire.answered(response.status)


def _has_target(response: ClientResponse) -> bool:
    return "Location" in response.headers or "URI" in response.headers


def _facts(request: ClientRequest) -> Request:
    body, url = _body_of(request.body), str(request.url)
    return Request(request.method, body, tuple(request.headers), url, request)


def _body_of(body: Any) -> Body:
    """aiohttp winds back what it can and says when that is impossible. The first 3.12 did not say
    so; there only what is in memory is known to be there still."""
    consumed = getattr(body, "consumed", not isinstance(body, (bytes, aiohttp.BytesPayload)))
    return Body.CONSUMED if consumed else Body.REPLAYABLE


def _lines(response: ClientResponse) -> Lines:
    return lambda name: response.headers.getall(name, [])


async def _drain(response: ClientResponse, seconds: float) -> None:
    """What is read to its end in time gives its connection back by itself; else it is closed."""
    left = DRAINED
    try:
        if seconds:
            async with time_out(seconds):
                while left > 0 and not response.content.at_eof():
                    left -= len(await response.content.read(left))
    except (aiohttp.ClientError, asyncio.TimeoutError):
        pass
    finally:
        response.close()
