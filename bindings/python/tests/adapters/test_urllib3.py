# SPDX-License-Identifier: MIT
"""A Retry wherever urllib3 takes one, and what only the adapter's own managers can do."""

from __future__ import annotations

import io
import pickle
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import urllib3
from stub import Stub
from urllib3.exceptions import EmptyPoolError, MaxRetryError

import oncemore
from oncemore import Backoff, Failure, Policy, Reason
from oncemore.adapters import Decided, Timing, call_of
from oncemore.adapters.urllib3 import HTTPConnectionPool, PoolManager, Retry

QUICK = Policy(max_attempts=3, max_redirects=2, backoff=Backoff(initial=0.01))
V1 = urllib3.__version__.startswith("1.")  # type: ignore[attr-defined, unused-ignore]


def octets() -> Iterator[bytes]:
    yield b"x" * 10


@pytest.fixture(params=[PoolManager, urllib3.PoolManager])
def http(request: Any) -> Iterator[urllib3.PoolManager]:
    with request.param(retries=Retry(QUICK)) as manager:
        yield manager


def test_a_manager_and_a_request(http: urllib3.PoolManager, stub: Stub) -> None:
    assert http.request("GET", stub.play("/a", 503, 503, 200)).status == 200
    assert http.request("GET", stub.play("/b", 503)).status == 503
    assert http.request("GET", stub.play("/c", 503), retries=Retry(Policy(max_attempts=1)))
    assert len(stub.arrivals) == 3 + 3 + 1


def test_a_number_is_that_many_retries_by_our_rules(stub: Stub) -> None:
    retry = Retry(QUICK, attempt_field="Retry-Attempt")
    with PoolManager(retries=retry) as http:
        for retries, sends in ((1, 2), (0, 1), (False, 1), (True, 3), (None, 3)):
            stub.arrivals.clear()
            assert http.request("GET", stub.play("/a", 503), retries=retries).status == 503
            assert len(stub.arrivals) == sends, retries
            assert stub.arrivals[-1].fields.get("retry-attempt") == (
                str(sends - 1) if sends > 1 else None
            )
    for number, sends in ((1, 2), (False, 1)):
        stub.arrivals.clear()
        with PoolManager(retries=number) as http:
            assert http.request("GET", stub.play("/a", 503)).status == 503
        assert len(stub.arrivals) == sends


def test_a_retry_of_urllib3_is_refused(stub: Stub) -> None:
    """It would repeat by other rules, in silence."""
    url = stub.play("/a", 503)
    with PoolManager() as http, pytest.raises(TypeError, match="Take Retry"):
        http.request("GET", url, retries=urllib3.Retry(2))
    with pytest.raises(TypeError, match="Take Retry"):
        PoolManager(retries=urllib3.Retry(2))
    port = int(stub.url.rpartition(":")[2])
    with (
        HTTPConnectionPool("127.0.0.1", port) as pool,
        pytest.raises(TypeError, match="Take Retry"),
    ):
        pool.request("GET", "/a", retries=urllib3.Retry(2))
    assert not stub.arrivals


@pytest.mark.parametrize(
    "body, sends",
    [
        (lambda: None, 3),
        (lambda: b"x" * 10, 3),
        (lambda: "x" * 10, 3),
        (lambda: [b"x" * 5, b"x" * 5], 3),
        (lambda: io.BytesIO(b"x" * 10), 3),
        (lambda: iter([b"x" * 10]), 1),
        (octets, 1),
    ],
)
def test_a_body(http: urllib3.PoolManager, stub: Stub, body: Any, sends: int) -> None:
    response = http.request("PUT", stub.play("/a", 503), body=body())
    assert response.status == 503
    assert [len(arrival.body) for arrival in stub.arrivals] == [10 if body() else 0] * sends


def test_a_file_is_wound_back_to_where_it_was(http: urllib3.PoolManager, stub: Stub) -> None:
    file = io.BytesIO(b"read" + b"x" * 10)
    file.read(4)
    http.request("PUT", stub.play("/a", 503, 200), body=file)
    assert [arrival.body for arrival in stub.arrivals] == [b"x" * 10] * 2


def test_a_pipe_cannot_be_wound_back(http: urllib3.PoolManager, stub: Stub) -> None:
    class Pipe(io.BytesIO):
        def seek(self, *_: Any) -> int:
            raise io.UnsupportedOperation

    http.request(
        "PUT", stub.play("/a", 503), body=Pipe(b"x" * 10), headers={"Content-Length": "10"}
    )
    assert len(stub.arrivals) == 1


