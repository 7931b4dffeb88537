# SPDX-License-Identifier: MIT
"""requests retries by oncemore.

    session = requests.Session()
    session.mount("https://", RetryAdapter(Policy(max_attempts=3), on_decision=print))
    response = session.get("https://example.org/")

requests follows redirects outside its adapters and tells them nothing of it. A `RetryAdapter`
recognises a redirected request by a response hook that requests copies along with it, so that all
hops of a call share their counts, their deadline and its start. Where the policy does not follow,
TooManyRedirects is raised; the session's own max_redirects (30) stays in force. A request that is
sent again because of its authentication (401) begins a new call.

`requests.adapters.HTTPAdapter(max_retries=oncemore.adapters.urllib3.Retry(...))` retries as well,
but requests' redirects pass it by: it counts anew at each hop, requests_per_call(max_attempts, 30)
requests at most, does not know when the call began, cannot set the attempt field, and does not keep
requests from following a 307 with what is left of a body that can be read once: nothing.

Errors are requests' own, made from urllib3's. What requests does not translate, and the body, which
is read when the adapter has finished, is as without it: a body that breaks off is not retried.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from oncemore import Policy

from ._call import Options, attach
from ._needs import needs

with needs("requests", "requests"):
    import urllib3
    from requests import PreparedRequest, Response
    from requests.adapters import DEFAULT_POOLBLOCK, DEFAULT_POOLSIZE, HTTPAdapter
    from requests.exceptions import TooManyRedirects

from ._urllib3_request import request_of
from ._urllib3_response import retry_after
from ._urllib3_retry import Retry
from .urllib3 import POOLS

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["RetryAdapter"]


class RetryAdapter(HTTPAdapter):
    """An HTTPAdapter that retries by a policy."""

    def __init__(
        self,
        policy: Policy | None = None,
        *,
        pool_connections: int = DEFAULT_POOLSIZE,
        pool_maxsize: int = DEFAULT_POOLSIZE,
        pool_block: bool = DEFAULT_POOLBLOCK,
        sleep: Callable[[float], object] = time.sleep,
        **options: Unpack[Options],
    ) -> None:
        retry = Retry(policy, sleep=sleep, **options)
        super().__init__(pool_connections, pool_maxsize, retry, pool_block)

    @property
    def max_retries(self) -> urllib3.Retry:
        """The Retry of the call that runs here, or the one that all begin with."""
        return _RUNNING.get() or self._retry

    @max_retries.setter
    def max_retries(self, retry: urllib3.Retry) -> None:
        if not isinstance(retry, Retry):
            raise TypeError(f"max_retries must be a Retry of oncemore, not {retry!r}")
        self._retry = retry

    def init_poolmanager(self, *arguments: Any, **named: Any) -> None:
        super().init_poolmanager(*arguments, **named)
        self.poolmanager.pool_classes_by_scheme = POOLS

    def proxy_manager_for(self, proxy: str, **named: Any) -> Any:
        manager = super().proxy_manager_for(proxy, **named)
        manager.pool_classes_by_scheme = POOLS
        return manager

    def send(self, request: PreparedRequest, *arguments: Any, **named: Any) -> Response:
        retry = _followed(request) or self._retry.begin()
        token = _RUNNING.set(retry)
        try:
            response = super().send(request, *arguments, **named)
        finally:
            _RUNNING.reset(token)
        attach(retry.call, response)
        if response.is_redirect:
            _Hop(retry, request, response).go_along()
        return response


_RUNNING: ContextVar[Retry | None] = ContextVar("oncemore_requests", default=None)


class _Hop:
    """A response hook that does nothing but go along: requests copies a request with its hooks when
    it follows a redirect."""

    def __init__(self, retry: Retry, request: PreparedRequest, response: Response) -> None:
        self.retry = retry
        self.request = request
        self.response = response

    def __call__(self, response: Response, **named: Any) -> None:
        return None

    def go_along(self) -> None:
        self.request.hooks["response"].append(self)

    def follow(self, request: PreparedRequest) -> Retry:
        call = self.retry.call
        assert call is not None
        lines = retry_after(self.response.raw)
        facts = request_of(request.method or "", request.body, request.headers)
        answer = call.follow(self.response.status_code, self.request.method or "", facts, lines)
        if not answer.follow:
            message = f"redirect not followed: {answer.reason}"
            error = TooManyRedirects(message, response=self.response, request=request)
            attach(call, error)
            raise error
        self.retry.wait(answer.delay)
        return self.retry


def _followed(request: PreparedRequest) -> Retry | None:
    """The Retry of the call that goes on with this request, None if it begins one."""
    hooks = request.hooks["response"]
    hops = [hook for hook in hooks if isinstance(hook, _Hop)]
    for hop in hops:
        hooks.remove(hop)
    return hops[-1].follow(request) if hops and hops[-1].request is not request else None
