# SPDX-License-Identifier: MIT
"""What a user sets and is told, in every adapter by the same words."""

from __future__ import annotations

import logging
import uuid
from typing import Any

import httpx
import pytest
import requests
import urllib3
from stub import Stub

from oncemore import (
    Attempt,
    Backoff,
    BudgetAnswer,
    Evidence,
    Failure,
    InvalidPolicy,
    Policy,
    Reason,
    Repeatable,
    RetryAfter,
    ServerSays,
)
from oncemore.adapters import call_of, using
from oncemore.adapters.httpx import RetryTransport
from oncemore.adapters.requests import RetryAdapter
from oncemore.adapters.urllib3 import PoolManager, Retry
from scenario_call import Answer, ScenarioCall
from scenario_clients import CLIENTS

QUICK = Policy(max_attempts=3, backoff=Backoff(initial=0.01))
ONCE = Policy(max_attempts=1)


def perform(client: str, url: str, method: str = "GET", **options: Any) -> Answer:
    return CLIENTS[client](ScenarioCall(method, url, {}, QUICK, more=options))


def reasons(answer: Answer) -> list[Reason]:
    return [each.decision.reason for each in answer.decided]


# ---- adjust -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "method, step, facts, expected",
    [
        ("POST", 500, {"evidence": Evidence.NOT_PROCESSED}, Reason.ATTEMPTS_EXHAUSTED),
        ("POST", 500, {"repeatable": Repeatable.YES}, Reason.ATTEMPTS_EXHAUSTED),
        ("GET", 503, {"server_says": ServerSays.DO_NOT_RETRY}, Reason.SERVER_REFUSED),
        ("GET", 409, {"server_says": ServerSays.RETRY}, Reason.ATTEMPTS_EXHAUSTED),
        ("GET", 503, {"budget": BudgetAnswer.DENIED}, Reason.BUDGET_EXHAUSTED),
        ("GET", 503, {"retry_after": RetryAfter(wait=99)}, Reason.SERVER_WAIT_TOO_LONG),
        ("POST", "close", {"repeatable": Repeatable.YES}, Reason.ATTEMPTS_EXHAUSTED),
    ],
)
@pytest.mark.parametrize("client", CLIENTS)
def test_the_caller_is_asked(
    client: str, method: str, step: Any, facts: Any, expected: Reason, stub: Stub
) -> None:
    adjust = lambda attempt, request, ended_in: attempt.replace(**facts)  # noqa: E731
    answer = perform(client, stub.play("/a", step), method, adjust=adjust)
    assert reasons(answer)[-1] is expected


@pytest.mark.parametrize("client", CLIENTS)
def test_the_caller_is_shown_request_and_end(client: str, stub: Stub) -> None:
    shown: list[tuple[Any, Any]] = []

    def adjust(attempt: Attempt, request: Any, ended_in: Any) -> Attempt:
        shown.append((request, ended_in))
        return attempt

    perform(client, stub.play("/a", (503, {"X-Why": "tired"}), "close", 200), adjust=adjust)
    (request, refused), (_, error), (_, last) = shown
    assert request.method == "GET" and str(request.url) == stub.url + "/a"
    assert getattr(refused, "status", getattr(refused, "status_code", None)) == 503
    assert refused.headers["x-why"] == "tired"
    assert isinstance(error, Exception) and last.headers is not None
    types = {"requests": requests.PreparedRequest, "httpx": httpx.Request}
    assert isinstance(request, types.get(client, object))


@pytest.mark.parametrize("client", CLIENTS)
def test_what_the_caller_returns_must_be_an_attempt(client: str, stub: Stub) -> None:
    answer = perform(client, stub.play("/a", 503), adjust=lambda *_: None)
    assert isinstance(answer.error, TypeError)
    assert "adjust must return Attempt, not NoneType" in str(answer.error)
    assert len(stub.arrivals) == 1


# ---- Policies -----------------------------------------------------------------------------------


@pytest.mark.parametrize("client", CLIENTS)
def test_a_policy_for_each_attempt(client: str, stub: Stub) -> None:
    """Two policies, and the caller chooses by what came back."""
    slow = QUICK.replace(backoff=Backoff(initial=0.2, cap=0.2))
    choose = lambda attempt: slow if attempt.outcome == 429 else QUICK  # noqa: E731
    answer = perform(client, stub.play("/a", 429, 503, 200), policy_for=choose)
    waits = [each.decision.delay_seconds for each in answer.decided]
    assert 0.1 <= waits[0] <= 0.2 and waits[1] <= 0.02
    answer = perform(client, stub.play("/b", 503), policy_for=lambda attempt: 3)
    assert "policy_for must return Policy, not int" in str(answer.error)


