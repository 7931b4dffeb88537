# SPDX-License-Identifier: MIT
"""requests, with the adapter's HTTPAdapter and with its own."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

import pytest
import requests
import requests.exceptions as known
import urllib3
from exceptions import exceptions_of
from requests.adapters import HTTPAdapter
from requests.auth import HTTPDigestAuth
from stub import Stub

import oncemore
from oncemore import Backoff, Policy, Reason
from oncemore.adapters import Decided, Timing, call_of
from oncemore.adapters.requests import RetryAdapter
from oncemore.adapters.urllib3 import Retry

QUICK = Policy(max_attempts=3, max_redirects=2, backoff=Backoff(initial=0.01))


def session_with(adapter: HTTPAdapter) -> requests.Session:
    session = requests.Session()
    session.trust_env = False
    session.mount("http://", adapter)
    return session


@pytest.fixture
def session() -> Iterator[requests.Session]:
    with session_with(RetryAdapter(QUICK)) as session:
        yield session


def chain(stub: Stub) -> str:
    """Two hops, each after a retry, and no luck at the end."""
    stub.play("/b", 503, (302, {"Location": "/c"}))
    stub.play("/c", 503)
    return stub.play("/a", 503, (302, {"Location": "/b"}))


def test_redirects_share_the_counts(session: requests.Session, stub: Stub) -> None:
    response = session.get(chain(stub))
    assert response.status_code == 503
    assert len(stub.arrivals) == oncemore.requests_per_call_shared(3, 2)
    call = call_of(response)
    assert call is not None and (call.number, call.hops) == (3, 2)


def test_requests_own_adapter_counts_anew_at_each_hop(stub: Stub) -> None:
    """The worst number is requests_per_call(max_attempts, the session's max_redirects)."""
    with session_with(HTTPAdapter(max_retries=Retry(QUICK))) as session:
        assert session.get(chain(stub)).status_code == 503
    assert len(stub.arrivals) == 2 + 2 + 3


def test_a_retry_in_requests_own_adapter(stub: Stub) -> None:
    with session_with(HTTPAdapter(max_retries=Retry(QUICK))) as session:
        assert session.put(stub.play("/a", 503, 200), data=b"x" * 10).status_code == 200
        assert session.put(stub.play("/b", 503), data=iter([b"x"])).status_code == 503
        assert session.get(stub.play("/c", 404)).status_code == 404
        with pytest.raises(known.ConnectionError):
            session.get("http://127.0.0.1:1/")
    assert stub.paths() == ["PUT /a", "PUT /a", "PUT /b", "GET /c"]


def test_too_many_redirects(session: requests.Session, stub: Stub) -> None:
    url = stub.play("/a", (302, {"Location": "/a"}))
    with pytest.raises(known.TooManyRedirects, match="redirect_limit") as raised:
        session.get(url)
    assert len(stub.arrivals) == 3
    assert raised.value.response is not None and raised.value.response.status_code == 302
    call = call_of(raised.value)
    assert call is not None and call.refusal is not None
    assert call.refusal.reason is Reason.REDIRECT_LIMIT


def test_a_redirect_waits(stub: Stub) -> None:
    waits: list[float] = []
    with session_with(RetryAdapter(QUICK, timing=Timing(sleep=waits.append))) as session:
        stub.play("/b", 200)
        session.get(stub.play("/a", (302, {"Location": "/b", "Retry-After": "1"})))
        with pytest.raises(known.TooManyRedirects, match="server_wait_too_long") as raised:
            session.get(stub.play("/c", (302, {"Location": "/b", "Retry-After": "120"})))
    assert waits == [1.0]
    call = call_of(raised.value)
    assert call is not None and call.refusal is not None
    assert call.refusal.delay_seconds == 120


def test_a_request_that_is_sent_twice_is_two_calls(session: requests.Session, stub: Stub) -> None:
    url = stub.play("/a", 503, (302, {"Location": "/b"}), 503, (302, {"Location": "/b"}))
    stub.play("/b", 200)
    prepared = requests.Request("GET", url).prepare()
    for _ in range(2):
        response = session.send(prepared)
        call = call_of(response)
        assert call is not None and (call.number, call.hops) == (2, 1)
    assert not prepared.hooks["response"]
    for _ in range(2):
        redirect = session.send(prepared, allow_redirects=False)
        call = call_of(redirect)
        assert call is not None and (call.number, call.hops) == (1, 0)


def test_authentication_begins_a_new_call(session: requests.Session, stub: Stub) -> None:
    asked = {"WWW-Authenticate": 'Digest realm="r", nonce="n", qop="auth"'}
    url = stub.play("/a", (401, asked), 503, 503, 200)
    response = session.get(url, auth=HTTPDigestAuth("me", "secret"))
    assert response.status_code == 200
    call = call_of(response)
    assert call is not None and call.number == 3


def test_it_can_be_pickled(stub: Stub) -> None:
    adapter = pickle.loads(pickle.dumps(RetryAdapter(QUICK, attempt_field="Retry-Attempt")))
    with session_with(adapter) as session:
        session.get(stub.play("/a", 503))
    assert [arrival.fields.get("retry-attempt") for arrival in stub.arrivals] == [None, "1", "2"]


def test_the_hook_may_send_requests_itself(stub: Stub) -> None:
    inner = session_with(RetryAdapter(Policy(max_attempts=1)))
    stub.play("/log", 503)
    hooked: list[Decided] = []

    def hook(decided: Decided) -> None:
        hooked.append(decided)
        inner.post(stub.url + "/log", data=str(decided))

    with inner, session_with(RetryAdapter(QUICK, on_decision=hook)) as session:
        assert session.get(stub.play("/a", 503, 200)).status_code == 200
    assert stub.paths() == ["GET /a", "POST /log", "GET /a", "POST /log"]


def test_another_retry_is_refused() -> None:
    with pytest.raises(TypeError, match="Retry of oncemore"):
        RetryAdapter().max_retries = urllib3.Retry(3)


def test_no_exception_of_requests_reaches_the_adapter() -> None:
    """They are made from urllib3's, which are mapped, or raised outside the adapter."""
    made_of_urllib3_s = {
        "ConnectionError",
        "ConnectTimeout",
        "ProxyError",
        "ReadTimeout",
        "RetryError",
        "SSLError",
    }
    outside = {
        "ChunkedEncodingError": "the caller reads the body",
        "ContentDecodingError": "the caller reads the body",
        "HTTPError": "made by raise_for_status()",
        "InvalidHeader": "before there is a request",
        "InvalidJSONError": "the caller reads the body",
        "InvalidProxyURL": "before there is a request",
        "InvalidSchema": "before there is a request",
        "InvalidURL": "before there is a request",
        "JSONDecodeError": "the caller reads the body",
        "MissingSchema": "before there is a request",
        "RequestException": "a base class",
        "StreamConsumedError": "the caller reads the body",
        "Timeout": "a base class",
        "TooManyRedirects": "raised for a refused hop",
        "URLRequired": "before there is a request",
        "UnrewindableBodyError": "between two hops",
    }
    names = {each.__name__ for each in exceptions_of(known)}
    assert names <= made_of_urllib3_s | outside.keys()
