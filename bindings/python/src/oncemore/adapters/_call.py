# SPDX-License-Identifier: MIT
"""What the attempts and hops of one call share, in every adapter."""

from __future__ import annotations

import logging
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import reduce
from typing import Any

import oncemore
from oncemore import (
    Attempt,
    Body,
    Decision,
    Evidence,
    Failure,
    Hop,
    HopDecision,
    Note,
    Policy,
    Reason,
    RedirectRewrite,
    Repeatable,
    RetryAfter,
    Trail,
)

from ._settings import Decided, Setup, shown_url

_LOG = logging.getLogger("oncemore")
_POLICY: ContextVar[Policy | None] = ContextVar("oncemore_policy", default=None)
_MARK = "_oncemore_call"

Lines = Callable[[str], Iterable[str]]
"""The lines of a response's field, by its name."""


def no_lines(_: str) -> Iterable[str]:
    """A response without fields, or none."""
    return ()


@contextmanager
def using(policy: Policy) -> Iterator[None]:
    """Calls that begin within take this policy in place of their adapter's: of this thread, or of
    this task and those that it starts. A policy that is given with a request goes first.

        with oncemore.adapters.using(Policy(max_attempts=1)):
            session.post("https://example.org/")
    """
    token = _POLICY.set(oncemore.validate(policy))
    try:
        yield
    finally:
        _POLICY.reset(token)


@dataclass(frozen=True)
class Request:
    """What decide() must know of the request that a retry would send."""

    method: str
    body: Body = Body.REPLAYABLE
    fields: Iterable[str] = ()
    """The names of its fields."""
    url: str = ""
    native: Any = None
    """The client's own, for adjust()."""


@dataclass(frozen=True)
class Outcome:
    """How an attempt ended: a status with its response's fields, or a Failure with its error."""

    result: int | Failure
    lines: Lines = no_lines
    error: BaseException | None = None
    response: Any = None
    """The client's own, for adjust()."""
    evidence: Evidence = Evidence.BY_OUTCOME
    """What the adapter knows better than the outcome says."""
    renewable: bool = False
    """Whether the adapter can send the next attempt on another connection."""
    followable: bool = False
    """Whether the client may follow the redirect that this is."""


class Wire:
    """What an adapter saw itself of one attempt below it. It proves; a type of an error does not,
    since whatever else runs there can raise the same."""

    def __init__(self, statuses: Container[int] = ()) -> None:
        self._statuses = statuses
        self.sent = False
        """An octet of the request may have left."""
        self.begun = False
        """Anything at all was seen."""
        self.connecting = False
        self.tunnel = False
        """What is under way is a CONNECT to a proxy, and not the request."""
        self.over = False
        """It broke, or was answered by something that is for us to repeat or for the client to
        follow: a layer below that then sends once more does what it should not. After a 401 it may
        have authenticated."""
        self.connection: Any = None
        self.response: Any = None
        """The client's own, of what was sent last."""
        self.decide: Callable[[Any], bool] | None = None
        """Whether the response of which the head is there will be followed by another attempt."""
        self.drain_seconds = 0.0
        """For the body of such a response."""
        self.proxy: tuple[int, Lines] | None = None
        """What a proxy answered that was asked for a tunnel."""
        self.repeated = False
        """Something below sent once more by itself, after an answer or an error."""
        self._broken: list[BaseException] = []

    def answered(self, status: int) -> bool:
        """Whether that is the end of it."""
        self.over = status in self._statuses or oncemore.is_redirection(status)
        return self.over

    def sends(self) -> None:
        """The request, from now on."""
        self.repeated = self.repeated or self.over
        self.sent = True

    def broke(self, error: BaseException) -> None:
        """It was seen at the connection itself."""
        if not any(error is each for each in self._broken):
            self._broken.append(error)

    def saw(self, error: BaseException | None) -> bool:
        """Whether this error, or one that it was made of, was seen to break the attempt. What it
        was merely raised after (its __context__) may have been dealt with since."""
        return any(cause is each for cause in made_of(error) for each in self._broken)

    def evidence(self, failure: Failure, error: BaseException | None) -> Evidence:
        """BY_OUTCOME where the name of the failure claims nothing, or what was seen proves it."""
        claimed = oncemore.evidence_of_failure(failure)
        if claimed is Evidence.UNKNOWN:
            return Evidence.BY_OUTCOME
        unsent = not self.sent or claimed is not Evidence.NEVER_SENT
        return Evidence.BY_OUTCOME if unsent and self.saw(error) else Evidence.UNKNOWN


