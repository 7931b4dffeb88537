# SPDX-License-Identifier: MIT
"""aiohttp's client, with the middleware."""

from __future__ import annotations

import asyncio
import io
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import aiohttp
import pytest
from stub import Stub

import oncemore
from oncemore import Backoff, Policy, Reason
from oncemore.adapters import Decided, Timing, call_of
from oncemore.adapters.aiohttp import RetryMiddleware

REWINDS = hasattr(aiohttp.Payload, "consumed")
QUICK = Policy(max_attempts=3, max_redirects=2, backoff=Backoff(initial=0.01))
Use = Callable[[aiohttp.ClientSession], Awaitable[Any]]


def with_session(use: Use, policy: Policy = QUICK, **named: Any) -> Any:
    options = {
        key: named.pop(key) for key in ("on_decision", "timing", "attempt_field") if key in named
    }

    async def run() -> Any:
        middlewares = [RetryMiddleware(policy, **options)]
        async with aiohttp.ClientSession(middlewares=middlewares, **named) as session:
            return await use(session)

    return asyncio.run(run())


def test_a_lost_connection_is_not_retried_by_aiohttp_as_well(stub: Stub) -> None:
    """It would send an idempotent request once more, by itself."""
    seen: list[Decided] = []
    with pytest.raises(aiohttp.ServerDisconnectedError) as raised:
        with_session(lambda http: http.get(stub.play("/a", "close")), on_decision=seen.append)
    assert len(stub.arrivals) == 3
    call = call_of(raised.value)
    assert call is not None and call.decided == tuple(seen)
    assert len(seen) == 3


def test_calls_of_one_task_are_apart(stub: Stub) -> None:
    async def use(http: aiohttp.ClientSession) -> list[int]:
        numbers = []
        for _ in range(3):
            async with http.get(stub.play("/a", "close", 503, 200)) as response:
                call = call_of(response)
                assert call is not None
                numbers.append(call.number)
            with pytest.raises(aiohttp.ServerDisconnectedError):
                await http.get(stub.play("/b", "close"))
        return numbers

    assert with_session(use) == [3, 3, 3]
    assert len(stub.arrivals) == 3 * (3 + 3)


def test_redirects_share_the_counts(stub: Stub) -> None:
    stub.play("/b", 503, (302, {"Location": "/c"}))
    stub.play("/c", 503)
    response = with_session(lambda http: http.get(stub.play("/a", 503, (302, {"Location": "/b"}))))
    assert response.status == 503
    assert len(stub.arrivals) == oncemore.requests_per_call_shared(3, 2)
    call = call_of(response)
    assert call is not None and (call.number, call.hops) == (3, 2)


def test_too_many_redirects(stub: Stub) -> None:
    with pytest.raises(aiohttp.TooManyRedirects, match="redirect_limit") as raised:
        with_session(lambda http: http.get(stub.play("/a", (302, {"Location": "/a"}))))
    assert len(stub.arrivals) == 3
    call = call_of(raised.value)
    assert call is not None and call.refusal is not None
    assert call.refusal.reason is Reason.REDIRECT_LIMIT


def test_a_redirect_waits(stub: Stub) -> None:
    waits: list[float] = []

    async def wait(seconds: float) -> None:
        waits.append(seconds)

    stub.play("/b", 200)
    url = stub.play("/a", (302, {"Location": "/b", "Retry-After": "1"}))
    with_session(lambda http: http.get(url), timing=Timing(sleep=wait))
    assert waits == [1.0]


async def octets() -> AsyncIterator[bytes]:
    yield b"x" * 10


def form() -> aiohttp.FormData:
    data = aiohttp.FormData()
    data.add_field("a", io.BytesIO(b"x" * 10), filename="a")
    return data


