# SPDX-License-Identifier: MIT
"""What the attempts and hops of one call share, in every adapter."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import timedelta
from functools import reduce
from typing import TYPE_CHECKING, Any, TypedDict

import oncemore
from oncemore import (
    Attempt,
    Body,
    Decision,
    Evidence,
    Failure,
    Hop,
    HopDecision,
    Policy,
    RedirectRewrite,
    Repeatable,
    RetryAfter,
    Trail,
)

if TYPE_CHECKING:
    from typing_extensions import Self

DRAINED = 65536
"""Octets of a response that nobody wants which are read to keep its connection."""

_MARK = "_oncemore_call"


@dataclass(frozen=True)
class Decided:
    """An attempt that ended, and what was decided about it; str() is the line for the log."""

    attempt: Attempt
    decision: Decision
    line: str
    """As from describe(): `attempt 1 of 4: 503, retry in 740 ms`."""
    error: BaseException | None = None
    """The client's error, if the outcome is a Failure."""

    def __str__(self) -> str:
        return self.line


class Options(TypedDict, total=False):
    """What every adapter takes besides its policy, by keyword."""

    on_decision: Callable[[Decided], object] | None
    """Called after every attempt, in its thread, before the wait. It must not block."""
    attempt_field: str | None
    """The name of a request field, such as Retry-Attempt, that carries the number of retries: the
    first send has none, the second says 1. It replaces one that is there."""
    key_field: str | None
    """The name of a request field, such as Idempotency-Key. A request that carries it counts as
    repeatable, and carries the same key every time it is sent."""
    random: Callable[[], int]
    """64 uniform bits; oncemore.system.random_bits unless given, for tests, as what follows."""
    clock: Callable[[], float]
    """Seconds from any start, never set back; time.monotonic unless given."""
    now: Callable[[], float]
    """Seconds since 1970, for dates in Retry-After; time.time unless given."""


@dataclass(frozen=True)
class Setup:
    """A policy and the options, with their defaults."""

    policy: Policy
    on_decision: Callable[[Decided], object] | None = None
    attempt_field: str | None = None
    key_field: str | None = None
    random: Callable[[], int] = oncemore.system.random_bits
    clock: Callable[[], float] = time.monotonic
    now: Callable[[], float] = time.time

    @classmethod
    def of(cls, policy: Policy | None, options: Options) -> Self:
        """Refuses an invalid policy at once, and not when the first request has failed."""
        return cls(oncemore.validate(Policy() if policy is None else policy), **options)

    def options(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}


@dataclass(frozen=True)
class Request:
    """What decide() must know of the request that a retry would send."""

    method: str
    body: Body = Body.REPLAYABLE
    fields: Iterable[str] = ()
    """The names of its fields."""


@dataclass(frozen=True)
class Outcome:
    """How an attempt ended: a status with its Retry-After lines, or a Failure with its error."""

    result: int | Failure
    retry_after: Iterable[str] = ()
    error: BaseException | None = None
    evidence: Evidence = Evidence.BY_OUTCOME
    """What the client knows better than the outcome says."""


class Call:
    """One call: all its attempts and hops, from its first request on."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._start = setup.clock()
        self._retries = 0
        self._hops = Trail()
        self._previous_delay = timedelta()
        self._decided: list[Decided] = []
        self._refusal: HopDecision | None = None
        self._request = Request("")

    @property
    def policy(self) -> Policy:
        return self._setup.policy

    @property
    def number(self) -> int:
        """Of the attempt that runs or ended last, from 1. A hop is not an attempt."""
        return self._retries + 1

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
        """Why the call ended at a redirect that was not followed; `delay` is the wait that it asked for."""
        return self._refusal

    def elapsed(self) -> float:
        """Seconds since the call began."""
        return max(0.0, self._setup.clock() - self._start)

    def ended(self, request: Request, outcome: Outcome) -> Decision:
        """Decides about the attempt that just ended, and tells on_decision."""
        self._request = request
        attempt = Attempt(
            number=self.number,
            method=request.method,
            outcome=outcome.result,
            repeatable=self._repeatable(request.fields),
            evidence=outcome.evidence,
            body=request.body,
            elapsed=self.elapsed(),
            previous_delay=self._previous_delay,
            retry_after=self._wait_asked_for(outcome.retry_after),
        )
        decision = oncemore.decide(self.policy, attempt, self._setup.random())
        self._tell(attempt, decision, outcome.error)
        return decision

    def cancelled(self, error: BaseException, request: Request | None = None) -> None:
        """The caller ended the attempt that runs, or the wait after it."""
        self.ended(request or self._request, Outcome(Failure.CANCELLED, error=error))
        attach(self, error)

    def follow(
        self, status: int, before: str, request: Request, lines: Iterable[str]
    ) -> HopDecision:
        """Whether the client may send `request`, which a redirect made of one with the method
        `before`. How it is rewritten is the client's choice and has been made; what is left of its
        body is what counts, and KEEP asks about that."""
        policy = self.policy.replace(redirect_rewrite=RedirectRewrite.KEEP)
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
        else:
            self._refusal = answer
        return answer

    def sends_again(self, decision: Decision) -> None:
        """The wait is over: what is sent now is the next attempt."""
        self._retries += 1
        self._previous_delay = decision.delay

    def attempt_field(self) -> Mapping[str, str]:
        """The field to set in the request that is sent now, if any."""
        name = self._setup.attempt_field
        return {name: str(self._retries)} if name and self._retries else {}

    def _repeatable(self, names: Iterable[str]) -> Repeatable:
        key = self._setup.key_field
        carried = key is not None and key.lower() in (name.lower() for name in names)
        return Repeatable.YES if carried else Repeatable.BY_METHOD

    def _wait_asked_for(self, lines: Iterable[str]) -> RetryAfter:
        now = self._setup.now()
        parsed = (oncemore.parse_retry_after(line, now) for line in lines)
        return reduce(oncemore.combined, parsed, RetryAfter())

    def _tell(self, attempt: Attempt, decision: Decision, error: BaseException | None) -> None:
        line = oncemore.describe(self.policy, attempt, decision)
        self._decided.append(Decided(attempt, decision, line, error))
        if self._setup.on_decision is not None:
            self._setup.on_decision(self._decided[-1])


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
