# SPDX-License-Identifier: MIT
"""A urllib3.Retry that asks decide()."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from datetime import timedelta
from types import TracebackType
from typing import TYPE_CHECKING, Any

import oncemore
from oncemore import Convention, Decision, Policy, Reason

from ._call import Call, Options, Outcome, Request, Setup, attach, call_of
from ._needs import needs
from ._urllib3_errors import outcome_of
from ._urllib3_request import request_in_sight, request_of
from ._urllib3_response import drain, retry_after

with needs("urllib3", "urllib3"):
    import urllib3
    from urllib3.exceptions import EmptyPoolError, MaxRetryError, ResponseError
    from urllib3.util.retry import RequestHistory

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack


class Retry(urllib3.Retry):
    """A urllib3.Retry that asks decide(), and follow() before a redirect.

    It counts by its policy and takes none of urllib3's counters: `total` is what the policy leaves.
    `from_int()` understands urllib3's numbers. Like every Retry it may be shared by threads; it can
    be pickled if its hook can.
    """

    def __init__(
        self,
        policy: Policy | None = None,
        *,
        raise_on_redirect: bool = True,
        remove_headers_on_redirect: Collection[str] = (
            urllib3.Retry.DEFAULT_REMOVE_HEADERS_ON_REDIRECT
        ),
        history: tuple[RequestHistory, ...] | None = None,
        sleep: Callable[[float], object] = time.sleep,
        **options: Unpack[Options],
    ) -> None:
        self._setup = Setup.of(policy, options)
        self._sleep = sleep
        self._call: Call | None = None
        self._request: Request | None = None
        self._decision = Decision()
        super().__init__(
            total=self._left(),
            raise_on_redirect=raise_on_redirect,
            raise_on_status=False,
            remove_headers_on_redirect=remove_headers_on_redirect,
            history=history,
        )

    @property
    def policy(self) -> Policy:
        return self._setup.policy

    @property
    def call(self) -> Call | None:
        """The call that this Retry belongs to; None before it has begun."""
        return self._call

    @classmethod
    def from_int(
        cls,
        retries: urllib3.Retry | bool | int | None,
        redirect: bool | int | None = True,
        default: urllib3.Retry | bool | int | None = None,
    ) -> urllib3.Retry:
        """A Retry with the default policy, but as many retries as urllib3's `total` would make."""
        if retries is None:
            retries = default
        if isinstance(retries, urllib3.Retry):
            return retries
        follows = bool(redirect) and retries is not False
        policy = Policy() if follows else Policy(max_redirects=0)
        if retries is not None:
            attempts = oncemore.max_attempts_for(Convention.URLLIB3_TOTAL, int(retries))
            policy = policy.replace(max_attempts=attempts)
        return cls(policy, raise_on_redirect=follows)

    def new(self, **changes: Any) -> Self:
        """A copy, in the same call. It takes what the constructor takes."""
        arguments: dict[str, Any] = {
            **self._setup.options(),
            "raise_on_redirect": self.raise_on_redirect,
            "remove_headers_on_redirect": self.remove_headers_on_redirect,
            "history": self.history,
            "sleep": self._sleep,
            **changes,
        }
        made = type(self)(**arguments)
        made._call, made._request = self._call, self._request
        made.total = made._left()
        return made

    def begin(self) -> Self:
        """A Retry for one call, which begins now."""
        begun = self.new()
        begun._call = Call(self._setup)
        return begun

    def is_retry(self, method: str, status_code: int, has_retry_after: bool = False) -> bool:
        """Whether increment() is to decide about a response: always, but for a redirect. That one
        comes to increment() only if it is followed, and is decided about here."""
        if not oncemore.is_followable(status_code):
            return True
        self._begun()._ended(method, Outcome(status_code))
        return False

    def increment(
        self,
        method: str | None = None,
        url: str | None = None,
        response: urllib3.BaseHTTPResponse | None = None,
        error: Exception | None = None,
        _pool: Any = None,
        _stacktrace: TracebackType | None = None,
    ) -> Self:
        """The Retry to wait with and to go on with. To stop, it raises: urllib3 then hands out the
        response; an error is raised as the module's text says."""
        retry = self._joined(response)._begun()
        entry = (method, url, error, getattr(response, "status", None))
        location = response.get_redirect_location() if response is not None else None
        if response is not None and location:
            retry._follow(method or "", url, response, _pool)
            return retry._next(RequestHistory(*entry, location))
        decision = retry._ended(method or "", outcome_of(response, error, _stacktrace))
        if not decision.retry:
            retry._stop(url, response, error, _pool, _stacktrace)
        if response is not None:
            drain(response)
        made = retry._next(RequestHistory(*entry, None))
        made._decision = decision
        return made

    def sleep(self, response: urllib3.BaseHTTPResponse | None = None) -> None:
        """Waits as long as was decided; then the next attempt begins."""
        if self._call is not None and self._decision.retry:
            self.wait(self._decision.delay)
            self._call.sends_again(self._decision)
            self.total = self._left()

    def sleep_for_retry(self, response: urllib3.BaseHTTPResponse) -> bool:
        """Does nothing: increment() has waited before the redirect."""
        return False

    def get_backoff_time(self) -> float:
        """Seconds that sleep() waits."""
        return self._decision.delay_seconds

    def is_exhausted(self) -> bool:
        """Whether there is no attempt left."""
        return self.total is not None and self.total < 0

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.policy!r})"

    def sending(self, method: str, body: Any, headers: Collection[str]) -> Self:
        """A Retry that knows the request, which need not be looked for."""
        sending = self if self._call is not None else self.begin()
        sending._request = request_of(method, body, headers)
        return sending

    def attempt_field(self) -> Mapping[str, str]:
        """The field to set in the request that is sent now, if any."""
        return {} if self._call is None else self._call.attempt_field()

    def interrupted(self, error: BaseException) -> None:
        """Something that is no Exception broke in while the request was sent."""
        if self._call is not None and call_of(error) is None:
            self._call.cancelled(error, self._request)

    def _left(self) -> int | None:
        attempts = self._setup.policy.max_attempts
        used = self._call.number if self._call is not None else 1
        return None if attempts == oncemore.UNLIMITED else attempts - used

    def _begun(self) -> Self:
        return self if self._call is not None else self.begin()

    def _joined(self, response: urllib3.BaseHTTPResponse | None) -> Self:
        """urllib3 may ask the Retry that a request was given, although its attempts went on with
        others; the response has the last one, which knows the call."""
        last = getattr(response, "retries", None)
        return last if self._call is None and isinstance(last, type(self)) else self

    def _facts(self, method: str) -> Request:
        return self._request or request_in_sight(method)

    def _ended(self, method: str, outcome: Outcome) -> Decision:
        assert self._call is not None
        return self._call.ended(self._facts(method), outcome)

    def _follow(
        self, method: str, url: str | None, response: urllib3.BaseHTTPResponse, pool: Any
    ) -> None:
        assert self._call is not None
        lines = retry_after(response)
        answer = self._call.follow(response.status, method, self._facts(method), lines)
        if answer.follow:
            drain(response)
            self.wait(answer.delay)
            return
        if answer.reason is not Reason.REDIRECT_LIMIT:
            self.raise_on_redirect = False  # of this call only: the redirect is its answer
        reason = ResponseError("too many redirects")
        stop = MaxRetryError(pool, url or "", reason)
        attach(self._call, stop)
        attach(self._call, response)
        raise stop from reason

    def _stop(
        self,
        url: str | None,
        response: urllib3.BaseHTTPResponse | None,
        error: Exception | None,
        pool: Any,
        traceback: TracebackType | None,
    ) -> None:
        assert self._call is not None
        reason: Exception = error or ResponseError(ResponseError.GENERIC_ERROR)
        attach(self._call, reason if response is None else response)
        if error is not None and (self._is_read_error(error) or isinstance(error, EmptyPoolError)):
            raise error.with_traceback(traceback)
        raise MaxRetryError(pool, url or "", reason) from reason

    def _next(self, entry: RequestHistory) -> Self:
        return self.new(history=(*self.history, entry))

    def wait(self, delay: timedelta) -> None:
        """Waits; the caller may break in."""
        if not delay:
            return
        try:
            self._sleep(delay.total_seconds())
        except BaseException as error:
            assert self._call is not None
            self._call.cancelled(error)
            raise
