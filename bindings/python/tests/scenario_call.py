# SPDX-License-Identifier: MIT
"""A call of a scenario, what it asks of a client, and how it ended."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from oncemore import Failure, Policy
from oncemore.adapters import Decided, call_of

PATIENCE, MOST = 20.0, 80.0
"""Seconds after which a driver gives up on one call, and on all of a line."""


class Unsupported(Exception):
    """The client cannot do what the option asks for."""

    def __init__(self, option: str, why: str) -> None:
        super().__init__(why)
        self.option = option


class DriverTimeout(BaseException):
    """The call took longer than a driver waits."""


class Cancelled(BaseException):
    """How a caller that has no other means ends a call: a signal handler raises."""


@dataclass
class Answer:
    """How a call ended: a status with the number of octets of its body, or an error."""

    result: str
    body: int | None = None
    error: BaseException | None = None
    decided: tuple[Decided, ...] = ()


@dataclass
class ScenarioCall:
    """What is to be done."""

    method: str
    url: str
    named: dict[str, str]
    policy: Policy
    decided: list[Decided] = field(default_factory=list)
    more: dict[str, Any] = field(default_factory=dict)
    """Further options of an adapter."""

    @property
    def options(self) -> dict[str, Any]:
        """Of an adapter."""
        fields = {name: self.named.get(name) for name in ("attempt_field", "key_field")}
        return {"on_decision": self.decided.append, **fields, **self.more}

    @property
    def fields(self) -> dict[str, str]:
        """Of the request."""
        return {self.named["key_field"]: self.named["key"]} if "key" in self.named else {}

    @property
    def follow(self) -> bool:
        return self.named.get("follow") == "yes"

    @property
    def timeout(self) -> float:
        return self.seconds("timeout", 5.0)

    @property
    def connect_timeout(self) -> float:
        return self.seconds("connect_timeout", 5.0)

    @property
    def cancel_after(self) -> float | None:
        return self.seconds("cancel_after", 0.0) or None

    @property
    def repeat(self) -> int:
        return int(self.named.get("repeat", "1"))

    @property
    def patience(self) -> float:
        return min(PATIENCE * self.repeat, MOST)

    def seconds(self, name: str, default: float) -> float:
        return int(self.named[name]) / 1000 if name in self.named else default

    def body(self, one_shot: Callable[[bytes], Any]) -> Any:
        """Octets, or `one_shot` of them, or None."""
        kind, _, size = self.named.get("body", "none:0").partition(":")
        octets = b"x" * int(size)
        return {"none": None, "replayable": octets, "consumed": one_shot(octets)}[kind]

    def pauses(self) -> Iterator[float]:
        """The seconds to wait before each call; the decisions are those of the last call."""
        for turn in range(self.repeat):
            self.decided.clear()
            yield self.seconds("pause", 0.0) if turn else 0.0

    def refuse(self, option: str, why: str) -> None:
        """For a client that cannot do it."""
        if option in self.named:
            raise Unsupported(option, why)

    def answered(self, status: int, body: int) -> Answer:
        return Answer(f"status {status}", body, None, tuple(self.decided))

    def failed(
        self, error: BaseException, failure_of: Callable[[BaseException], Failure]
    ) -> Answer:
        """`failure_of` is the adapter's mapping, for an error that no attempt ended with."""
        return Answer(f"error {self._name(error, failure_of)}", None, error, tuple(self.decided))

    def _name(self, error: BaseException, failure_of: Callable[[BaseException], Failure]) -> str:
        if isinstance(error, (DriverTimeout, asyncio.TimeoutError)) and call_of(error) is None:
            return "driver_timeout"
        call = call_of(error)
        if call is not None and call.refusal is not None:
            return str(Failure.REDIRECT_LIMIT)
        outcome = self.decided[-1].attempt.outcome if self.decided else None
        return str(outcome if isinstance(outcome, Failure) else failure_of(error))


def one_shot(octets: bytes) -> Iterator[bytes]:
    """A stream that can be read once."""
    for start in range(0, len(octets), 4096):
        yield octets[start : start + 4096]


@contextmanager
def interrupted(call: ScenarioCall) -> Iterator[None]:
    """Ends a call that blocks its thread: when its caller wants to, or when it takes too long."""

    def end(number: int, frame: FrameType | None) -> None:
        raise Cancelled if call.cancel_after else DriverTimeout

    signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, call.cancel_after or call.patience)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
