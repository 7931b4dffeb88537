# SPDX-License-Identifier: MIT
"""What is done with a response that is not handed out, and what is read of it."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import aiohttp
import httpx
import pytest
import urllib3
from stub import Stub

from oncemore import Backoff, Note, Policy, Reason
from oncemore.adapters import Timing
from oncemore.adapters.aiohttp import RetryMiddleware
from oncemore.adapters.httpx import RetryTransport
from oncemore.adapters.urllib3 import PoolManager, Retry
from scenario_call import Answer, ScenarioCall
from scenario_clients import CLIENTS

QUICK = Policy(max_attempts=3, backoff=Backoff(initial=0.01))
V1 = not hasattr(urllib3, "BaseHTTPResponse")
STREAMING = [client for client in CLIENTS if not (V1 and client == "urllib3")]
"""urllib3 1.26 reads all before it shows a response to anybody."""


def perform(client: str, url: str, policy: Policy = QUICK, **options: Any) -> Answer:
    return CLIENTS[client](ScenarioCall("GET", url, {}, policy, more=options))


# ---- Draining -----------------------------------------------------------------------------------


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize("client", STREAMING)
def test_a_slow_body_is_not_waited_for(client: str, chunked: bool, stub: Stub) -> None:
    """Each octet comes in time, so that no time-out of a socket would end it."""
    slow: dict[str, Any] = {"body": b"x" * 100, "drip": 0.1}
    if chunked:
        slow |= {"Transfer-Encoding": "chunked", "body": b"64;" + b"x" * 90}
    before = stub.connections
    start = time.monotonic()
    answer = perform(client, stub.play("/a", (503, slow), 200))
    assert answer.result == "status 200"
    assert time.monotonic() - start < 2
    assert stub.connections == before + 2


@pytest.mark.parametrize("client", STREAMING)
def test_the_deadline_bounds_the_drain(client: str, stub: Stub) -> None:
    slow = {"body": b"x" * 100, "drip": 0.1}
    start = time.monotonic()
    perform(client, stub.play("/a", (503, slow)), QUICK.replace(deadline=0.1))
    assert time.monotonic() - start < 0.9 + 1  # the last response is the caller's to read
    assert len(stub.arrivals) <= 3


def test_urllib3_s_own_reading_is_bounded_by_the_deadline(stub: Stub) -> None:
    """It reads before it decides; each octet gets what is left of the call."""
    seen: list[Any] = []
    retry = Retry(QUICK.replace(deadline=0.5), on_decision=seen.append)
    with PoolManager(retries=retry) as http:
        start = time.monotonic()
        with pytest.raises(urllib3.exceptions.HTTPError):
            http.request("GET", stub.play("/a", (200, {"body": b"x" * 2, "drip": 3})))
    assert time.monotonic() - start < 2
    assert [each.decision.reason for each in seen] == [Reason.DEADLINE]


@pytest.mark.parametrize("client", [client for client in CLIENTS if client != "urllib3"])
def test_the_caller_reads_the_body_in_its_own_time(client: str, stub: Stub) -> None:
    """What the deadline leaves is for the attempt, which ends where the response begins."""
    policy = QUICK.replace(deadline=0.4)
    slow = {"body": b"xx", "drip": 0.6}
    answer = perform(client, stub.play("/a", 503, (200, slow)), policy)
    assert (answer.result, answer.body) == ("status 200", 2)


@pytest.mark.parametrize("cancelled", ["drain", "wait"])
def test_a_task_that_is_cancelled_gives_its_connection_back(cancelled: str, stub: Stub) -> None:
    slow = {"body": b"x" * 100, "drip": 0.1} if cancelled == "drain" else {}
    url, good = stub.play("/a", (503, slow)), stub.play("/b", 200)

    async def run() -> None:
        policy = Policy(backoff=Backoff(initial=10))
        connector = aiohttp.TCPConnector(limit=2)
        retry = RetryMiddleware(policy)
        async with aiohttp.ClientSession(connector=connector, middlewares=[retry]) as http:
            for _ in range(2):
                with pytest.raises(asyncio.TimeoutError):
                    await asyncio.wait_for(http.get(url), 0.15)
            async with http.get(good, timeout=aiohttp.ClientTimeout(total=3)) as response:
                assert response.status == 200

    asyncio.run(run())


def test_a_pool_that_blocks_gets_its_connection_back(stub: Stub) -> None:
    slow = {"body": b"x" * 100, "drip": 0.1}
    with PoolManager(retries=Retry(QUICK), maxsize=1, block=True) as http:
        url = stub.play("/a", (503, slow), (503, {"body": b"x" * 100000}), 200)
        response = http.request("GET", url, preload_content=False, pool_timeout=1)
        assert response.status == 200


# ---- Another connection -------------------------------------------------------------------------


@pytest.mark.parametrize("body", [b"", b"0123456789", b"x" * 40000])
@pytest.mark.parametrize("status", [421, 408])
@pytest.mark.parametrize("client", CLIENTS)
def test_another_connection_is_another_connection(
    client: str, status: int, body: bytes, stub: Stub
) -> None:
    """The first one would answer so for ever."""
    first = stub.connections + 1
    step = lambda number: (status, {"body": body}) if number == first else 200  # noqa: E731
    answer = perform(client, stub.play("/a", step))
    assert answer.result == "status 200"
    assert Note.NEW_CONNECTION in answer.decided[0].decision.notes
    assert answer.decided[0].line.endswith(", new connection")
    assert len(stub.arrivals) == 2


@pytest.mark.parametrize("preload", [False, True])
def test_a_pool_of_urllib3_does_it_or_does_not_say_so(preload: bool, stub: Stub) -> None:
    first = stub.connections + 1
    step = lambda number: 421 if number == first else 200  # noqa: E731
    seen: list[Any] = []
    with urllib3.PoolManager(retries=Retry(QUICK, on_decision=seen.append)) as http:
        response = http.request("GET", stub.play("/a", step), preload_content=preload)
    said = Note.NEW_CONNECTION in seen[0].decision.notes
    assert said is (response.status == 200) is (not preload)
    assert said is ("new connection" in seen[0].line)


def test_a_transport_without_connections_does_not_say_so() -> None:
    seen: list[Any] = []
    mock = httpx.MockTransport(lambda request: httpx.Response(421))
    with httpx.Client(transport=RetryTransport(QUICK, mock, on_decision=seen.append)) as http:
        http.get("http://example/")
    assert all(not each.decision.notes and "connection" not in each.line for each in seen)


def test_a_401_between_two_421(stub: Stub) -> None:
    """A kept connection that must not be used is closed before anything is sent on it."""
    first = stub.connections + 1
    step = lambda number: 421 if number <= first + 1 else 200  # noqa: E731
    answer = perform("aiohttp", stub.play("/a", step))
    assert answer.result == "status 200" and len(stub.arrivals) == 3


# ---- The server's clock -------------------------------------------------------------------------

NOW = 784111777.0  # Sun, 06 Nov 1994 08:49:37 GMT
SLOW = {"Date": "Sun, 06 Nov 1994 07:49:37 GMT", "Retry-After": "Sun, 06 Nov 1994 07:49:39 GMT"}
FAST = {"Date": "Sun, 06 Nov 1994 09:49:37 GMT", "Retry-After": "Sun, 06 Nov 1994 09:49:39 GMT"}


@pytest.mark.parametrize(
    "fields, seconds",
    [
        (SLOW, 2),
        (FAST, 2),
        ({**FAST, "Age": "0"}, 2),
        ({**FAST, "Age": "10"}, 3602),  # the Date is a cache's
        ({**FAST, "Age": "ten"}, 3602),
        ({**FAST, "Date": "yesterday"}, 3602),
        ({"Retry-After": FAST["Retry-After"]}, 3602),
    ],
)
@pytest.mark.parametrize("client", CLIENTS)
def test_a_wrong_clock(client: str, fields: dict[str, str], seconds: int, stub: Stub) -> None:
    timing = Timing(wall=lambda: NOW)
    policy = Policy(max_attempts=1)
    answer = perform(client, stub.play("/a", (503, fields)), policy, timing=timing)
    wait = answer.decided[0].attempt.retry_after.wait_seconds
    assert wait == seconds


@pytest.mark.parametrize("client", ["requests", "httpx", "aiohttp"])
def test_a_wrong_clock_at_a_redirect(client: str, stub: Stub) -> None:
    stub.play("/b", 200)
    waits: list[float] = []

    def sleep(seconds: float) -> Any:
        waits.append(seconds)
        return asyncio.sleep(0) if client == "aiohttp" else None

    url = stub.play("/a", (302, {**FAST, "Location": "/b"}))
    timing = Timing(wall=lambda: NOW, sleep=sleep)
    call = ScenarioCall("GET", url, {"follow": "yes"}, QUICK, more={"timing": timing})
    assert CLIENTS[client](call).result == "status 200"
    assert waits == [2.0]
