# SPDX-License-Identifier: MIT
"""What all values have in common: they cannot change, and they can be compared, hashed, shown,
copied, pickled and matched."""

from __future__ import annotations

import copy
import pickle
import weakref
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oncemore
import strategies
from oncemore import (
    DEFAULT_FAILURES,
    DEFAULT_STATUSES,
    UNLIMITED,
    Attempt,
    Backoff,
    Decision,
    DelayRange,
    Failure,
    FailureSet,
    Hop,
    HopDecision,
    Jitter,
    Method,
    OverCap,
    Policy,
    Reason,
    Repeatable,
    RetryAfter,
    RetryAfterKind,
    ServerWait,
    ServerWaitMode,
    StatusSet,
    Trail,
    Unrepeatable,
    Verdict,
)

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
TYPES: list[Any] = [
    Backoff,
    ServerWait,
    Policy,
    RetryAfter,
    Trail,
    Attempt,
    Hop,
    Decision,
    HopDecision,
    DelayRange,
]


def fields(value: Any) -> dict[str, Any]:
    return {name: getattr(value, name) for name in type(value).__match_args__}


@given(strategies.values)
def test_a_value_is_what_its_fields_are(value: Any) -> None:
    read = fields(value)
    if isinstance(value, RetryAfter) and not value.malformed:
        del read["malformed"]
    same = type(value)(**read)
    assert same == value
    assert not same != value
    assert hash(same) == hash(value)
    assert fields(same) == fields(value)


@given(st.sampled_from(sorted(strategies.ARGUMENTS, key=repr)), st.data())
def test_a_value_has_what_was_given_and_else_its_defaults(cls: Any, data: st.DataObject) -> None:
    arguments = data.draw(strategies.ARGUMENTS[cls])
    assert fields(cls(**arguments)) == fields(cls()) | arguments
    assert cls().replace(**arguments) == cls(**arguments)


@given(strategies.values)
def test_a_value_survives_its_repr(value: Any) -> None:
    if "<invalid" not in repr(value):
        assert eval(repr(value), vars(oncemore)) == value


@given(strategies.values)
def test_a_value_survives_pickling(value: Any) -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(value, protocol)) == value


@given(strategies.status_sets)
def test_a_status_set_survives_pickling_and_repr(value: StatusSet) -> None:
    assert pickle.loads(pickle.dumps(value)) == value
    assert copy.copy(value) is value and copy.deepcopy(value) is value
    if value.valid:
        assert eval(repr(value), vars(oncemore)) == value
        assert hash(value) == hash(frozenset(value)) and value == frozenset(value)


@given(strategies.failure_sets)
def test_a_failure_set_survives_pickling_and_repr(value: FailureSet) -> None:
    assert pickle.loads(pickle.dumps(value)) == value
    if "<invalid" not in repr(value):
        assert eval(repr(value), vars(oncemore)) == value


@given(strategies.values, strategies.values)
def test_equal_values_have_equal_fields(a: Any, b: Any) -> None:
    assert (a == b) == (type(a) is type(b) and fields(a) == fields(b))


@pytest.mark.parametrize("cls", TYPES)
def test_a_value_cannot_change(cls: Any) -> None:
    value = cls()
    for name in (*cls.__match_args__, "anything"):
        with pytest.raises(AttributeError):
            setattr(value, name, 1)
        with pytest.raises(AttributeError):
            delattr(value, name)
    assert not hasattr(value, "__dict__")
    with pytest.raises(TypeError):
        weakref.ref(value)
    with pytest.raises(TypeError):
        type("Derived", (cls,), {})


@pytest.mark.parametrize("set_", [DEFAULT_STATUSES, DEFAULT_FAILURES])
def test_a_set_cannot_change(set_: Any) -> None:
    with pytest.raises(AttributeError):
        set_._bits = b""
    with pytest.raises(AttributeError):
        del set_._bits
    with pytest.raises(AttributeError):
        set_.anything = 1


@pytest.mark.parametrize("cls", TYPES)
def test_a_type_introduces_itself(cls: Any) -> None:
    assert cls.__module__ == "oncemore"
    assert cls.__doc__
    for name in cls.__match_args__:
        assert getattr(cls, name).__doc__
    assert copy.copy(cls()) == cls() and copy.deepcopy(cls()) == cls()
    assert cls() != object() and cls() != 1
    with pytest.raises(TypeError):
        cls() < cls()
    with pytest.raises(TypeError, match="keyword arguments only"):
        cls(1)
    with pytest.raises(TypeError, match=r"unexpected keyword argument 'colour'"):
        cls(colour=1)


