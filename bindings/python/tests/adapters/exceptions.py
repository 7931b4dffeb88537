# SPDX-License-Identifier: MIT
"""Every exception that a client has is mapped, or there is a reason why not."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

from oncemore import Failure


def exceptions_of(*modules: ModuleType) -> set[type[Exception]]:
    """Those that a client defines; a warning is none."""
    found = {
        each
        for module in modules
        for _, each in inspect.getmembers(module, inspect.isclass)
        if issubclass(each, Exception) and not issubclass(each, Warning)
    }
    roots = {module.__name__.partition(".")[0] for module in modules}
    return {each for each in found if each.__module__.partition(".")[0] in roots}


def check(
    known: Iterable[type[Exception]],
    mapped: Iterable[tuple[BaseException, Failure]],
    reasons: dict[str, str],
    failure_of: Callable[[BaseException], Failure],
) -> None:
    """`mapped` shows what becomes of an error; `reasons` says why a class has no place there."""
    shown: set[str] = set()
    for error, failure in mapped:
        assert failure_of(error) is failure, repr(error)
        shown.add(type(error).__name__)
    names = {each.__name__ for each in known}
    assert not names - shown - reasons.keys(), "neither mapped nor with a reason"
    assert not shown & reasons.keys(), "mapped, and with a reason not to be"


def caused(error: BaseException, cause: BaseException | None) -> BaseException:
    error.__cause__ = cause
    return error


def made(cls: type[BaseException], *arguments: object) -> Any:
    """An error without what its constructor asks for."""
    error = cls.__new__(cls, *arguments)
    error.args = arguments
    return error
