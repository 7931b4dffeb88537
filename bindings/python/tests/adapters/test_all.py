# SPDX-License-Identifier: MIT
"""What every adapter does alike. How often they send is the affair of tests/scenarios."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest
import urllib3

from oncemore import Backoff, Failure, InvalidPolicy, Policy, Verdict
from oncemore.adapters import Timing, call_of
from oncemore.adapters.aiohttp import RetryMiddleware
from oncemore.adapters.httpx import AsyncRetryTransport, RetryTransport
from oncemore.adapters.requests import RetryAdapter
from oncemore.adapters.urllib3 import Retry
from scenario_call import Answer, ScenarioCall
from scenario_clients import CLIENTS
from stub import Stub

QUICK = Policy(max_attempts=3, backoff=Backoff(initial=0.01))
ADAPTERS: list[Callable[..., Any]] = [
    Retry,
    RetryAdapter,
    RetryTransport,
    AsyncRetryTransport,
    RetryMiddleware,
]


def perform(client: str, url: str, **options: Any) -> Answer:
    return CLIENTS[client](ScenarioCall("GET", url, {}, QUICK, more=options))


@pytest.mark.parametrize("client", CLIENTS)
def test_the_hook_gets_each_decision_with_its_line(client: str, stub: Stub) -> None:
    answer = perform(client, stub.play("/a", 503, "close", 200))
    assert answer.result == "status 200"
    first, second, third = answer.decided
    assert [decided.attempt.outcome for decided in answer.decided] == [
        503,
        Failure.CONNECTION_LOST,
        200,
    ]
    assert str(first).startswith("attempt 1 of 3: 503, retry in ")
    assert second.error is not None and first.error is None
    assert third.line == "attempt 3 of 3: 200, stop: success"
    assert third.decision.verdict is Verdict.STOP
    assert first.attempt.elapsed <= second.attempt.elapsed <= third.attempt.elapsed


@pytest.mark.parametrize("client", CLIENTS)
def test_an_error_tells_of_all_attempts(client: str, stub: Stub) -> None:
    answer = perform(client, stub.play("/a", 503, "close"))
    assert answer.error is not None
    call = call_of(answer.error)
    assert call is not None
    assert call.decided == answer.decided and call.number == 3
    notes: list[str] = []
    error: BaseException | None = answer.error
    while error is not None:
        notes += getattr(error, "__notes__", [])
        error = error.__cause__ or error.__context__
    if sys.version_info >= (3, 11):
        for decided in call.decided:
            assert notes.count(decided.line) >= 1


@pytest.mark.parametrize("client", CLIENTS)
def test_the_same_bits_give_the_same_delays(client: str, stub: Stub) -> None:
    """In every client, as in every language."""
    answer = perform(client, stub.play("/a", 503), timing=Timing(random=lambda: 2**63))
    assert [each.decision.delay_seconds for each in answer.decided] == [0.005, 0.011, 0.023]


@pytest.mark.parametrize("client", CLIENTS)
def test_attempts_know_of_each_other(client: str, stub: Stub) -> None:
    before = stub.connections
    answer = perform(client, stub.play("/a", 503, 503, 200))
    first, second, third = answer.decided
    assert first.attempt.previous_delay.total_seconds() == 0
    assert second.attempt.previous_delay == first.decision.delay
    assert third.attempt.previous_delay == second.decision.delay
    assert stub.connections == before + 1


@pytest.mark.parametrize("client", CLIENTS)
def test_a_date_is_read_by_the_clock(client: str, stub: Stub) -> None:
    url = stub.play("/a", (503, {"Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT"}))
    timing = Timing(wall=lambda: 784111777 - 600, random=lambda: 0)
    answer = perform(client, url, timing=timing)
    assert answer.decided[0].line == (
        "attempt 1 of 3: 503, stop: server_wait_too_long, wait 600000 ms (server asked 600000 ms)"
    )


@pytest.mark.parametrize("client", CLIENTS)
def test_a_call_has_a_clock_of_its_own(client: str, stub: Stub) -> None:
    times = iter(range(100, 200, 7))
    answer = perform(
        client, stub.play("/a", 503, 200), timing=Timing(monotonic=lambda: next(times))
    )
    assert [each.attempt.elapsed.seconds for each in answer.decided] == [7, 14]


@pytest.mark.parametrize("client", CLIENTS)
def test_a_long_body_is_not_read_to_its_end(client: str, stub: Stub) -> None:
    before = stub.connections
    answer = perform(client, stub.play("/a", (503, {"body": b"x" * 3_000_000}), 200))
    assert answer.result == "status 200"
    reads_all = client == "urllib3" and not hasattr(urllib3, "BaseHTTPResponse")  # 1.26
    assert stub.connections == before + (1 if reads_all else 2)


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_an_invalid_policy_is_refused_at_once(adapter: Callable[..., Any]) -> None:
    with pytest.raises(InvalidPolicy, match="max_attempts"):
        adapter(Policy(max_attempts=0))


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_an_unknown_option_is_refused(adapter: Callable[..., Any]) -> None:
    with pytest.raises(TypeError, match="retries"):
        adapter(Policy(), retries=3)


def test_call_of_knows_strangers() -> None:
    assert call_of(ValueError()) is None
    assert call_of(None) is None
    error = ValueError()
    error.__cause__ = error
    assert call_of(error) is None