def test_a_post(http: urllib3.PoolManager, stub: Stub) -> None:
    assert http.request("POST", stub.play("/a", 504), body=b"x").status == 504
    assert http.request("POST", stub.play("/a", 503), body=b"x").status == 503
    http.request("POST", stub.play("/b", 429), body=b"x")
    retry = Retry(QUICK, key_field="Idempotency-Key")
    fields = {"idempotency-key": "k"}
    http.request("POST", stub.play("/c", 504), body=b"x", headers=fields, retries=retry)
    assert stub.paths() == ["POST /a", "POST /a", *["POST /b"] * 3, *["POST /c"] * 3]
    assert {arrival.fields.get("idempotency-key") for arrival in stub.arrivals[-3:]} == {"k"}


def test_an_unfollowed_redirect_is_one_request(http: urllib3.PoolManager, stub: Stub) -> None:
    url = stub.play("/a", (302, {"Location": "/a"}))
    response = http.request("GET", url, redirect=False)
    assert response.status == 302
    assert len(stub.arrivals) == 1
    if isinstance(http, PoolManager):  # urllib3's own shows the response to nobody
        call = call_of(response)
        assert call is not None and call.decided[0].decision.reason is Reason.REDIRECT


def test_redirects_share_the_counts(http: urllib3.PoolManager, stub: Stub) -> None:
    named: list[dict[str, Any]] = [{"retries": Retry(QUICK)}]
    if isinstance(http, PoolManager) or not V1:  # urllib3 1.26 forgets the Retry of its manager
        named.append({})
    for each in named:
        stub.arrivals.clear()
        _redirects_share_the_counts(http, stub, each)


def _redirects_share_the_counts(http: Any, stub: Stub, named: dict[str, Any]) -> None:
    """max_attempts + max_redirects requests, and no more."""
    url = stub.play("/a", 503, (302, {"Location": "/b"}))
    stub.play("/b", 503, (302, {"Location": "/c"}))
    stub.play("/c", 503)
    response = http.request("GET", url, **named)
    assert response.status == 503
    assert len(stub.arrivals) == oncemore.requests_per_call_shared(3, 2)
    assert response.geturl().endswith("/c")


def test_a_307_is_not_followed_without_its_body(http: urllib3.PoolManager, stub: Stub) -> None:
    """The adapter's manager hands the redirect out, which urllib3's own cannot be told."""
    url = stub.play("/a", (307, {"Location": "/b"}))
    stub.play("/b", 200)
    retry = Retry(QUICK)
    if isinstance(http, PoolManager):
        assert http.request("POST", url, body=octets(), retries=retry).status == 307
    else:
        with pytest.raises(MaxRetryError):
            http.request("POST", url, body=octets(), retries=retry)
    assert stub.paths() == ["POST /a"]


def test_too_many_redirects(http: urllib3.PoolManager, stub: Stub) -> None:
    url = stub.play("/a", (302, {"Location": "/a"}))
    with pytest.raises(MaxRetryError) as raised:
        http.request("GET", url, retries=Retry(QUICK))
    assert len(stub.arrivals) == 3
    call = call_of(raised.value)
    assert call is not None and call.refusal is not None
    assert call.refusal.reason is Reason.REDIRECT_LIMIT
    lenient = Retry(QUICK, raise_on_redirect=False)
    assert http.request("GET", url, retries=lenient).status == 302
    assert len(stub.arrivals) == 6


def test_a_pool_by_itself(stub: Stub) -> None:
    """It asks increment() about a redirect without is_retry() before."""
    port = int(stub.url.rpartition(":")[2])
    for cls in (urllib3.HTTPConnectionPool, HTTPConnectionPool):
        stub.arrivals.clear()
        stub.play("/a", (307, {"Location": "/b"}))
        stub.play("/b", 503, 200)
        with cls("127.0.0.1", port, retries=Retry(QUICK)) as pool:
            assert pool.request("PUT", "/a", body=b"x" * 10).status == 200
        assert stub.paths() == ["PUT /a", "PUT /b", "PUT /b"]
        assert {arrival.body for arrival in stub.arrivals} == {b"x" * 10}


