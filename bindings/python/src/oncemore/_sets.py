# SPDX-License-Identifier: MIT
"""Sets of statuses and of failures: immutable, and used like frozenset. What their bits mean is the
library's affair; nothing here knows a status."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from typing import Any, Generic, NoReturn, TypeVar

from . import _core
from ._enums import Failure

__all__ = ["FailureSet", "StatusSet"]

_Member = TypeVar("_Member")
_Self = TypeVar("_Self", bound="_BitSet[Any]")


class _BitSet(Set[_Member], Generic[_Member]):
    __slots__ = ("_bits",)
    _bits: bytes
    _no_member: Any  # what makes the set invalid when it is named

    def __init__(self, members: Iterable[_Member] = ()) -> None:
        bits = members._bits if type(members) is type(self) else self._changed(None, members, True)
        object.__setattr__(self, "_bits", bits)

    @classmethod
    def _of(cls: type[_Self], bits: bytes) -> _Self:
        made = cls()
        object.__setattr__(made, "_bits", bits)
        return made

    # What each of the two sets says for itself.

    @classmethod
    def _changed(cls, bits: bytes | None, members: Iterable[Any], add: bool) -> bytes:
        """The bits, None for those of an empty set, with some members more or less."""
        raise NotImplementedError

    @classmethod
    def _all(cls) -> Iterable[_Member]:
        """Every member that there can be, in order."""
        raise NotImplementedError

    @property
    def valid(self) -> bool:
        """Whether a policy may have this set."""
        raise NotImplementedError

    # What follows from it.

    def with_(self: _Self, *members: _Member) -> _Self:
        """This set with some members more."""
        return self._of(self._changed(self._bits, members, True))

    def without(self: _Self, *members: _Member) -> _Self:
        """This set with some members less."""
        return self._of(self._changed(self._bits, members, False))

    def __iter__(self) -> Iterator[_Member]:
        return (member for member in self._all() if member in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @classmethod
    def _from_iterable(cls, it: Iterable[Any]) -> Any:
        return cls(it)

    # In place of those of the abstract class, so that a set that is invalid stays so.

    def __or__(self: _Self, other: Iterable[Any]) -> _Self:
        if not isinstance(other, Set):
            return NotImplemented
        return self.with_(*other)

    def __sub__(self: _Self, other: Iterable[Any]) -> _Self:
        if not isinstance(other, Set):
            return NotImplemented
        return self.without(*other)

    def __eq__(self, other: object) -> bool:
        if type(other) is type(self):
            return self._bits == other._bits
        if isinstance(other, Set):
            return self.valid and Set.__eq__(self, other)
        return NotImplemented

    def __hash__(self) -> int:
        return self._hash()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} cannot be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} cannot be changed")

    def __copy__(self: _Self) -> _Self:
        return self

    def __deepcopy__(self: _Self, memo: object) -> _Self:
        return self

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return (_restored, (type(self), tuple(self), self._is_marked()))

    def _is_marked(self) -> bool:
        """Whether something was named that is no member, which its members do not show."""
        return self._changed(None, self, True) != self._bits

    def __repr__(self) -> str:
        return f"<invalid {type(self).__name__}>" if self._is_marked() else self._shown()

    def _shown(self) -> str:
        raise NotImplementedError


class StatusSet(_BitSet[int]):
    """A set of statuses: one member for each of 400 to 599, and one for all of 600 to 999, which no
    standard defines, so that to add 700 adds them all. Naming any other status, to add or to take
    it out, makes the set invalid for good, and validate() says so.

    `StatusSet({429, 503})`, `DEFAULT_STATUSES | {409} - {530}`, `503 in policy.statuses`
    """

    __slots__ = ()
    _no_member = 0

    @classmethod
    def _changed(cls, bits: bytes | None, members: Iterable[Any], add: bool) -> bytes:
        bits = bits or bytes(len(_core._default_statuses()))
        for status in members:
            bits = _core._status_set(bits, status, add)
        return bits

    @classmethod
    def _all(cls) -> Iterable[int]:
        return range(1000)

    @property
    def valid(self) -> bool:
        return _core._status_set_valid(self._bits)

    def __contains__(self, status: object) -> bool:
        try:
            return _core._status_set_contains(self._bits, status)  # type: ignore[arg-type]
        except (TypeError, OverflowError):
            return False

    def _shown(self) -> str:
        more = [status for status in self - DEFAULT_STATUSES if status <= 600]
        less = [status for status in DEFAULT_STATUSES - self if status <= 600]
        own = [status for status in self if status <= 600]
        if len(own) <= len(more) + len(less):
            return f"StatusSet({_shown(own)})"
        minus = f" - {_shown(less)}" if less else ""
        plus = f" | {_shown(more)}" if more else ""
        return f"DEFAULT_STATUSES{minus}{plus}"


class FailureSet(_BitSet[Failure]):
    """A set of failures. Naming NONE makes it invalid for good; CANCELLED makes it invalid as long
    as it is in it, since what the caller ended is never sent again.

    `FailureSet({Failure.TIMEOUT})`, `DEFAULT_FAILURES | {Failure.OTHER}`
    """

    __slots__ = ()
    _no_member = Failure.NONE

    @classmethod
    def _changed(cls, bits: bytes | None, members: Iterable[Any], add: bool) -> bytes:
        bits = bits or bytes(len(_core._default_failures()))
        for failure in members:
            bits = _core._failure_set(bits, failure, add)
        return bits

    @classmethod
    def _all(cls) -> Iterable[Failure]:
        return Failure

    @property
    def valid(self) -> bool:
        return _core._failure_set_valid(self._bits)

    def __contains__(self, failure: object) -> bool:
        try:
            return _core._failure_set_contains(self._bits, failure)  # type: ignore[arg-type]
        except TypeError:
            return False

    def _shown(self) -> str:
        shown = ", ".join(map(repr, self))
        return f"FailureSet({{{shown}}})" if shown else "FailureSet()"


def _shown(statuses: list[int]) -> str:
    return "{" + ", ".join(map(str, statuses)) + "}" if statuses else ""


def _restored(cls: type[_BitSet[Any]], members: tuple[Any, ...], marked: bool) -> _BitSet[Any]:
    restored = cls(members)
    return restored.with_(cls._no_member) if marked else restored


DEFAULT_STATUSES = StatusSet._of(_core._default_statuses())
DEFAULT_UNPROCESSED = StatusSet._of(_core._default_unprocessed())
DEFAULT_FAILURES = FailureSet._of(_core._default_failures())

StatusSet.__module__ = FailureSet.__module__ = "oncemore"