def test_replace() -> None:
    policy = Policy(max_attempts=3, deadline=10)
    other = policy.replace(deadline=None, backoff=policy.backoff.replace(cap=5))
    assert other == Policy(max_attempts=3, backoff=Backoff(cap=5))
    assert policy == Policy(max_attempts=3, deadline=10)
    assert policy.replace() == policy
    with pytest.raises(TypeError, match="unexpected keyword argument 'colour'"):
        policy.replace(colour=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="keyword arguments only"):
        policy.replace(1)  # type: ignore[call-arg]
    assert not hasattr(RetryAfter, "replace")


def test_match() -> None:
    decision = Decision(verdict=Verdict.RETRY, reason=Reason.RETRYABLE_STATUS, delay=2)
    match decision:
        case Decision(Verdict.RETRY, reason, delay):
            assert (reason, delay) == (Reason.RETRYABLE_STATUS, timedelta(seconds=2))
        case _:
            pytest.fail("no match")


def test_keywords_that_were_never_interned() -> None:
    facts: dict[str, Any] = {"".join(["num", "ber"]): 7, "".join(["out", "come"]): 429}
    assert Attempt(**facts) == Attempt(number=7, outcome=429)
    assert oncemore.decide_attempt(Policy(), random=0, **facts).reason is Reason.ATTEMPTS_EXHAUSTED


# ---- Defaults: an argument that is left out -----------------------------------------------------


def test_the_default_policy() -> None:
    policy = Policy()
    assert policy.max_attempts == 4
    assert policy.unrepeatable is Unrepeatable.IF_UNPROCESSED
    assert policy.max_redirects == 10
    assert policy.deadline is None
    assert policy.min_attempt_time == timedelta()
    assert policy.failures == DEFAULT_FAILURES
    assert policy.statuses == DEFAULT_STATUSES
    assert policy.unprocessed == {413, 421, 425, 429}
    assert policy.backoff == Backoff()
    assert policy.server_wait == ServerWait()
    assert oncemore.validate(policy) is policy


def test_the_default_backoff_and_server_wait() -> None:
    backoff = Backoff()
    assert (backoff.initial, backoff.cap) == (timedelta(seconds=1), timedelta(seconds=30))
    assert (backoff.multiplier, backoff.spread) == (2.0, 0.5)
    assert backoff.jitter is Jitter.EQUAL
    server_wait = ServerWait()
    assert server_wait.mode is ServerWaitMode.AT_LEAST
    assert server_wait.over_cap is OverCap.GIVE_UP
    assert server_wait.cap == timedelta(seconds=30)
    assert server_wait.spread == 0.1


def test_the_default_attempt_is_the_first_of_which_nothing_is_known() -> None:
    attempt = Attempt()
    assert (attempt.number, attempt.method, attempt.outcome) == (1, Method.UNKNOWN, 0)
    assert attempt.retry_after == RetryAfter()
    assert attempt.redirects == Trail()
    assert oncemore.decide(Policy(), attempt, 0).reason is Reason.INVALID_ATTEMPT


def test_the_default_decision_is_a_stop() -> None:
    assert not Decision().retry
    assert not HopDecision().follow


def test_outcome_is_one_of_two() -> None:
    attempt = Attempt(outcome=503)
    assert attempt.replace(outcome=Failure.TIMEOUT).outcome is Failure.TIMEOUT
    assert attempt.replace(outcome=Failure.TIMEOUT).replace(outcome=503) == attempt


def test_retry_after() -> None:
    assert RetryAfter().kind is RetryAfterKind.ABSENT
    assert RetryAfter(wait=None) == RetryAfter() == RetryAfter(malformed=False)
    assert RetryAfter().wait is None and RetryAfter().wait_seconds is None
    assert RetryAfter(malformed=True).kind is RetryAfterKind.MALFORMED
    assert RetryAfter(wait=0).kind is RetryAfterKind.WAIT
    assert RetryAfter(wait=1.5).wait_seconds == 1.5
    assert RetryAfter.until(20.5, now=18) == RetryAfter(wait=2.5)
    assert RetryAfter.until(10, 18) == RetryAfter(wait=0)
    with pytest.raises(ValueError, match="wait and malformed"):
        RetryAfter(wait=1, malformed=True)
    with pytest.raises(ValueError, match="wait and malformed"):
        RetryAfter(malformed=True, wait=1)


def test_schedule() -> None:
    policy = Policy(backoff=Backoff(jitter=Jitter.NONE))
    assert [delay.low_seconds for delay in oncemore.schedule(policy)] == [1, 2, 4]
    assert list(oncemore.schedule(policy.replace(max_attempts=1))) == []
    endless = oncemore.schedule(policy.replace(max_attempts=UNLIMITED))
    assert [next(endless).high_seconds for _ in range(7)] == [1, 2, 4, 8, 16, 30, 30]
    walk = Policy(backoff=Backoff(jitter=Jitter.DECORRELATED))
    assert [(at.low_seconds, at.high_seconds) for at in oncemore.schedule(walk)] == [
        (1, 3),
        (1, 9),
        (1, 27),
    ]