def test_the_last_error_is_urllib3_s(http: urllib3.PoolManager, stub: Stub) -> None:
    with pytest.raises(MaxRetryError) as refused:
        http.request("GET", "http://127.0.0.1:1/")
    assert isinstance(refused.value.reason, urllib3.exceptions.NewConnectionError)
    with pytest.raises(urllib3.exceptions.ProtocolError):
        http.request("GET", stub.play("/a", "close"))


def test_the_history_is_kept(http: urllib3.PoolManager, stub: Stub) -> None:
    response = http.request("GET", stub.play("/a", 503, "close", 200))
    assert response.retries is not None
    first, second = response.retries.history
    assert (first.method, first.status, second.status) == ("GET", 503, None)
    assert isinstance(second.error, urllib3.exceptions.ProtocolError)
    assert response.retries.total == 0


def test_many_threads_share_one(stub: Stub) -> None:
    urls = [stub.play(f"/{n}", 503, 503, 200) for n in range(40)]
    with PoolManager(retries=Retry(QUICK), maxsize=8) as http, ThreadPoolExecutor(8) as threads:
        statuses = list(threads.map(lambda url: http.request("GET", url).status, urls))
    assert statuses == [200] * 40
    assert len(stub.arrivals) == 120


# ---- The class ----------------------------------------------------------------------------------


def test_from_int() -> None:
    assert Retry.from_int(3).total == 3
    assert Retry.from_int(0).total == 0
    assert Retry.from_int(None).total == 3  # the library's own default
    for none in (Retry.from_int(False), Retry.from_int(3, redirect=False)):
        assert isinstance(none, Retry)
        assert none.policy.max_redirects == 0 and not none.raise_on_redirect
    mine = Retry(QUICK)
    assert Retry.from_int(mine) is mine and Retry.from_int(None, default=mine) is mine
    assert urllib3.Retry.from_int(mine) is mine


def test_new_keeps_what_is_not_changed() -> None:
    seen: list[Decided] = []
    retry = Retry(QUICK, on_decision=seen.append, key_field="Key", raise_on_redirect=False)
    copy = retry.new(policy=QUICK.replace(max_attempts=7))
    assert (copy.policy.max_attempts, copy.total, copy.raise_on_redirect) == (7, 6, False)
    assert copy.policy.backoff == QUICK.backoff
    assert retry.policy == QUICK
    with pytest.raises(TypeError, match="total"):
        retry.new(total=3)


def test_it_can_be_pickled(stub: Stub) -> None:
    retry = pickle.loads(pickle.dumps(Retry(QUICK, attempt_field="Retry-Attempt")))
    with PoolManager(retries=retry) as http:
        http.request("GET", stub.play("/a", 503))
    assert [arrival.fields.get("retry-attempt") for arrival in stub.arrivals] == [None, "1", "2"]


def test_unlimited() -> None:
    assert Retry(Policy(max_attempts=oncemore.UNLIMITED)).total is None


def test_it_is_asked_as_urllib3_asks() -> None:
    retry = Retry(QUICK)
    assert retry.is_retry("GET", 200) and retry.is_retry("POST", 404)
    assert not retry.is_retry("GET", 302)
    assert not retry.is_exhausted()
    assert repr(retry).startswith("Retry(Policy(")
    with pytest.raises(MaxRetryError):
        retry.increment("GET", "/", error=ValueError("unknown"))


def test_a_request_out_of_sight_has_a_body_that_is_consumed() -> None:
    seen: list[Decided] = []
    with pytest.raises(MaxRetryError):
        Retry(QUICK, on_decision=seen.append).increment(
            "GET", "/", urllib3.HTTPResponse(status=503)
        )
    assert [decided.decision.reason for decided in seen] == [Reason.BODY_CONSUMED]


def test_the_wait_is_what_was_decided(stub: Stub) -> None:
    waits: list[float] = []
    retry = Retry(QUICK, timing=Timing(sleep=waits.append, random=lambda: 0))
    with PoolManager(retries=retry) as http:
        http.request("GET", stub.play("/a", 503))
        stub.play("/c", 200)
        http.request("GET", stub.play("/b", (302, {"Location": "/c", "Retry-After": "1"})))
    assert waits[:2] == [0.005, 0.01]
    assert waits[2:3] == [1.0]


# ---- The managers -------------------------------------------------------------------------------