class Call:
    """One call: all its attempts and hops, from its first request on."""

    def __init__(self, setup: Setup, policy: Policy | None = None) -> None:
        self._setup = setup
        self._policy = policy or _POLICY.get() or setup.policy
        self._start = setup.timing.monotonic()
        self._attempt = Attempt()
        self._ended_last: Attempt | None = None
        self._hops = Trail()
        self._decided: list[Decided] = []
        self._refusal: HopDecision | None = None
        self._request = Request("")
        self._key: str | None = None
        self.layered = False
        """Another layer of ours below decides; this one sends once."""

    def __reduce__(self) -> tuple[Any, ...]:
        """It is not pickled: a response or an error that it hangs on loses it, and nothing else."""
        return type(None), ()

    @property
    def policy(self) -> Policy:
        return self._policy

    @property
    def number(self) -> int:
        """Of the attempt that runs or ended last, from 1. A hop is not an attempt."""
        return self._attempt.number

    @property
    def hops(self) -> int:
        """Redirects that were followed, as far as the adapter sees them."""
        return self._hops.hops

    @property
    def decided(self) -> tuple[Decided, ...]:
        """Every decision so far, the oldest first."""
        return tuple(self._decided)

    @property
    def refusal(self) -> HopDecision | None:
        """Why the call ended at a redirect that was not followed; `delay` is the wait that it
        asked for."""
        return self._refusal

    def elapsed(self) -> float:
        """Seconds since the call began."""
        return max(0.0, self._setup.timing.monotonic() - self._start)

    def time_left(self) -> float | None:
        """Seconds that the policy leaves for an attempt that begins now; None if it has no limit,
        0 if it is too late to send one."""
        if self._policy.deadline is None:
            return None
        left = oncemore.time_left(self._policy, self.elapsed())
        return None if left is None else left.total_seconds()

    def ended(self, request: Request, outcome: Outcome) -> Decision:
        """Decides about the attempt that just ended, and tells on_decision. After a retry, what is
        sent next is the next attempt."""
        self._request = request
        attempt = self._described(request, outcome)
        policy = self._policy
        if self._setup.adjust is not None and outcome.result is not Failure.CANCELLED:
            ended_in = outcome.error if outcome.response is None else outcome.response
            attempt = self._setup.adjust(attempt, request.native or request, ended_in)
            _check(attempt, Attempt, "adjust")
        if self._setup.policy_for is not None:
            policy = self._setup.policy_for(attempt)
            _check(policy, Policy, "policy_for")
        decision = oncemore.decide(policy, attempt, self._setup.timing.random())
        if not outcome.renewable:
            decision = decision.replace(notes=decision.notes & ~Note.NEW_CONNECTION)
        line = oncemore.describe(policy, attempt, decision)
        if outcome.followable and decision.reason is Reason.REDIRECT:
            line = line.replace("stop: redirect", "a redirect, the client's to follow")
        self._tell(attempt, decision, line, outcome.error)
        self._ended_last = attempt
        if decision.retry:
            self._attempt = oncemore.advance(attempt, decision)
        return decision

    def repeated(self, request: Request, outcome: Outcome) -> Decision:
        """The attempt was more than one: a layer below repeats or follows. Nothing more is sent."""
        self._request = request
        attempt = self._described(request, outcome)
        line = (
            f"attempt {attempt.number}: {outcome.result}, stop: a layer below sent this request "
            "more than once; switch off what repeats or follows there, or take this adapter out"
        )
        self._tell(attempt, Decision(), line, outcome.error)
        return Decision()

    def cancelled(self, error: BaseException, request: Request | None = None) -> None:
        """The caller ended the attempt that runs, or, without a request, the wait after it."""
        if request is None and self._ended_last is not None:
            self._attempt = self._attempt.replace(number=self._ended_last.number)
        self.ended(request or self._request, Outcome(Failure.CANCELLED, error=error))
        attach(self, error)

    def follow(self, status: int, before: str, request: Request, lines: Lines) -> HopDecision:
        """Whether the client may send `request`, which a redirect made of one with the method
        `before`. How it is rewritten is the client's choice and has been made; what is left of its
        body is what counts, and KEEP asks about that."""
        policy = self._policy.replace(redirect_rewrite=RedirectRewrite.KEEP)
        hop = Hop(
            status=status,
            method=before,
            has_location=True,
            body=request.body,
            retry_after=self._wait_asked_for(lines),
            elapsed=self.elapsed(),
        )
        answer = oncemore.follow(policy, self._hops, hop)
        if answer.follow:
            self._hops = self._hops.followed(status, before, request.method)
            _LOG.debug("%s %s: %d, hop %d", before, shown_url(request.url), status, self.hops)
        else:
            self._refusal = answer
        return answer

    def fields(self, method: str, names: Iterable[str]) -> Mapping[str, str]:
        """The fields to set in the request that is sent now: of the attempt, and the key."""
        made: dict[str, str] = {}
        if self._setup.attempt_field and self.number > 1:
            made[self._setup.attempt_field] = str(self.number - 1)
        key_field, make_key = self._setup.key_field, self._setup.key_maker()
        if key_field is not None and make_key is not None and not oncemore.is_idempotent(method):
            if self._key is None and not _carried(key_field, names):
                self._key = make_key()
            if self._key is not None:
                made[key_field] = self._key
        return made

    def _described(self, request: Request, outcome: Outcome) -> Attempt:
        carried = self._setup.key_field is not None and _carried(
            self._setup.key_field, request.fields
        )
        return self._attempt.replace(
            method=request.method,
            outcome=outcome.result,
            repeatable=Repeatable.YES if carried else Repeatable.BY_METHOD,
            evidence=outcome.evidence,
            body=request.body,
            elapsed=self.elapsed(),
            retry_after=self._wait_asked_for(outcome.lines),
        )

    def _wait_asked_for(self, lines: Lines) -> RetryAfter:
        """Dates are read by the response's own clock, if it shows one."""
        now = self._setup.timing.wall()
        reference = oncemore.reference_time(_joined(lines("Date")), _joined(lines("Age")), now)
        parsed = (oncemore.parse_retry_after(line, reference) for line in lines("Retry-After"))
        return reduce(oncemore.combined, parsed, RetryAfter())

    def _tell(
        self, attempt: Attempt, decision: Decision, line: str, error: BaseException | None
    ) -> None:
        method, url = self._request.method, shown_url(self._request.url)
        decided = Decided(method, url, attempt, decision, line, error)
        self._decided.append(decided)
        _LOG.debug("%s %s: %s", method, url, line)
        if self._setup.on_decision is not None:
            self._setup.on_decision(decided)