def test_validate_names_the_field() -> None:
    with pytest.raises(ValueError, match="^max_attempts must be at least 1") as caught:
        oncemore.validate(Policy(max_attempts=0))
    assert isinstance(caught.value, oncemore.InvalidPolicy)
    assert caught.value.error is oncemore.PolicyError.MAX_ATTEMPTS
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.error) == (str(caught.value), caught.value.error)
    with pytest.raises(ValueError, match=r"^backoff\.floor"):
        oncemore.validate(Policy(backoff=Backoff(floor=60)))


# ---- Sets ---------------------------------------------------------------------------------------


def test_sets_are_used_like_frozenset() -> None:
    more = DEFAULT_STATUSES | {409}
    assert type(more) is StatusSet and 409 in more and 409 not in DEFAULT_STATUSES
    assert more - {409} == DEFAULT_STATUSES
    assert more & {409, 404} == {409}
    assert {404} | StatusSet({409}) == {404, 409}
    assert DEFAULT_STATUSES < more
    assert sorted(StatusSet([503, 429])) == [429, 503]
    assert len(StatusSet({700})) == 400 and 999 in StatusSet({700})
    assert 2**80 not in DEFAULT_STATUSES
    assert not DEFAULT_STATUSES.__contains__("503")
    assert Failure.OTHER in DEFAULT_FAILURES | {Failure.OTHER}
    assert not DEFAULT_FAILURES.__contains__(8)
    assert set(FailureSet()) == set() == set(StatusSet())
    with pytest.raises(TypeError):
        StatusSet() | 5  # type: ignore[operator]


def test_policies_take_any_iterable() -> None:
    for given_ in ({429, 503}, [429, 503], (429, 503), StatusSet({429, 503})):
        assert Policy(statuses=given_).statuses == {429, 503}
    assert 520 in Policy(statuses=range(500, 600)).statuses
    assert Policy(failures=[Failure.TIMEOUT]).failures == {Failure.TIMEOUT}


def test_a_set_that_named_another_status_stays_invalid() -> None:
    for invalid in (StatusSet({302}), DEFAULT_STATUSES | {302}, DEFAULT_STATUSES - {302}):
        assert not invalid.valid
        assert not (invalid - {302}).valid and not (invalid | {429}).valid
        assert invalid != DEFAULT_STATUSES and invalid != set(DEFAULT_STATUSES)
        assert pickle.loads(pickle.dumps(invalid)) == invalid
        assert oncemore.policy_error(Policy(statuses=invalid)).name == "STATUSES"
    assert (FailureSet({Failure.CANCELLED}) - {Failure.CANCELLED}).valid
    assert not (FailureSet({Failure.NONE}) - {Failure.NONE}).valid
    none = FailureSet({Failure.NONE})
    assert pickle.loads(pickle.dumps(none)) == none


# ---- The next attempt ---------------------------------------------------------------------------


def test_to_advance_keeps_what_the_caller_said() -> None:
    ended = Attempt(
        number=2, method="PUT", outcome=429, repeatable=Repeatable.YES, elapsed=1, hold=3
    )
    decision = Decision(verdict=Verdict.RETRY, delay=0.75)
    begun = oncemore.advance(ended, decision, paid=1.5)
    assert begun == Attempt(
        number=3,
        method="PUT",
        repeatable=Repeatable.YES,
        elapsed=1.75,
        previous_delay=0.75,
        budget_paid=1.5,
    )
    assert ended.number == 2 and oncemore.advance(ended, decision).budget_paid == 0
    assert oncemore.advance(ended, Decision()) == ended


def test_time_left_is_none_without_a_limit() -> None:
    policy = Policy(deadline=10)
    assert oncemore.time_left(policy, 4) == timedelta(seconds=6)
    assert oncemore.time_left(policy, timedelta(seconds=10)) == timedelta()
    assert oncemore.time_left(policy, -1) == timedelta(seconds=10)
    assert oncemore.time_left(Policy(), 4) is None
    assert oncemore.time_left(Policy(deadline=0), 4) is None


def test_the_reference_time_is_the_date_or_now_as_it_was_given() -> None:
    date = "Sun, 06 Nov 1994 08:49:37 GMT"
    assert oncemore.reference_time(date, None, 5.25) == 784111777
    assert oncemore.reference_time(date.encode(), "0", 5.25) == 784111777
    for given in (5.25, 5, EPOCH, Decimal("5.25")):
        assert oncemore.reference_time(date, "1", given) is given
        assert oncemore.reference_time(None, None, given) is given


def test_a_reason_says_why() -> None:
    assert all(reason.message and reason.message[-1] != "." for reason in Reason)
    assert len({reason.message for reason in Reason}) == len(Reason)