@pytest.mark.parametrize("client", CLIENTS)
def test_a_policy_for_what_is_within(client: str, stub: Stub) -> None:
    url = stub.play("/a", 503)
    with using(ONCE):
        assert reasons(perform(client, url)) == [Reason.ATTEMPTS_EXHAUSTED]
    assert len(reasons(perform(client, url))) == 3
    with pytest.raises(InvalidPolicy), using(Policy(max_attempts=0)):
        pass


def test_a_policy_for_one_request_of_httpx(stub: Stub) -> None:
    stub.play("/b", 503)
    url = stub.play("/a", (302, {"Location": "/b"}))
    with httpx.Client(transport=RetryTransport(QUICK), follow_redirects=True) as http:
        with using(QUICK):
            http.get(url, extensions={"oncemore_policy": ONCE})
        assert len(stub.arrivals) == 2
        with pytest.raises(InvalidPolicy):
            http.get(url, extensions={"oncemore_policy": Policy(max_attempts=0)})
        with pytest.raises(TypeError, match="must be a Policy"):
            http.get(url, extensions={"oncemore_policy": 3})


def test_a_policy_for_one_request_of_urllib3(stub: Stub) -> None:
    with PoolManager(retries=Retry(QUICK)) as http:
        http.request("GET", stub.play("/a", 503), retries=Retry(ONCE))
    assert len(stub.arrivals) == 1


# ---- Keys ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("client", CLIENTS)
def test_a_key_is_made_once_for_a_call(client: str, stub: Stub) -> None:
    options = {"key_field": "Idempotency-Key", "make_key": True}
    for _ in range(2):
        answer = perform(client, stub.play("/a", 500, "close", 200), "POST", **options)
        assert answer.result == "status 200"
    keys = [arrival.fields.get("idempotency-key") for arrival in stub.arrivals]
    assert len(keys) == 6 and len(set(keys)) == 2 and keys[0] == keys[1] == keys[2]
    assert str(uuid.UUID(keys[0])) == keys[0]
    perform(client, stub.play("/b", 200), "GET", **options)
    assert "idempotency-key" not in stub.arrivals[-1].fields


@pytest.mark.parametrize("client", CLIENTS)
def test_the_caller_s_own_key_stays(client: str, stub: Stub) -> None:
    options = {"key_field": "Idempotency-Key", "make_key": lambda: "made"}
    named = {"key_field": "idempotency-KEY", "key": "mine"}
    url = stub.play("/a", 500, 200)
    CLIENTS[client](ScenarioCall("POST", url, named, QUICK, more=options))
    assert [arrival.fields["idempotency-key"] for arrival in stub.arrivals] == ["mine"] * 2
    perform(client, stub.play("/b", 500, 200), "POST", **options)
    assert [arrival.fields["idempotency-key"] for arrival in stub.arrivals[2:]] == ["made"] * 2


def test_a_key_needs_a_field() -> None:
    for adapter in (Retry, RetryAdapter, RetryTransport):
        with pytest.raises(ValueError, match="make_key needs key_field"):
            adapter(make_key=True)


# ---- What is told -------------------------------------------------------------------------------


@pytest.mark.parametrize("client", CLIENTS)
def test_a_decision_names_its_request(
    client: str, stub: Stub, caplog: pytest.LogCaptureFixture
) -> None:
    """But not what may be secret."""
    stub.play("/a?token=secret", 503, 200)
    port = stub.url.rpartition(":")[2]
    url = f"http://me:secret@127.0.0.1:{port}/a?token=secret"
    with caplog.at_level(logging.DEBUG, "oncemore"):
        answer = perform(client, url)
    shown = [(each.method, each.url, each.number) for each in answer.decided]
    assert shown == [("GET", stub.url + "/a", 1), ("GET", stub.url + "/a", 2)]
    lines = [record.getMessage() for record in caplog.records if record.name == "oncemore"]
    assert lines == [f"GET {stub.url}/a: {each.line}" for each in answer.decided]
    assert "secret" not in caplog.text or client == "urllib3"


def test_the_logger_is_quiet() -> None:
    logger = logging.getLogger("oncemore")
    assert not logger.handlers and logger.level == logging.NOTSET
    assert all(not logger.isEnabledFor(level) for level in [logging.DEBUG])


# ---- A loop by increment() ----------------------------------------------------------------------


def test_a_loop_by_increment_ends() -> None:
    """urllib3's own counts there, too, and libraries that never call sleep() rely on it."""
    retry: urllib3.Retry = Retry(QUICK).sending("GET", None, {})
    turns = 0
    with pytest.raises(urllib3.exceptions.ProtocolError) as raised:
        for turns in range(20):
            retry = retry.increment("GET", "/", error=urllib3.exceptions.ProtocolError("cut"))
            assert not retry.is_exhausted()
    assert turns == 2
    call = call_of(raised.value)
    assert call is not None and call.number == 3
    assert [each.attempt.outcome for each in call.decided] == [Failure.CONNECTION_LOST] * 3
