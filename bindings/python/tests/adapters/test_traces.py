# SPDX-License-Identifier: MIT
"""The client's own objects are left as they were."""

from __future__ import annotations

import asyncio
import copy
import gc
import pickle
import weakref
from typing import Any

import aiohttp
import httpx
import pytest
import requests
from stub import Stub

from oncemore import Backoff, Policy
from oncemore.adapters import Timing, call_of
from oncemore.adapters.aiohttp import RetryMiddleware
from oncemore.adapters.httpx import RetryTransport
from oncemore.adapters.requests import RetryAdapter
from oncemore.adapters.urllib3 import PoolManager, Retry
from scenario_call import ScenarioCall
from scenario_clients import CLIENTS

QUICK = Policy(max_attempts=2, backoff=Backoff(initial=0.01))
HOOK: dict[str, Any] = {"on_decision": lambda decided: None}


@pytest.fixture
def session() -> Any:
    with requests.Session() as session:
        session.trust_env = False
        session.mount("http://", RetryAdapter(QUICK, **HOOK))
        yield session


@pytest.mark.parametrize("step", [200, 503, (302, {"Location": "/b"})])
def test_a_response_of_requests_can_be_pickled(
    step: Any, session: requests.Session, stub: Stub
) -> None:
    response = session.get(stub.play("/a", step), allow_redirects=False)
    read = pickle.loads(pickle.dumps(response))
    assert read.status_code == response.status_code and read.request.url == stub.url + "/a"
    assert type(read.request.hooks) is dict
    copy.deepcopy(response.request)


@pytest.mark.parametrize("step", [200, 503, (302, {"Location": "/b"})])
def test_a_response_of_httpx_can_be_pickled(step: Any, stub: Stub) -> None:
    with httpx.Client(transport=RetryTransport(QUICK, **HOOK)) as http:
        response = http.get(stub.play("/a", step))
    read = pickle.loads(pickle.dumps(response))
    assert read.status_code == response.status_code and call_of(read) is None


@pytest.mark.parametrize("client", CLIENTS)
def test_an_error_can_be_pickled(client: str, stub: Stub) -> None:
    call = ScenarioCall("GET", stub.play("/a", "close"), {}, QUICK, more=HOOK)
    error: Any = CLIENTS[client](call).error
    assert call_of(error) is not None
    state = pickle.loads(pickle.dumps(error.__dict__.get("_oncemore_call")))
    assert state is None


@pytest.mark.parametrize("step", [200, 503, "close"])
def test_a_request_of_httpx_is_as_it_was(step: Any, stub: Stub) -> None:
    options: dict[str, Any] = {
        "attempt_field": "Retry-Attempt",
        "key_field": "Key",
        "make_key": True,
    }
    events: list[str] = []
    extensions = {"trace": lambda event, info: events.append(event)}
    with httpx.Client(transport=RetryTransport(QUICK, **options)) as http:
        request = http.build_request("POST", stub.play("/a", 429, step), extensions=extensions)
        before = dict(request.extensions), list(request.headers.raw)
        for _ in range(2):
            try:
                response = http.send(request)
                assert response.request is request
            except httpx.HTTPError as error:
                assert error.request is request
            assert (dict(request.extensions), list(request.headers.raw)) == before
            stub.play("/a", 429, step)
    assert [arrival.fields.get("retry-attempt") for arrival in stub.arrivals] == [None, "1"] * 2
    assert "http11.send_request_headers.started" in events  # the caller's own is called, too


def test_requests_of_requests_are_as_they_were(session: requests.Session, stub: Stub) -> None:
    stub.play("/b", 200)
    prepared = requests.Request("GET", stub.play("/a", 503, (302, {"Location": "/b"}))).prepare()
    hooks = prepared.hooks
    response = session.send(prepared)
    assert prepared.hooks is hooks and response.request.hooks is hooks
    assert response.history[0].request is prepared


@pytest.mark.parametrize("client", ["httpx", "aiohttp"])
def test_nothing_is_kept_of_a_call(client: str, stub: Stub) -> None:
    """In a task that goes on for long, with a middleware or a transport for each call."""
    stub.play("/b", 200)
    url, lost = stub.play("/a", 503, (302, {"Location": "/b"})), stub.play("/c", "close")
    alive: list[weakref.ref[Any]] = []

    async def one_by_aiohttp(http: aiohttp.ClientSession) -> None:
        async with http.get(url, middlewares=[RetryMiddleware(QUICK, **HOOK)]) as response:
            alive.append(weakref.ref(response))
        try:
            await http.get(lost, middlewares=[RetryMiddleware(QUICK, **HOOK)])
        except aiohttp.ServerDisconnectedError as error:
            alive.append(weakref.ref(error))

    async def by_aiohttp() -> int:
        async with aiohttp.ClientSession() as http:
            for _ in range(5):
                await one_by_aiohttp(http)
            await asyncio.sleep(0.1)  # for connections to close
            gc.collect()
            return sum(each() is not None for each in alive)

    def by_httpx() -> int:
        for _ in range(5):
            with httpx.Client(transport=RetryTransport(QUICK), follow_redirects=True) as http:
                alive.append(weakref.ref(http.get(url)))
        gc.collect()
        return sum(each() is not None for each in alive)

    kept = asyncio.run(by_aiohttp()) if client == "aiohttp" else by_httpx()
    assert len(alive) >= 5 and kept == 0


def test_a_pool_is_not_left_without_its_time_out(stub: Stub) -> None:
    """What the deadline leaves is the time-out of an attempt, and of that one only."""
    with PoolManager(retries=Retry(QUICK.replace(deadline=1)), timeout=30) as http:
        http.request("GET", stub.play("/a", 503))
        (pool,) = http.pools._container.values()
        assert pool.timeout.total is None and pool.timeout.connect_timeout == 30


def test_the_next_of_requests_is_a_new_call(session: requests.Session, stub: Stub) -> None:
    stub.play("/b", 200)
    clock = [0.0]
    timing = Timing(monotonic=lambda: clock[0])
    session.mount("http://", RetryAdapter(QUICK.replace(deadline=60), timing=timing))
    response = session.get(stub.play("/a", (302, {"Location": "/b"})), allow_redirects=False)
    assert response.next is not None
    clock[0] = 90.0
    followed = session.send(response.next)
    call = call_of(followed)
    assert followed.status_code == 200
    assert call is not None and (call.number, call.hops) == (1, 0)
