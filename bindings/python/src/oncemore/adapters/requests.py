# SPDX-License-Identifier: MIT
"""requests retries by oncemore.

    session = requests.Session()
    session.mount("https://", RetryAdapter(Policy(max_attempts=3), on_decision=print))
    response = session.get("https://example.org/")

requests follows redirects outside its adapters and tells them nothing of it. A `RetryAdapter`
recognises a redirected request by its hooks, an object that requests hands on to it, so that all
hops of a call share their counts, their deadline and its start. Where the policy does not follow,
TooManyRedirects is raised; the session's own max_redirects (30) stays in force. A request that is
sent again because of its authentication (401), or by the caller (`response.next`), begins a new
call. After 301 or 302 requests keeps a PUT and drops its body; such a redirect is not followed.

Its pools are those of oncemore.adapters.urllib3, and what is said there of what they see is true
here: that nothing was sent is proven by connect() and send() of their connections, SOCKS or not,
and what else raises the same error, such as a body, proves nothing.

`requests.adapters.HTTPAdapter(max_retries=oncemore.adapters.urllib3.Retry(...))` retries as well,
but requests' redirects pass it by: it counts anew at each hop, requests_per_call(max_attempts, 30)
requests at most, does not know when the call began, cannot set fields, sees nothing of what was
sent, so that no order is repeated after an error, and does not keep requests from following a 307
with what is left of a body that can be read once: nothing.

Errors are requests' own, made from urllib3's. What requests does not translate, and the body, which
is read when the adapter has finished, is as without it: a body that breaks off is not retried.
adjust() gets the PreparedRequest, and urllib3's response or error.
"""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from oncemore import Body, Policy

from ._call import attach
from ._needs import needs

with needs("requests", "requests"):
    import urllib3
    from requests import PreparedRequest, Response
    from requests.adapters import DEFAULT_POOLBLOCK, DEFAULT_POOLSIZE, HTTPAdapter
    from requests.exceptions import TooManyRedirects

from ._settings import Options
from ._urllib3_pool import see_pools
from ._urllib3_request import request_of
from ._urllib3_response import lines_of
from ._urllib3_retry import Retry

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
        **options: Unpack[Options],
    ) -> None:
        retry = Retry(policy, **options)
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
        see_pools(self.poolmanager)

    def proxy_manager_for(self, proxy: str, **named: Any) -> Any:
        manager = super().proxy_manager_for(proxy, **named)
        see_pools(manager)
        return manager

    def send(self, request: PreparedRequest, *arguments: Any, **named: Any) -> Response:
        retry = _followed(request) or self._retry.begin(request)
        token = _RUNNING.set(retry.sending(*_facts(request)))
        try:
            response = super().send(request, *arguments, **named)
        finally:
            _RUNNING.reset(token)
        attach(retry.call, response)
        if response.is_redirect:
            _Hop(retry, request, response).go_along()
        return response


_RUNNING: ContextVar[Retry | None] = ContextVar("oncemore_requests", default=None)


class _Hooks(dict[str, Any]):
    """The hooks of a request that was redirected. requests hands this very object on to the request
    that it follows to, and that tells which call that one goes on with. Pickled, it is a dict."""

    def __init__(self, hop: _Hop) -> None:
        super().__init__(hop.hooks)
        self.hop = hop

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)


class _Hop:
    """A redirect that may be followed."""

    def __init__(self, retry: Retry, request: PreparedRequest, response: Response) -> None:
        self.retry = retry
        self.request = request
        self.response = response
        self.hooks = request.hooks

    def go_along(self) -> None:
        self.request.hooks = _Hooks(self)

    def leads_to(self, request: PreparedRequest) -> bool:
        """Whether requests itself follows: the caller with `response.next` begins a new call."""
        return self.request is not request and self.response.next is not request

    def follow(self, request: PreparedRequest) -> Retry:
        call = self.retry.call
        assert call is not None
        facts = request_of(*_facts(request))
        if self.request.body and not request.body and request.method == self.request.method:
            facts = replace(facts, body=Body.CONSUMED)  # requests has dropped it
        before, lines = self.request.method or "", lines_of(self.response.raw)
        answer = call.follow(self.response.status_code, before, facts, lines)
        if not answer.follow:
            message = f"redirect not followed: {answer.reason}"
            error = TooManyRedirects(message, response=self.response, request=request)
            attach(call, error)
            raise error
        self.retry.wait(answer.delay)
        return self.retry.going_on(request)


def _facts(request: PreparedRequest) -> tuple[str, Any, Any, str, Any]:
    """With the position from which requests winds back a file."""
    position = getattr(request, "_body_position", None)
    return request.method or "", request.body, request.headers, request.url or "", position


def _followed(request: PreparedRequest) -> Retry | None:
    """The Retry of the call that goes on with this request, None if it begins one."""
    hooks = request.hooks
    if not isinstance(hooks, _Hooks):
        return None
    hop = hooks.hop
    request.hooks = hop.request.hooks = hop.hooks
    return hop.follow(request) if hop.leads_to(request) else None
