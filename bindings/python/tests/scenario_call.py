# SPDX-License-Identifier: MIT
"""A call of a scenario, what it asks of a client, and how it ended."""

from __future__ import annotations

import asyncio
import io
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterator
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


CALLERS_ERRORS: dict[str, Callable[[], OSError]] = {
    "connect": lambda: ConnectionRefusedError(111, "the caller's own"),
    "name_resolution": lambda: socket.gaierror(-2, "the caller's own"),
    "timeout": lambda: TimeoutError(110, "the caller's own"),
}
"""What the caller's own code raises, by the failures whose names a client would give them."""


@dataclass
class Producer:
    """A body that can be begun again, and fails half-way."""

    octets: bytes
    error: OSError

    def __iter__(self) -> Iterator[bytes]:
        yield self.octets[: len(self.octets) // 2]
        raise self.error

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for octets in self:
            yield octets


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
    turn: int = 0
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
        fields = {self.named["key_field"]: self.named["key"]} if "key" in self.named else {}
        if "length" in self.named:
            fields["Content-Length"] = self.named["body"].partition(":")[2]
        return fields

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
        if error := self.callers_error("producer"):
            return Producer(octets, error)
        if kind in ("file", "offset", "at_end"):
            file = io.BytesIO(b"yyy" + octets if kind == "offset" else octets)
            file.seek({"file": 0, "offset": 3, "at_end": len(octets)}[kind])
            return file
        return {"none": None, "replayable": octets, "consumed": one_shot(octets)}[kind]

    def callers_error(self, place: str) -> OSError | None:
        """What the caller's own code raises in this place, if it is to fail there."""
        found, _, kind = self.named.get("fails", "").partition(":")
        return CALLERS_ERRORS[kind]() if found == place else None

    def pauses(self) -> Iterator[float]:
        """The seconds to wait before each call; the decisions are those of the last call."""
        for self.turn in range(self.repeat):
            self.decided.clear()
            yield self.seconds("pause", 0.0) if self.turn else 0.0

    @property
    def is_cancelled(self) -> bool:
        """Whether the call of this turn is to be cancelled."""
        return self.cancel_after is not None and self.turn < int(
            self.named.get("cancels", self.repeat)
        )

    @property
    def goes_on(self) -> bool:
        """Whether another call comes after this one."""
        return self.turn + 1 < self.repeat

    @contextmanager
    def blocking(self) -> Iterator[None]:
        """One call that blocks its thread."""
        signal.setitimer(
            signal.ITIMER_REAL, self.cancel_after or 0 if self.is_cancelled else self.patience
        )
        try:
            yield
        except Cancelled:
            if not self.goes_on:
                raise

    @contextmanager
    def awaiting(self) -> Iterator[None]:
        """One call in a task."""
        task = asyncio.current_task()
        assert task is not None
        after = self.cancel_after or 0 if self.is_cancelled else self.patience
        timer = asyncio.get_running_loop().call_later(after, task.cancel)
        try:
            yield
        except asyncio.CancelledError:
            if not self.goes_on:
                raise
            if sys.version_info >= (3, 11):
                task.uncancel()
        finally:
            timer.cancel()

    @property
    def pool(self) -> int | None:
        return int(self.named["pool"]) if "pool" in self.named else None

    @property
    def layers(self) -> int:
        return int(self.named.get("layers", "1"))

    def handle(self) -> None:
        """What the caller does with an answer."""
        if error := self.callers_error("handler"):
            raise error

    async def handle_async(self, answer: object) -> None:
        self.handle()

    def refuse_layers(self, why: str, place: str = "none") -> None:
        """For a client that has no layers, and no other place for the caller's code than this."""
        self.refuse("layers", why)
        self.refuse("below", why)
        found = self.named.get("fails", "producer").partition(":")[0]
        if found not in ("producer", place):
            raise Unsupported(f"fails={found}", why)

    def refuse_body(self, *kinds: str, why: str) -> None:
        kind = self.named.get("body", "none").partition(":")[0]
        if kind in kinds:
            raise Unsupported(f"body={kind}", why)

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
        raise Cancelled if call.is_cancelled else DriverTimeout

    signal.signal(signal.SIGALRM, end)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
