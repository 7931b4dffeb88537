# SPDX-License-Identifier: MIT
"""What a user sets, and what a user is told, in every adapter."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Literal, TypedDict
from urllib.parse import urlsplit

import oncemore
from oncemore import Attempt, Decision, Policy

if TYPE_CHECKING:
    from typing_extensions import Self

Adjust = Callable[[Attempt, Any, Any], Attempt]
"""Takes the attempt, the client's request, and its response or error."""


@dataclass(frozen=True)
class Timing:
    """The clocks, the waits and the dice of an adapter, to be replaced in tests."""

    wall: Callable[[], float] = time.time
    """Seconds since 1970, for dates in a response that has no Date."""
    monotonic: Callable[[], float] = time.monotonic
    """Seconds from any start, never set back."""
    sleep: Callable[[float], Any] | None = None
    """Waits so many seconds; of an asynchronous client it is awaited. None is the client's own."""
    random: Callable[[], int] = oncemore.system.random_bits
    """64 uniform bits."""


@dataclass(frozen=True)
class Decided:
    """An attempt that ended, and what was decided about it; str() is the line for the log."""

    method: str
    url: str
    """Without user information, query and fragment, which may be secret."""
    attempt: Attempt
    decision: Decision
    line: str
    """As from describe(): `attempt 1 of 4: 503, retry in 740 ms`."""
    error: BaseException | None = None
    """The client's error, if there was one."""

    @property
    def number(self) -> int:
        """Of the attempt, from 1."""
        return self.attempt.number

    def __str__(self) -> str:
        return self.line


class Options(TypedDict, total=False):
    """What every adapter takes besides its policy, by keyword."""

    on_decision: Callable[[Decided], object] | None
    """Called after every attempt, in its thread, before the wait. It must not block."""
    adjust: Adjust | None
    """Called before a decision with the attempt, the client's request, and its response or error;
    returns the attempt to decide about, `attempt.replace(...)`: what the caller knows of evidence,
    server_says, budget, repeatable or retry_after. Of a response it may look at status and fields;
    the body has not been read. Not asked when the call was cancelled."""
    policy_for: Callable[[Attempt], Policy] | None
    """The policy to decide by about this attempt, called after adjust. Redirects and the deadline
    of an attempt stay those of the call's policy."""
    attempt_field: str | None
    """The name of a request field, such as Retry-Attempt, that carries the number of retries: the
    first send has none, the second says 1. It replaces one that is there."""
    key_field: str | None
    """The name of a request field, such as Idempotency-Key. A request that carries it counts as
    repeatable, and carries the same key every time it is sent."""
    make_key: Callable[[], str] | Literal[True] | None
    """Makes the key of a call whose method is not idempotent and whose request has none; True makes
    a UUID. Every attempt of the call carries the same one, in key_field."""
    timing: Timing


@dataclass(frozen=True)
class Setup:
    """A policy and the options, with their defaults."""

    policy: Policy
    on_decision: Callable[[Decided], object] | None = None
    adjust: Adjust | None = None
    policy_for: Callable[[Attempt], Policy] | None = None
    attempt_field: str | None = None
    key_field: str | None = None
    make_key: Callable[[], str] | Literal[True] | None = None
    timing: Timing = field(default_factory=Timing)

    @classmethod
    def of(cls, policy: Policy | None, options: Options) -> Self:
        """Refuses an invalid policy at once, and not when the first request has failed."""
        setup = cls(oncemore.validate(Policy() if policy is None else policy), **options)
        if setup.make_key and setup.key_field is None:
            raise ValueError("make_key needs key_field, the name of the field to send the key in")
        return setup

    def options(self) -> dict[str, Any]:
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def key_maker(self) -> Callable[[], str] | None:
        return _uuid if self.make_key is True else self.make_key


def _uuid() -> str:
    return str(uuid.uuid4())


def shown_url(url: str) -> str:
    """The URL without what may be secret."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    host = parts.netloc.rpartition("@")[2]
    return parts._replace(netloc=host, query="", fragment="").geturl()
