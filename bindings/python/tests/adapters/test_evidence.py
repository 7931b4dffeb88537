# SPDX-License-Identifier: MIT
"""An order is sent again after an error only where the adapter saw itself that nothing of it left.
What a user's own code below raises has the same type, and proves nothing."""

from __future__ import annotations

import asyncio
import io
import socket
from collections.abc import Iterator
from typing import Any

import aiohttp
import httpx
import pytest
import requests
import urllib3
from stub import Stub
from urllib3.exceptions import EmptyPoolError, NewConnectionError

import oncemore
from oncemore import Backoff, Evidence, Failure, Policy, Reason
from oncemore.adapters import Decided, Timing, call_of
from oncemore.adapters.aiohttp import RetryMiddleware
from oncemore.adapters.httpx import AsyncRetryTransport, RetryTransport
from oncemore.adapters.requests import RetryAdapter
from oncemore.adapters.urllib3 import PoolManager, Retry
from scenario_call import Answer, ScenarioCall
from scenario_clients import CLIENTS

QUICK = Policy(max_attempts=3, backoff=Backoff(initial=0.01))


@pytest.fixture
def closed() -> Iterator[str]:
    """A port where nobody listens."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{held.getsockname()[1]}/"


def only(decided: list[Decided] | tuple[Decided, ...], failure: Failure) -> None:
    """One attempt, of which nobody knows what became."""
    assert [each.decision.reason for each in decided] == [Reason.MAYBE_PROCESSED]
    assert decided[0].attempt.outcome is failure
    assert oncemore.evidence_of_attempt(QUICK, decided[0].attempt) is Evidence.UNKNOWN


@pytest.mark.parametrize("client", CLIENTS)
def test_an_order_that_was_not_sent_is_sent_again(client: str, closed: str) -> None:
    answer: Answer = CLIENTS[client](ScenarioCall("POST", closed, {"body": "replayable:10"}, QUICK))
    outcomes = [each.attempt.outcome for each in answer.decided]
    assert outcomes == [Failure.CONNECT] * 3
    assert answer.decided[-1].decision.reason is Reason.ATTEMPTS_EXHAUSTED


class Body(io.BytesIO):
    """A file that can be wound back, and fails when it has been read in part."""

    def __init__(self, error: Exception) -> None:
        super().__init__(b"x" * 40000)
        self.error = error

    def read(self, size: int | None = -1, /) -> bytes:
        if self.tell() > 0:
            raise self.error
        return super().read(10)


SAME = [
    (ConnectionRefusedError(111, "the database is down"), Failure.CONNECTION_LOST),
    (NewConnectionError(None, "elsewhere"), Failure.CONNECT),  # type: ignore[arg-type]
    (urllib3.exceptions.ConnectTimeoutError("elsewhere"), Failure.CONNECT),
]


@pytest.mark.parametrize("error, failure", SAME)
@pytest.mark.parametrize("manager", [PoolManager, urllib3.PoolManager])
def test_a_body_of_urllib3_that_fails(
    manager: Any, error: Exception, failure: Failure, stub: Stub
) -> None:
    seen: list[Decided] = []
    with manager(retries=Retry(QUICK, on_decision=seen.append)) as http:
        with pytest.raises(urllib3.exceptions.HTTPError):
            http.request("POST", stub.play("/a", 200), body=Body(error))
    only(seen, failure)


def test_a_body_of_urllib3_that_waits_for_another_pool(stub: Stub) -> None:
    seen: list[Decided] = []
    with PoolManager(retries=Retry(QUICK, on_decision=seen.append)) as http:
        with pytest.raises(EmptyPoolError):
            body = Body(EmptyPoolError(None, "theirs"))  # type: ignore[arg-type]
            http.request("POST", stub.play("/a", 200), body=body)
    only(seen, Failure.NOT_SENT)


def test_a_connection_of_the_user_that_raises(stub: Stub) -> None:
    class Connection(urllib3.connection.HTTPConnection):
        def getresponse(self) -> Any:
            super().getresponse()
            raise NewConnectionError(self, "the second server")

    seen: list[Decided] = []
    with PoolManager(retries=Retry(QUICK, on_decision=seen.append)) as http:
        pool = http.connection_from_url(stub.play("/a", 200))
        pool.ConnectionCls = Connection
        with pytest.raises(urllib3.exceptions.MaxRetryError):
            http.request("POST", stub.url + "/a", body=b"x")
    only(seen, Failure.CONNECT)
    assert len(stub.arrivals) == 1


def test_urllib3_s_own_manager_proves_nothing(closed: str) -> None:
    seen: list[Decided] = []
    with urllib3.PoolManager(retries=Retry(QUICK, on_decision=seen.append)) as http:
        with pytest.raises(urllib3.exceptions.MaxRetryError):
            http.request("POST", closed, body=b"x")
    only(seen, Failure.CONNECT)


@pytest.mark.parametrize("error, failure", SAME)
def test_a_body_of_requests_that_fails(error: Exception, failure: Failure, stub: Stub) -> None:
    seen: list[Decided] = []
    with requests.Session() as session:
        session.mount("http://", RetryAdapter(QUICK, on_decision=seen.append))
        with pytest.raises((requests.RequestException, urllib3.exceptions.HTTPError)):
            session.post(stub.play("/a", 200), data=Body(error))
    only(seen, failure)


# ---- httpx --------------------------------------------------------------------------------------


class Raises(httpx.HTTPTransport):
    """Sends, and then fails as if it had not: perhaps it tried a second server."""

    def __init__(self, error: Exception, sends: bool) -> None:
        super().__init__()
        self.error = error
        self.sends = sends

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if self.sends:
            super().handle_request(request).close()
        raise self.error


@pytest.mark.parametrize(
    "error, failure",
    [
        (httpx.ConnectError("the second server"), Failure.CONNECT),
        (httpx.ConnectTimeout("the second server"), Failure.CONNECT),
        (httpx.PoolTimeout("full"), Failure.NOT_SENT),
        (httpx.ProxyError("503 no tunnel"), Failure.CONNECT),
    ],
)
@pytest.mark.parametrize("sends", [True, False])
def test_a_transport_of_the_user_that_raises(
    error: Exception, failure: Failure, sends: bool, stub: Stub
) -> None:
    seen: list[Decided] = []
    transport = RetryTransport(QUICK, Raises(error, sends), on_decision=seen.append)
    with httpx.Client(transport=transport) as http, pytest.raises(type(error)):
        http.post(stub.play("/order", 200), content=b"x")
    only(seen, failure)
    assert stub.paths().count("POST /order") == sends


def test_a_second_server_that_refuses(closed: str, stub: Stub) -> None:
    class Both(httpx.HTTPTransport):
        def handle_request(self, request: httpx.Request) -> httpx.Response:
            super().handle_request(request).close()
            return super().handle_request(
                httpx.Request("POST", closed, content=b"x", extensions=request.extensions)
            )

    seen: list[Decided] = []
    transport = RetryTransport(QUICK, Both(), on_decision=seen.append)
    with httpx.Client(transport=transport) as http, pytest.raises(httpx.ConnectError):
        http.post(stub.play("/a", 200), content=b"x")
    only(seen, Failure.CONNECT)


def test_a_transport_that_hands_on_is_seen_through(closed: str) -> None:
    class Logging(httpx.BaseTransport):
        inner = httpx.HTTPTransport()

        def handle_request(self, request: httpx.Request) -> httpx.Response:
            return self.inner.handle_request(request)

    seen: list[Decided] = []
    transport = RetryTransport(QUICK, Logging(), on_decision=seen.append)
    with httpx.Client(transport=transport) as http, pytest.raises(httpx.ConnectError):
        http.post(closed, content=b"x")
    assert len(seen) == 3


@pytest.mark.parametrize("backend", [httpx.Client, httpx.AsyncClient])
def test_a_form_of_httpx_that_fails(backend: Any, stub: Stub) -> None:
    seen: list[Decided] = []
    wrap = RetryTransport if backend is httpx.Client else AsyncRetryTransport
    http = backend(transport=wrap(QUICK, on_decision=seen.append))
    files = {"a": Body(httpx.ConnectError("the database is down"))}
    with pytest.raises(httpx.ConnectError):
        answer = http.post(stub.play("/a", 200), files=files)
        asyncio.run(answer) if backend is httpx.AsyncClient else None
    only(seen, Failure.CONNECT)


def test_waiting_for_a_connection_of_httpx(stub: Stub) -> None:
    """Its own pool, before anything else has happened."""
    seen: list[Decided] = []
    inner = httpx.HTTPTransport(limits=httpx.Limits(max_connections=1))
    with httpx.Client(transport=RetryTransport(QUICK, inner, on_decision=seen.append)) as http:
        with http.stream("GET", stub.play("/a", 200)), pytest.raises(httpx.PoolTimeout):
            http.post(stub.play("/b", 200), timeout=httpx.Timeout(5, pool=0.01))
    assert [each.attempt.outcome for each in seen[1:]] == [Failure.NOT_SENT] * 3


# ---- aiohttp ------------------------------------------------------------------------------------


def post_by_aiohttp(url: str, *inner: Any, **named: Any) -> list[Decided]:
    seen: list[Decided] = []

    async def run() -> None:
        middlewares = (RetryMiddleware(QUICK, on_decision=seen.append), *inner)
        async with aiohttp.ClientSession(middlewares=middlewares) as http:
            await http.post(url, **{"data": b"x", **named})

    with pytest.raises(aiohttp.ClientError):
        asyncio.run(run())
    return seen


def test_a_middleware_that_sends_to_a_second_server(closed: str, stub: Stub) -> None:
    async def second(request: Any, handler: Any) -> Any:
        (await handler(request)).close()
        return await request.session.post(closed, middlewares=())

    only(post_by_aiohttp(stub.play("/a", 200), second), Failure.CONNECT)
    assert len(stub.arrivals) == 1


def test_a_middleware_that_sends_elsewhere_only(closed: str, stub: Stub) -> None:
    """Its own request may have been processed before one of its own was refused."""

    async def elsewhere(request: Any, handler: Any) -> Any:
        (await request.session.post(stub.play("/b", 200), middlewares=())).close()
        return await request.session.post(closed, middlewares=())

    only(post_by_aiohttp(closed, elsewhere), Failure.CONNECT)


def test_a_middleware_that_hands_on_is_seen_through(closed: str) -> None:
    async def logging(request: Any, handler: Any) -> Any:
        return await handler(request)

    assert len(post_by_aiohttp(closed, logging)) == 3


def test_a_body_of_aiohttp_that_fails(stub: Stub) -> None:
    key: Any = aiohttp.client_reqrep.ConnectionKey("h", 1, False, False, None, None, None)
    error = aiohttp.ClientConnectorError(key, ConnectionRefusedError(111, "theirs"))
    seen = post_by_aiohttp(stub.play("/a", 200), data=Body(error))
    assert len(seen) == 1 and seen[0].attempt.evidence is not Evidence.NEVER_SENT


# ---- A call is over before it is sent -----------------------------------------------------------


@pytest.mark.parametrize("client", CLIENTS)
def test_an_attempt_that_would_come_too_late_is_not_sent(client: str, stub: Stub) -> None:
    """The wait took longer than it should have."""
    clock = [0.0]

    def oversleep(_: float) -> Any:
        clock[0] += 99
        return asyncio.sleep(0) if client in ("httpx_async", "aiohttp") else None

    timing = Timing(monotonic=lambda: clock[0], sleep=oversleep)
    policy = QUICK.replace(deadline=10)
    call = ScenarioCall("GET", stub.play("/late", 503), {}, policy, more={"timing": timing})
    answer: Answer = CLIENTS[client](call)
    assert stub.paths().count("GET /late") == 1
    assert answer.error is not None and call_of(answer.error) is not None
    assert answer.decided[-1].decision.reason is Reason.DEADLINE
    assert answer.decided[-1].attempt.outcome is Failure.CONNECT