def test_the_deadline_counts_from_the_start(stub: Stub) -> None:
    """Of the first attempt, which gets no more time than the policy allows for all."""
    policy = QUICK.replace(deadline=0.2)
    silent = socket.create_server(("127.0.0.1", 0))
    url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
    choices: list[dict[str, Any]] = [{}, {"retries": Retry(policy).begin()}]
    for named in choices:
        stub.arrivals.clear()
        manager = urllib3.PoolManager if named else PoolManager
        with manager(retries=Retry(policy), timeout=0.3 if named else 10) as http:
            with pytest.raises(urllib3.exceptions.ReadTimeoutError) as raised:
                http.request("GET", url, **named)
        call = call_of(raised.value)
        assert call is not None and 0.2 < call.elapsed() < 5
        assert [decided.decision.reason for decided in call.decided] == [Reason.DEADLINE]


def test_waiting_for_a_connection_is_retried(stub: Stub) -> None:
    """Nothing was sent, so that a POST may wait once more."""
    seen: list[Decided] = []
    retry = Retry(QUICK, on_decision=seen.append)
    with PoolManager(retries=retry, maxsize=1, block=True) as http:
        held = http.request("GET", stub.play("/a", 200), preload_content=False)
        with pytest.raises(EmptyPoolError):
            http.request("POST", stub.play("/b", 200), pool_timeout=0.01)
        assert [decided.attempt.outcome for decided in seen[1:]] == [Failure.NOT_SENT] * 3
        threading.Timer(0.02, held.drain_conn).start()
        again = http.request("POST", stub.url + "/b", pool_timeout=0.015)
        assert again.status == 200


def test_waiting_for_a_connection_is_decided_about_once(stub: Stub) -> None:
    """Also where urllib3's own recursion is in between."""
    turns = iter([None])

    class Pool(HTTPConnectionPool):
        def _get_conn(self, timeout: Any = None) -> Any:
            if next(turns, self) is self:
                raise EmptyPoolError(self, "full")
            return super()._get_conn(timeout)

    seen: list[Decided] = []
    stub.play("/a", 503)
    port = int(stub.url.rpartition(":")[2])
    with Pool("127.0.0.1", port, retries=Retry(QUICK, on_decision=seen.append)) as pool:
        with pytest.raises(EmptyPoolError):
            pool.request("GET", "/a")
    outcomes = [decided.attempt.outcome for decided in seen]
    assert outcomes == [503, Failure.NOT_SENT, Failure.NOT_SENT]


def test_the_attempt_field_is_set_and_not_added(stub: Stub) -> None:
    with PoolManager(retries=Retry(QUICK, attempt_field="Retry-Attempt")) as http:
        http.request("GET", stub.play("/a", 503, 200), headers={"retry-attempt": "7"})
    assert [arrival.fields["retry-attempt"] for arrival in stub.arrivals] == ["7", "1"]


def test_an_interrupted_attempt_is_cancelled(stub: Stub) -> None:
    seen: list[Decided] = []

    class Interrupted(urllib3.connection.HTTPConnection):
        def request(self, *arguments: Any, **named: Any) -> None:
            raise KeyboardInterrupt

    class Pool(HTTPConnectionPool):
        ConnectionCls = Interrupted

    with Pool("127.0.0.1", 1, retries=Retry(QUICK, on_decision=seen.append)) as pool:
        pool.ConnectionCls.connect = lambda self: None  # type: ignore[method-assign]
        with pytest.raises(KeyboardInterrupt):
            pool.request("GET", "/")
    assert [decided.decision.reason for decided in seen] == [Reason.CANCELLED]


def test_an_interrupted_wait_is_cancelled(stub: Stub) -> None:
    def interrupted(_: float) -> None:
        raise KeyboardInterrupt

    seen: list[Decided] = []
    with PoolManager(
        retries=Retry(QUICK, on_decision=seen.append, timing=Timing(sleep=interrupted))
    ) as http:
        with pytest.raises(KeyboardInterrupt) as raised:
            http.request("GET", stub.play("/a", 503))
    assert [decided.decision.reason for decided in seen] == [
        Reason.RETRYABLE_STATUS,
        Reason.CANCELLED,
    ]
    assert [decided.attempt.number for decided in seen] == [1, 1]
    call = call_of(raised.value)
    assert call is not None and call.decided == tuple(seen)
