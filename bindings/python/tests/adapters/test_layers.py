# SPDX-License-Identifier: MIT
"""What repeats or follows below or above an adapter is seen, and does not multiply."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import aiohttp
import httpx
import pytest
from stub import Stub

import oncemore
from oncemore import Backoff, Policy, Reason
from oncemore.adapters import Decided, call_of
from oncemore.adapters.aiohttp import RetryMiddleware
from oncemore.adapters.httpx import AsyncRetryTransport, RetryTransport, install
from oncemore.adapters.urllib3 import PoolManager, Retry

QUICK = Policy(max_attempts=3, max_redirects=2, backoff=Backoff(initial=0.01))


def chain(stub: Stub) -> str:
    """Two hops, each after a retry, and no luck at the end."""
    stub.play("/b", 503, (302, {"Location": "/c"}))
    stub.play("/c", 503)
    return stub.play("/a", 503, (302, {"Location": "/b"}))


# ---- Two of ours --------------------------------------------------------------------------------


@pytest.mark.parametrize("outer", [Policy(max_redirects=0), Policy(max_attempts=9)])
def test_two_transports(outer: Policy, stub: Stub) -> None:
    """The inner one decides, along the redirects, too; the outer one sends once."""
    told: list[Decided] = []
    seen: list[Decided] = []
    transport = RetryTransport(
        outer, RetryTransport(QUICK, on_decision=seen.append), on_decision=told.append
    )
    with httpx.Client(transport=transport, follow_redirects=True) as http:
        response = http.get(chain(stub))
        assert response.status_code == 503
        with pytest.raises(httpx.ConnectError):
            http.get("http://127.0.0.1:1/")
    assert len(stub.arrivals) == oncemore.requests_per_call_shared(3, 2)
    assert told == [] and len(seen) == 5 + 3
    call = call_of(response)
    assert call is not None and (call.number, call.hops) == (3, 2)


def test_two_asynchronous_transports(stub: Stub) -> None:
    async def run() -> int:
        transport = AsyncRetryTransport(Policy(), AsyncRetryTransport(QUICK))
        async with httpx.AsyncClient(transport=transport, follow_redirects=True) as http:
            return (await http.get(chain(stub))).status_code

    assert asyncio.run(run()) == 503
    assert len(stub.arrivals) == 5


@pytest.mark.parametrize("same", [True, False])
def test_two_middlewares(same: bool, stub: Stub) -> None:
    async def run() -> tuple[int, Any]:
        inner = RetryMiddleware(QUICK)
        outer = inner if same else RetryMiddleware(Policy(max_attempts=9, max_redirects=0))
        async with aiohttp.ClientSession(middlewares=(outer, inner)) as http:
            async with http.get(chain(stub)) as response:
                return response.status, call_of(response)

    status, call = asyncio.run(run())
    assert status == 503 and (call.number, call.hops) == (3, 2)
    assert len(stub.arrivals) == 5


def test_two_middlewares_and_a_lost_connection(stub: Stub) -> None:
    """Which aiohttp would send again by itself."""

    async def run() -> None:
        middlewares = (RetryMiddleware(Policy()), RetryMiddleware(QUICK))
        async with aiohttp.ClientSession(middlewares=middlewares) as http:
            await http.get(stub.play("/a", "close"))

    with pytest.raises(aiohttp.ServerDisconnectedError):
        asyncio.run(run())
    assert len(stub.arrivals) == 3


def test_a_retry_of_a_request_goes_before_the_manager_s(stub: Stub) -> None:
    with PoolManager(retries=Retry(Policy(max_attempts=9))) as http:
        http.request("GET", stub.play("/a", 503), retries=Retry(QUICK))
    assert len(stub.arrivals) == 3


# ---- Strangers below ----------------------------------------------------------------------------


class Repeats(httpx.HTTPTransport):
    """Sends twice what failed, or follows: as others' retry transports do."""

    again = {503, 302, 401}

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = super().handle_request(request)
        if response.status_code in self.again:
            response.read()
            response = super().handle_request(request)
        return response


def test_a_transport_below_that_repeats(stub: Stub, caplog: pytest.LogCaptureFixture) -> None:
    """Its answer is the call's, and the line says what to do."""
    seen: list[Decided] = []
    transport = RetryTransport(QUICK, Repeats(), on_decision=seen.append)
    with caplog.at_level(logging.DEBUG, "oncemore"), httpx.Client(transport=transport) as http:
        assert http.get(stub.play("/a", 503)).status_code == 503
        assert http.get(stub.play("/b", (302, {"Location": "/c"}), 503)).status_code == 503
    assert stub.paths() == ["GET /a"] * 2 + ["GET /b"] * 2
    assert [each.decision.retry for each in seen] == [False, False]
    assert "switch off what repeats or follows there" in seen[0].line
    assert (seen[0].method, seen[0].url, seen[0].number) == ("GET", stub.url + "/a", 1)
    assert "switch off what repeats or follows there" in caplog.text


