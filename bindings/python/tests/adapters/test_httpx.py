# SPDX-License-Identifier: MIT
"""httpx, synchronous and not."""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import anyio
import httpx
import pytest
from stub import Stub

import oncemore
from oncemore import Backoff, Failure, Policy, Reason
from oncemore.adapters import Decided, Timing, call_of
from oncemore.adapters.httpx import AsyncRetryTransport, RetryTransport

BACKENDS = ["asyncio", "trio"] if find_spec("trio") else ["asyncio"]
QUICK = Policy(max_attempts=3, max_redirects=2, backoff=Backoff(initial=0.01))


def client(policy: Policy = QUICK, **options: Any) -> httpx.Client:
    return httpx.Client(transport=RetryTransport(policy, **options), follow_redirects=True)


def test_any_transport_can_be_wrapped() -> None:
    asked: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        return httpx.Response(503 if len(asked) < 3 else 200, text="hello")

    with httpx.Client(transport=RetryTransport(QUICK, httpx.MockTransport(answer))) as http:
        assert http.get("http://example/").text == "hello"
    assert len(asked) == 3


@pytest.mark.parametrize("backend", BACKENDS)
def test_an_asynchronous_one_can(backend: str) -> None:
    asked: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        raise httpx.ReadTimeout("slow", request=request)

    async def run() -> None:
        transport = AsyncRetryTransport(QUICK, httpx.MockTransport(answer))
        async with httpx.AsyncClient(transport=transport) as http:
            await http.get("http://example/")

    with pytest.raises(httpx.ReadTimeout) as raised:
        anyio.run(run, backend=backend)
    assert len(asked) == 3
    call = call_of(raised.value)
    assert call is not None and call.decided[-1].attempt.outcome is Failure.TIMEOUT


@pytest.mark.parametrize(
    "make",
    [
        lambda: RetryTransport(QUICK, httpx.HTTPTransport(retries=1)),
        lambda: AsyncRetryTransport(QUICK, httpx.AsyncHTTPTransport(retries=1)),
    ],
)
def test_retries_of_httpcore_are_refused(make: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match="retries=0"):
        make()


def test_redirects_share_the_counts(stub: Stub) -> None:
    stub.play("/b", 503, (302, {"Location": "/c"}))
    stub.play("/c", 503)
    with client() as http:
        response = http.get(stub.play("/a", 503, (302, {"Location": "/b"})))
    assert response.status_code == 503
    assert len(stub.arrivals) == oncemore.requests_per_call_shared(3, 2)
    call = call_of(response)
    assert call is not None and (call.number, call.hops) == (3, 2)


def test_too_many_redirects(stub: Stub) -> None:
    with client() as http, pytest.raises(httpx.TooManyRedirects, match="redirect_limit") as raised:
        http.get(stub.play("/a", (302, {"Location": "/a"})))
    assert len(stub.arrivals) == 3
    call = call_of(raised.value)
    assert call is not None and call.refusal is not None
    assert call.refusal.reason is Reason.REDIRECT_LIMIT


def test_a_redirect_waits(stub: Stub) -> None:
    waits: list[float] = []
    stub.play("/b", 200)
    with client(timing=Timing(sleep=waits.append)) as http:
        http.get(stub.play("/a", (302, {"Location": "/b", "Retry-After": "1"})))
        with pytest.raises(httpx.TooManyRedirects, match="server_wait_too_long") as raised:
            http.get(stub.play("/c", (302, {"Location": "/b", "Retry-After": "120"})))
    assert waits == [1.0]
    call = call_of(raised.value)
    assert call is not None and call.refusal is not None and call.refusal.delay_seconds == 120


def test_a_request_that_is_sent_twice_is_two_calls(stub: Stub) -> None:
    stub.play("/b", 503, 200, 503, 200)
    with client() as http:
        request = http.build_request("GET", stub.play("/a", (302, {"Location": "/b"})))
        for _ in range(2):
            call = call_of(http.send(request))
            assert call is not None and (call.number, call.hops) == (2, 1)


