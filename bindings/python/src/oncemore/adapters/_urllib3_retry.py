# SPDX-License-Identifier: MIT
"""A urllib3.Retry that asks decide()."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import timedelta
from types import TracebackType
from typing import TYPE_CHECKING, Any

import oncemore
from oncemore import Convention, Decision, Note, Policy, Reason

from ._call import Call, Outcome, Request, Wire, attach, call_of
from ._drain import drain_seconds
from ._needs import needs
from ._settings import Options, Setup
from ._urllib3_errors import outcome_of
from ._urllib3_request import request_in_sight, request_of
from ._urllib3_response import drain, lines_of

with needs("urllib3", "urllib3"):
    import urllib3
    from urllib3.exceptions import EmptyPoolError, MaxRetryError, ResponseError
    from urllib3.util.retry import RequestHistory

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

ENDED = "_oncemore_ended"
"""Set at a connection that a pool must close before it is used again."""


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
        **options: Unpack[Options],
    ) -> None:
        self._setup = Setup.of(policy, options)
        self._call: Call | None = None
        self._request: Request | None = None
        self._timeout: urllib3.Timeout | None = None
        self._decision = Decision()
        self._early: Decision | None = None
        self._native: Any = None
        self.wire = Wire()
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
            **changes,
        }
        made = type(self)(**arguments)
        made._call, made._request = self._call, self._request
        made._timeout, made._native = self._timeout, self._native
        made.total = made._left()
        return made

    @classmethod
    def instead_of(cls, given: Any, default: Any) -> Any:
        """What a pool of ours takes for the argument `retries`: a number is that many retries, by
        the rules of `default`, if that is ours; False is none at all, as in urllib3."""
        ours = default if isinstance(default, cls) else cls()
        if isinstance(given, cls) or getattr(given, "total", given) is False:
            return given
        if given is None or given is True:
            return ours
        if isinstance(given, int):
            attempts = oncemore.max_attempts_for(Convention.URLLIB3_TOTAL, given)
            return ours.new(policy=ours.policy.replace(max_attempts=attempts))
        raise TypeError(
            f"retries must be a Retry of oncemore.adapters.urllib3 or a number, not {given!r}: "
            "that has its own rules. Take Retry(Policy(...)), or send it by a urllib3.PoolManager"
        )

    def begin(self, native: Any = None) -> Self:
        """A Retry for one call, which begins now. `native` is what adjust() is shown as the
        request, if it is not urllib3's own."""
        begun = self.new()
        begun._call, begun._native = Call(self._setup), native
        return begun

    def going_on(self, native: Any) -> Self:
        """The same call, with the request of a hop."""
        made = self.new()
        made._native = native
        return made

    def is_retry(self, method: str, status_code: int, has_retry_after: bool = False) -> bool:
        """Whether increment() is to decide about a response: always, but for a redirect. That one
        comes to increment() only if it is followed, and is decided about here."""
        if not oncemore.is_followable(status_code):
            return True
        self.begun()._ended(method, Outcome(status_code, followable=True))
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
        """The Retry to wait with and to go on with: it counts. To stop, it raises: urllib3 then
        hands out the response; an error is raised as the module's text says."""
        retry = self._joined(response).begun()
        entry = (method, url, error, getattr(response, "status", None))
        location = response.get_redirect_location() if response is not None else None
        if response is not None and location:
            retry._follow(method or "", url, response, _pool)
            return retry._next(RequestHistory(*entry, location))
        decision, retry._early = retry._early, None
        if decision is None:
            outcome = outcome_of(response, error, _stacktrace, retry.wire)
            decision = retry._ended(method or "", outcome)
        if not decision.retry:
            retry._stop(url, response, error, _pool, _stacktrace)
        retry._end_connection(response, decision)
        made = retry._next(RequestHistory(*entry, None))
        made._decision = decision
        return made

    def sleep(self, response: urllib3.BaseHTTPResponse | None = None) -> None:
        """Waits as long as was decided."""
        if self._call is not None and self._decision.retry:
            self.wait(self._decision.delay)

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

    def sending(self, method: str, body: Any, headers: Collection[str], *where: Any) -> Self:
        """A Retry that knows the request, which need not be looked for. `where`: its URL, and the
        position of a file that is its body."""
        sending = self.begun()
        facts = request_of(method, body, headers, *where)
        sending._request = facts if self._native is None else replace(facts, native=self._native)
        sending.wire = Wire()
        sending.wire.decide = lambda response: sending._decides(method, response)
        return sending

    def _decides(self, method: str, response: urllib3.BaseHTTPResponse) -> bool:
        """Whether a response of which the head is there will be followed by another attempt. That
        of a success is seen when its body has been read, and a redirect is the manager's."""
        if oncemore.is_success(response.status) or oncemore.is_followable(response.status):
            return False
        self._early = self._ended(method, outcome_of(response, None, None, self.wire))
        self.wire.drain_seconds = self._drain_seconds(self._early)
        return self._early.retry

    def _drain_seconds(self, decision: Decision) -> float:
        return 0.0 if Note.NEW_CONNECTION in decision.notes else drain_seconds(self._call)

    def begun(self) -> Self:
        """Itself, or a Retry for a call that begins now."""
        return self if self._call is not None else self.begin()

    def fields(self, method: str, names: Collection[str]) -> Mapping[str, str]:
        """The fields to set in the request that is sent now, if any."""
        return {} if self._call is None else self._call.fields(method, names)

    def timeouts(self, given: urllib3.Timeout) -> tuple[urllib3.Timeout, urllib3.Timeout]:
        """The request's time-out, and that of the attempt that begins now: no more than what the
        deadline leaves. urllib3 hands it on to the next attempt; the request's is kept here."""
        self._timeout = self._timeout or given
        left = None if self._call is None else self._call.time_left()
        made = self._timeout.clone()
        if left:
            made.total = min(made.total, left) if isinstance(made.total, (int, float)) else left
        return self._timeout, made

    def too_late(self) -> bool:
        return self._call is not None and self._call.time_left() == 0

    def interrupted(self, error: BaseException) -> None:
        """Something that is no Exception broke in while the request was sent."""
        if self._call is not None and call_of(error) is None:
            self._call.cancelled(error, self._request)

    def _left(self) -> int | None:
        attempts = self._setup.policy.max_attempts
        used = self._call.number if self._call is not None else 1
        return None if attempts == oncemore.UNLIMITED else attempts - used

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
        lines = lines_of(response)
        answer = self._call.follow(response.status, method, self._facts(method), lines)
        if answer.follow:
            drain(response, drain_seconds(self._call))
            self.wait(answer.delay)
            return
        if answer.reason is not Reason.REDIRECT_LIMIT:
            self.raise_on_redirect = False  # of this call only: the redirect is its answer
        reason = ResponseError("too many redirects")
        stop = MaxRetryError(pool, url or "", reason)
        attach(self._call, stop)
        attach(self._call, response)
        raise stop from reason

    def _end_connection(
        self, response: urllib3.BaseHTTPResponse | None, decision: Decision
    ) -> None:
        """Or keeps it, for the next attempt."""
        if Note.NEW_CONNECTION in decision.notes and self.wire.connection is not None:
            setattr(self.wire.connection, ENDED, True)
        if response is not None:
            drain(response, self._drain_seconds(decision))

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
            (self._setup.timing.sleep or time.sleep)(delay.total_seconds())
        except BaseException as error:
            assert self._call is not None
            self._call.cancelled(error)
            raise
