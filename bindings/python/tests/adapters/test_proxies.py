# SPDX-License-Identifier: MIT
"""A proxy that answers CONNECT with a status is that status, and nothing was sent."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
import requests

import oncemore
from oncemore import Backoff, Evidence, Failure, Policy, Reason
from oncemore.adapters import Decided
from oncemore.adapters.requests import RetryAdapter
from scenario_call import ScenarioCall
from scenario_clients import CLIENTS

QUICK = Policy(max_attempts=3, backoff=Backoff(initial=0.01))
SHOWS_FIELDS = {"httpx", "httpx_async", "aiohttp"}
if sys.version_info >= (3, 12):  # before, http.client drops them
    SHOWS_FIELDS |= {"urllib3", "requests"}


class Proxy(ThreadingHTTPServer):
    """Opens no tunnel."""

    daemon_threads = True
    status = 503
    fields: dict[str, str] = {}
    asked = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    server: Proxy

    def do_CONNECT(self) -> None:
        self.server.asked += 1
        self.send_response_only(self.server.status)
        for name, value in self.server.fields.items():
            self.send_header(name, value)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def proxy() -> Iterator[Proxy]:
    with Proxy(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield server
        server.shutdown()


def post(client: str, proxy: Proxy) -> tuple[Decided, ...]:
    named = {"proxy": proxy.url, "body": "replayable:10"}
    call = ScenarioCall("POST", "https://example.invalid/", named, QUICK)
    answer = CLIENTS[client](call)
    assert isinstance(answer.error, Exception)
    return tuple(answer.decided)


@pytest.mark.parametrize("status", [403, 407])
@pytest.mark.parametrize("client", CLIENTS)
def test_a_refusal_is_final(client: str, status: int, proxy: Proxy) -> None:
    proxy.status = status
    (decided,) = post(client, proxy)
    assert decided.attempt.outcome == status
    assert decided.decision.reason is Reason.STATUS_NOT_RETRIED
    assert proxy.asked == 1


@pytest.mark.parametrize("client", CLIENTS)
def test_a_proxy_that_is_busy_is_asked_again(client: str, proxy: Proxy) -> None:
    """Also about an order."""
    proxy.status = 503
    decided = post(client, proxy)
    assert proxy.asked == 3
    assert decided[-1].decision.reason is Reason.ATTEMPTS_EXHAUSTED
    for each in decided:
        assert oncemore.evidence_of_attempt(QUICK, each.attempt) is Evidence.NEVER_SENT


@pytest.mark.parametrize("client", CLIENTS)
def test_how_long_a_proxy_asks_to_wait(client: str, proxy: Proxy) -> None:
    proxy.fields = {"Retry-After": "120"}
    reason = post(client, proxy)[0].decision.reason
    expected = Reason.SERVER_WAIT_TOO_LONG if client in SHOWS_FIELDS else Reason.RETRYABLE_STATUS
    assert reason is expected


def test_a_proxy_of_socks() -> None:
    seen: list[Decided] = []
    with requests.Session() as session:
        session.trust_env = False
        session.mount("http://", RetryAdapter(QUICK, on_decision=seen.append))
        with pytest.raises(requests.ConnectionError):
            session.post("http://example.invalid/", proxies={"http": "socks5h://127.0.0.1:1"})
    assert [each.attempt.outcome for each in seen] == [Failure.CONNECT] * 3
