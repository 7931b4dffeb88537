# SPDX-License-Identifier: MIT
"""The enumerations are typed by hand, so the library's own names check them."""

from __future__ import annotations

import enum
import pickle
import re
from itertools import count

import pytest

import oncemore
from oncemore import Failure, Method, Note, Reason, _core, _enums

ENUMERATIONS = [getattr(oncemore, name) for name in _enums.__all__]


def library_names(enumeration: type[enum.Enum]) -> dict[int, str]:
    values = (1 << i for i in count()) if issubclass(enumeration, enum.Flag) else count()
    names: dict[int, str] = {}
    for value in values:
        name = _core._name(enumeration.__name__, value)
        if name is None:
            return names
        names[value] = name
    raise AssertionError


@pytest.mark.parametrize("enumeration", ENUMERATIONS)
def test_members_are_the_library_s(enumeration: type[enum.Enum]) -> None:
    names = library_names(enumeration)
    assert names
    assert {member.value: str(member) for member in enumeration} == names
    for member in enumeration:
        if enumeration.__name__ != "Convention":
            assert member.name == re.sub(r"\W", "_", str(member)).upper()


def test_conventions_are_called_like_the_other_system_s_setting() -> None:
    for member in oncemore.Convention:
        words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", str(member)).replace("with", "With")
        spelled = re.sub(r"\W+", "_", words).upper().replace("_WITH_", "_")
        assert member.name == spelled


@pytest.mark.parametrize("enumeration", ENUMERATIONS)
def test_members_are_where_users_find_them(enumeration: type[enum.Enum]) -> None:
    for member in enumeration:
        assert repr(member) == f"{enumeration.__name__}.{member.name}"
        assert eval(repr(member), vars(oncemore)) is member
        assert pickle.loads(pickle.dumps(member)) is member
    assert enumeration.__module__ == "oncemore"
    assert enumeration.__doc__


def test_an_unknown_enumeration_has_no_names() -> None:
    assert _core._name("Nothing", 0) is None
    assert _core._name("Reason", 2**63) is None


def test_a_failure_is_no_number() -> None:
    assert 8 not in list[object](Failure)
    assert not issubclass(Failure, int)


def test_names() -> None:
    assert str(Reason.ATTEMPTS_EXHAUSTED) == "attempts_exhausted"
    assert str(Method.BASELINE_CONTROL) == "BASELINE-CONTROL"
    assert str(Note.SERVER_WAIT_APPLIED | Note.NEW_CONNECTION) == (
        "server_wait_applied+new_connection"
    )
    assert str(Note(0)) == "-"
    assert eval(repr(Note.NEW_CONNECTION | Note.NOT_EARLY_DATA), vars(oncemore)) == Note(24)
    assert eval(repr(Note(0)), vars(oncemore)) == Note(0)