def test_the_next_request_that_the_caller_sends_is_a_new_call(stub: Stub) -> None:
    """Also after the deadline of the call that ended with the redirect."""
    times = iter([0.0, 1.0, 1.0, 90.0, 90.0, 90.0, 90.0])
    stub.play("/b", 200)
    policy = QUICK.replace(deadline=60)
    with client(policy, timing=Timing(monotonic=lambda: next(times))) as http:
        redirect = http.get(stub.play("/a", (302, {"Location": "/b"})), follow_redirects=False)
        assert redirect.next_request is not None
        call = call_of(http.send(redirect.next_request))
    assert call is not None and (call.number, call.hops) == (1, 0)


def test_authentication_begins_a_new_call(stub: Stub) -> None:
    asked = {"WWW-Authenticate": 'Digest realm="r", nonce="n", qop="auth"'}
    url = stub.play("/a", (401, asked), 503, 503, 200)
    with client() as http:
        call = call_of(http.get(url, auth=httpx.DigestAuth("me", "secret")))
    assert call is not None and call.number == 3


class Pipe(io.RawIOBase):
    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        return b""


@pytest.mark.parametrize(
    "body, sends",
    [
        ({"content": b"x"}, 3),
        ({"content": "x"}, 3),
        ({"json": {"a": 1}}, 3),
        ({"data": {"a": "1"}}, 3),
        ({"files": {"a": b"x" * 10}}, 3),
        ({"files": {"a": io.BytesIO(b"x" * 10)}, "data": {"b": "c"}}, 3),
        ({"files": {"a": Pipe()}}, 1),
        ({"content": io.BytesIO(b"x" * 10)}, 1),
        ({"content": iter([b"x" * 10])}, 1),
    ],
)
def test_a_body(stub: Stub, body: dict[str, Any], sends: int) -> None:
    with client() as http:
        assert http.put(stub.play("/a", 503), **body).status_code == 503
    assert len(stub.arrivals) == sends
    assert len({arrival.body for arrival in stub.arrivals}) == 1


def test_the_attempt_field_is_set(stub: Stub) -> None:
    stub.play("/b", 503, 200)
    with client(attempt_field="Retry-Attempt") as http:
        url = stub.play("/a", 503, (302, {"Location": "/b"}))
        http.get(url, headers={"retry-attempt": "7"})
    fields = [arrival.fields.get("retry-attempt") for arrival in stub.arrivals]
    assert fields == ["7", "1", "1", "2"]


def test_an_interrupted_wait_is_cancelled(stub: Stub) -> None:
    def interrupted(_: float) -> None:
        raise KeyboardInterrupt

    seen: list[Decided] = []
    with (
        client(on_decision=seen.append, timing=Timing(sleep=interrupted)) as http,
        pytest.raises(KeyboardInterrupt),
    ):
        http.get(stub.play("/a", 503))
    assert [decided.decision.reason for decided in seen] == [
        Reason.RETRYABLE_STATUS,
        Reason.CANCELLED,
    ]


def test_a_wait_ends_at_once_when_its_task_is_cancelled(stub: Stub) -> None:
    seen: list[Decided] = []
    slow = Policy(backoff=Backoff(initial=20))
    url = stub.play("/a", 503)

    async def run() -> None:
        transport = AsyncRetryTransport(slow, on_decision=seen.append)
        async with httpx.AsyncClient(transport=transport) as http:
            await asyncio.wait_for(http.get(url), 0.3)

    start = time.monotonic()
    with pytest.raises(asyncio.TimeoutError):
        asyncio.run(run())
    assert time.monotonic() - start < 5
    assert [decided.decision.reason for decided in seen] == [
        Reason.RETRYABLE_STATUS,
        Reason.CANCELLED,
    ]
    assert len(stub.arrivals) == 1


def test_waits_do_not_block(stub: Stub) -> None:
    """Twenty calls wait at the same time."""
    policy = Policy(max_attempts=2, backoff=Backoff(initial=1))
    urls = [stub.play(f"/{n}", 503, 200) for n in range(20)]

    async def run() -> list[int]:
        async with httpx.AsyncClient(transport=AsyncRetryTransport(policy)) as http:
            return [each.status_code for each in await asyncio.gather(*map(http.get, urls))]

    start = time.monotonic()
    assert asyncio.run(run()) == [200] * 20
    assert time.monotonic() - start < 8