def test_a_transport_below_that_authenticates(stub: Stub) -> None:
    """That is no repetition: a 401 is not for us to repeat."""
    with httpx.Client(transport=RetryTransport(QUICK, Repeats())) as http:
        assert http.get(stub.play("/a", 401, 200)).status_code == 200
        assert (
            http.get(stub.play("/b", 401, (429, {"Retry-After": "0"}), 401, 200)).status_code == 200
        )
    assert len(stub.arrivals) == 2 + 4


def test_a_transport_below_that_connects_again(stub: Stub) -> None:
    seen: list[Decided] = []

    class Again(httpx.HTTPTransport):
        def handle_request(self, request: httpx.Request) -> httpx.Response:
            try:
                return super().handle_request(request)
            except httpx.ConnectError:
                return super().handle_request(request)

    transport = RetryTransport(QUICK, Again(), on_decision=seen.append)
    with httpx.Client(transport=transport) as http, pytest.raises(httpx.ConnectError):
        http.post("http://127.0.0.1:1/", content=b"x")
    assert len(seen) == 1


@pytest.mark.parametrize("by_handler", [True, False])
def test_a_middleware_below_that_repeats(by_handler: bool, stub: Stub) -> None:
    seen: list[Decided] = []

    async def repeats(request: Any, handler: Any) -> Any:
        first = await handler(request)
        if first.status != 503:
            return first
        first.close()
        if by_handler:
            return await handler(request)
        return await request.session.get(request.url, middlewares=())

    async def run() -> int:
        middlewares = (RetryMiddleware(QUICK, on_decision=seen.append), repeats)
        async with aiohttp.ClientSession(middlewares=middlewares) as http:
            return (await http.get(stub.play("/a", 503))).status

    assert asyncio.run(run()) == 503
    assert len(stub.arrivals) == 2
    assert [each.decision.retry for each in seen] == [False]
    assert "switch off" in seen[0].line


ASKED = {"WWW-Authenticate": 'Digest realm="r", nonce="n", qop="auth"'}


@pytest.mark.parametrize("outside", [True, False])
def test_digest_authentication_of_aiohttp(outside: bool, stub: Stub) -> None:
    """It calls its handler twice; that is neither a hop nor a repetition."""
    digest = aiohttp.DigestAuthMiddleware("me", "secret")

    async def run() -> int:
        retry = RetryMiddleware(QUICK)
        middlewares = (digest, retry) if outside else (retry, digest)
        async with aiohttp.ClientSession(middlewares=middlewares) as http:
            return (await http.get(stub.play("/a", (401, ASKED), 503, 200))).status

    assert asyncio.run(run()) == 200
    assert len(stub.arrivals) == 3


def test_a_middleware_outside_that_calls_after_an_error(stub: Stub) -> None:
    """That is its affair: a new call, and not the old error."""

    async def again(request: Any, handler: Any) -> Any:
        try:
            return await handler(request)
        except aiohttp.ServerDisconnectedError:
            return await handler(request)

    async def run() -> int:
        middlewares = (again, RetryMiddleware(QUICK))
        async with aiohttp.ClientSession(middlewares=middlewares) as http:
            return (await http.get(stub.play("/a", "close", "close", "close", 200))).status

    assert asyncio.run(run()) == 200
    assert len(stub.arrivals) == 4


# ---- A client that has been set up already ------------------------------------------------------


def test_install_wraps_every_transport(stub: Stub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", stub.url)
    seen: list[Decided] = []
    with install(httpx.Client(), QUICK, on_decision=seen.append) as http:
        stub.play("http://elsewhere.example/", 503)
        assert http.get("http://elsewhere.example/").status_code == 503
    assert len(stub.arrivals) == 3 and len(seen) == 3
    with pytest.raises(ValueError, match="already"):
        install(http)


def test_install_for_an_asynchronous_client(stub: Stub) -> None:
    async def run() -> int:
        async with install(httpx.AsyncClient(proxy=stub.url), QUICK) as http:
            stub.play("http://elsewhere.example/", 503, 503, 200)
            return (await http.get("http://elsewhere.example/")).status_code

    assert asyncio.run(run()) == 200


def test_install_keeps_retries_of_httpcore_out() -> None:
    with pytest.raises(ValueError, match="retries=0"):
        install(httpx.Client(transport=httpx.HTTPTransport(retries=2)))


def test_a_redirect_that_is_followed_does_not_say_stop(stub: Stub) -> None:
    seen: list[Decided] = []
    with httpx.Client(
        transport=RetryTransport(on_decision=seen.append), follow_redirects=True
    ) as http:
        stub.play("/b", 200)
        http.get(stub.play("/a", (302, {"Location": "/b"})))
        http.get(stub.play("/c", 304))
    assert seen[0].line == "attempt 1 of 4: 302, a redirect, the client's to follow"
    assert seen[0].decision.reason is Reason.REDIRECT