@pytest.mark.parametrize(
    "body, sends",
    [
        (lambda: {"data": b"x" * 10}, 3),
        (lambda: {"data": "x" * 10}, 3),
        (lambda: {"json": {"a": 1}}, 3),
        (lambda: {"data": {"a": "1"}}, 3),
        (lambda: {"data": io.BytesIO(b"x" * 10)}, 3 if REWINDS else 1),
        (lambda: {"data": octets()}, 1),
    ],
)
def test_a_body(stub: Stub, body: Callable[[], dict[str, Any]], sends: int) -> None:
    url = stub.play("/a", 503)

    async def use(http: aiohttp.ClientSession) -> None:
        async with http.put(url, **body()) as response:
            assert response.status == 503

    with_session(use)
    assert len(stub.arrivals) == sends
    assert len({arrival.body for arrival in stub.arrivals}) == 1


def test_a_form_is_sent_whole_or_not_again(stub: Stub) -> None:
    with_session(lambda http: http.put(stub.play("/a", 503), data=form()))
    assert all(b"x" * 10 in arrival.body for arrival in stub.arrivals)


def test_the_attempt_field_is_set(stub: Stub) -> None:
    url = stub.play("/a", 503, 200)

    async def use(http: aiohttp.ClientSession) -> None:
        await http.get(url, headers={"retry-attempt": "7"})

    with_session(use, attempt_field="Retry-Attempt")
    assert [arrival.fields["retry-attempt"] for arrival in stub.arrivals] == ["7", "1"]


SLOW = Policy(backoff=Backoff(initial=20))


def test_a_wait_ends_at_once_when_its_task_is_cancelled(stub: Stub) -> None:
    seen: list[Decided] = []
    url = stub.play("/a", 503)
    start = time.monotonic()
    with pytest.raises(asyncio.TimeoutError):
        with_session(
            lambda http: asyncio.wait_for(http.get(url), 0.3), SLOW, on_decision=seen.append
        )
    assert time.monotonic() - start < 5
    assert [decided.decision.reason for decided in seen] == [
        Reason.RETRYABLE_STATUS,
        Reason.CANCELLED,
    ]
    assert len(stub.arrivals) == 1


def test_the_time_out_of_the_call_ends_it(stub: Stub) -> None:
    seen: list[Decided] = []
    url = stub.play("/a", 503)
    timeout = aiohttp.ClientTimeout(total=0.3)
    with pytest.raises(asyncio.TimeoutError):
        with_session(lambda http: http.get(url, timeout=timeout), SLOW, on_decision=seen.append)
    assert [decided.decision.reason for decided in seen] == [
        Reason.RETRYABLE_STATUS,
        Reason.CANCELLED,
    ]


def test_the_time_out_of_the_call_during_an_attempt_ends_it(stub: Stub) -> None:
    seen: list[Decided] = []

    async def use(http: aiohttp.ClientSession) -> None:
        timeout = aiohttp.ClientTimeout(total=0.3)
        with socket.create_server(("127.0.0.1", 0)) as silent:
            port = silent.getsockname()[1]
            await http.get(f"http://127.0.0.1:{port}/", timeout=timeout)

    with pytest.raises(asyncio.TimeoutError):
        with_session(use, on_decision=seen.append)
    assert [decided.decision.reason for decided in seen] == [Reason.CANCELLED]


def test_waits_do_not_block(stub: Stub) -> None:
    """Twenty calls of one session wait at the same time, each with its own count."""
    policy = Policy(max_attempts=2, backoff=Backoff(initial=1))
    urls = [stub.play(f"/{n}", 503, 200) for n in range(20)]

    async def use(http: aiohttp.ClientSession) -> list[int]:
        return [each.status for each in await asyncio.gather(*map(http.get, urls))]

    start = time.monotonic()
    assert with_session(use, policy) == [200] * 20
    assert time.monotonic() - start < 8


def test_middlewares_behind_it_see_each_attempt(stub: Stub) -> None:
    seen: list[str] = []

    async def inner(
        request: aiohttp.ClientRequest, handler: aiohttp.ClientHandlerType
    ) -> aiohttp.ClientResponse:
        seen.append(request.method)
        return await handler(request)

    async def run() -> None:
        middlewares = (RetryMiddleware(QUICK), inner)
        async with aiohttp.ClientSession(middlewares=middlewares) as http:
            await http.get(stub.play("/a", 503))

    asyncio.run(run())
    assert seen == ["GET"] * 3