def _carried(field: str, names: Iterable[str]) -> bool:
    return field.lower() in (name.lower() for name in names)


def _joined(lines: Iterable[str]) -> str | None:
    """One line as it is; several, which a Date or an Age must not have, are no date and no age."""
    return ", ".join(lines) or None


def _check(answer: object, wanted: type, option: str) -> None:
    if not isinstance(answer, wanted):
        raise TypeError(f"{option} must return {wanted.__name__}, not {type(answer).__name__}")


def attach(call: Call | None, holder: Any) -> None:
    """Lets call_of() find the call at a response or an error that goes to the caller."""
    if call is not None and hasattr(holder, "add_note"):
        for decided in call.decided:
            if decided.line not in getattr(holder, "__notes__", ()):
                holder.add_note(decided.line)
    setattr(holder, _MARK, call)


def call_of(holder: Any) -> Call | None:
    """The call that a response or an error came from, None if no adapter made it. An error that a
    client wrapped in one of its own is found as well."""
    seen: set[int] = set()
    while holder is not None and id(holder) not in seen:
        call: Call | None = getattr(holder, _MARK, None)
        if call is not None:
            return call
        seen.add(id(holder))
        inner = getattr(holder, "__cause__", None) or getattr(holder, "__context__", None)
        holder = inner or getattr(holder, "raw", None)
    return None


def causes_of(error: BaseException | None) -> Iterator[BaseException]:
    """The error and those inside it: what it was made of, or was raised after."""
    return _walked(error, lambda each: _wrapped(each) or each.__cause__ or each.__context__)


def made_of(error: BaseException | None) -> Iterator[BaseException]:
    """The error and those that it was made of."""
    return _walked(error, lambda each: _wrapped(each) or each.__cause__)


def _wrapped(error: BaseException) -> BaseException | None:
    return next((each for each in error.args if isinstance(each, BaseException)), None)


def _walked(
    error: BaseException | None, inside: Callable[[BaseException], BaseException | None]
) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = inside(error)
