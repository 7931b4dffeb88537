# SPDX-License-Identifier: MIT
"""A body is sent again whole, or the request is not."""

from __future__ import annotations

import io
import pathlib
from collections.abc import Callable
from typing import Any

import pytest
import requests
import responses
import urllib3
from stub import Stub

from oncemore import Backoff, Policy, Reason
from oncemore.adapters import call_of
from oncemore.adapters.requests import RetryAdapter
from oncemore.adapters.urllib3 import HTTPConnectionPool, PoolManager, Retry

QUICK = Policy(max_attempts=3, max_redirects=2, backoff=Backoff(initial=0.01))
WHOLE = b"x" * 10


class Pipe(io.BytesIO):
    def seek(self, *_: Any) -> int:
        raise io.UnsupportedOperation


class Telling(io.BytesIO):
    """A file that is read to its end by whoever asks where it stands."""

    def tell(self) -> int:
        raise OSError


def at_4() -> io.BytesIO:
    file = io.BytesIO(b"read" + WHOLE)
    file.seek(4)
    return file


FILES: list[Callable[[], Any]] = [
    lambda: io.BytesIO(WHOLE),
    at_4,
    lambda: io.StringIO(WHOLE.decode()),
]


@pytest.mark.parametrize("length", [{}, {"Content-Length": "10"}])
@pytest.mark.parametrize("status", [301, 302, 307, 308])
@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("method", ["PUT", "POST"])
def test_a_file_goes_along_a_redirect(
    method: str, file: Any, status: int, length: dict[str, str], stub: Stub
) -> None:
    url = stub.play("/a", 503 if method == "PUT" else 429, (status, {"Location": "/b"}))
    stub.play("/b", 429, 200)
    with PoolManager(retries=Retry(QUICK)) as http:
        response = http.request(method, url, body=file(), headers=length, timeout=2)
    assert response.status == 200
    assert [arrival.body for arrival in stub.arrivals] == [WHOLE] * 4


def test_a_file_on_disk(stub: Stub, tmp_path: pathlib.Path) -> None:
    (tmp_path / "a").write_bytes(WHOLE)
    stub.play("/b", 200)
    with PoolManager(retries=Retry(QUICK)) as http, (tmp_path / "a").open("rb") as file:
        assert (
            http.request("PUT", stub.play("/a", (307, {"Location": "/b"})), body=file).status == 200
        )
    assert [arrival.body for arrival in stub.arrivals] == [WHOLE] * 2


def test_a_303_leaves_the_file_behind(stub: Stub) -> None:
    stub.play("/b", 503, 200)
    with PoolManager(retries=Retry(QUICK)) as http:
        url = stub.play("/a", (303, {"Location": "/b"}))
        assert http.request("POST", url, body=io.BytesIO(WHOLE)).status == 200
    assert stub.paths() == ["POST /a", "GET /b", "GET /b"]


@pytest.mark.parametrize("file", [Pipe, Telling])
def test_what_cannot_be_wound_back_does_not_go_along(file: Any, stub: Stub) -> None:
    stub.play("/b", 200)
    length = {"Content-Length": "10"}
    with PoolManager(retries=Retry(QUICK)) as http:
        url = stub.play("/a", (307, {"Location": "/b"}))
        assert http.request("PUT", url, body=file(WHOLE), headers=length).status == 307
        url = stub.play("/c", 503)
        assert http.request("PUT", url, body=file(WHOLE), headers=length).status == 503
    assert stub.paths() == ["PUT /a", "PUT /c"]


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_urllib3_s_own_manager_would_send_an_empty_one(status: int, stub: Stub) -> None:
    """So the redirect is not followed."""
    stub.play("/b", 200)
    retry = Retry(QUICK)
    with urllib3.PoolManager() as http, pytest.raises(urllib3.exceptions.MaxRetryError) as raised:
        url = stub.play("/a", (status, {"Location": "/b"}))
        http.request("PUT", url, body=io.BytesIO(WHOLE), retries=retry)
    assert stub.paths() == ["PUT /a"]
    call = call_of(raised.value)
    assert call is not None and call.refusal is not None
    assert call.refusal.reason is Reason.BODY_CONSUMED


def test_a_pool_winds_back_by_itself(stub: Stub) -> None:
    stub.play("/b", 503, 200)
    port = int(stub.url.rpartition(":")[2])
    for cls in (urllib3.HTTPConnectionPool, HTTPConnectionPool):
        stub.arrivals.clear()
        stub.play("/a", (307, {"Location": "/b"}))
        stub.play("/b", 503, 200)
        with cls("127.0.0.1", port) as pool:
            pool.request("PUT", "/a", body=io.BytesIO(WHOLE), retries=Retry(QUICK))
        assert [arrival.body for arrival in stub.arrivals] == [WHOLE] * 3


# ---- requests -----------------------------------------------------------------------------------


@pytest.fixture
def session() -> Any:
    with requests.Session() as session:
        session.trust_env = False
        session.mount("http://", RetryAdapter(QUICK))
        yield session


@pytest.mark.parametrize("status", [307, 308])
@pytest.mark.parametrize("file", FILES[:2])
def test_requests_winds_back(file: Any, status: int, session: requests.Session, stub: Stub) -> None:
    stub.play("/b", 503, 200)
    url = stub.play("/a", 503, (status, {"Location": "/b"}))
    assert session.put(url, data=file()).status_code == 200
    assert [arrival.body for arrival in stub.arrivals] == [WHOLE] * 4


@pytest.mark.parametrize("body", [WHOLE, io.BytesIO(WHOLE)])
def test_requests_would_put_nothing_after_a_301(
    body: Any, session: requests.Session, stub: Stub
) -> None:
    """It keeps the method and drops the body: an empty PUT is not what was asked for."""
    stub.play("/b", 200)
    with pytest.raises(requests.exceptions.TooManyRedirects, match="body_consumed"):
        session.put(stub.play("/a", (301, {"Location": "/b"})), data=body)
    assert stub.paths() == ["PUT /a"]


def test_under_a_mock_a_request_without_a_body_is_repeated(session: requests.Session) -> None:
    """No frame of urllib3 is in sight there."""
    with responses.RequestsMock() as mock:
        for status in (503, 503, 200):
            mock.get("http://example.org/", status=status)
        response = session.get("http://example.org/")
        assert response.status_code == 200
        assert len(mock.calls) == 3
