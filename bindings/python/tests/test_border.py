# SPDX-License-Identifier: MIT
"""What Python's numbers, times and texts become, and what is refused, by the argument's name."""

from __future__ import annotations

import gc
import math
import pickle
import sys
from collections.abc import Callable
from datetime import datetime, timedelta, timezone, tzinfo
from decimal import Decimal
from fractions import Fraction
from http import HTTPStatus
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oncemore
import strategies
from oncemore import (
    Attempt,
    Backoff,
    Decision,
    DelayRange,
    Failure,
    Grammar,
    Hop,
    Method,
    Policy,
    RedirectProof,
    RetryAfter,
    ServerWait,
    Trail,
    _core,
)

LARGEST = timedelta(milliseconds=9223372036854)
MS = timedelta(milliseconds=1)


def wait(seconds: Any) -> timedelta:
    read = RetryAfter(wait=seconds).wait
    assert read is not None
    return read


# ---- Durations ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given_", "milliseconds"),
    [
        (0, 0),
        (2, 2000),
        (0.25, 250),
        (0.3, 300),  # 0.3 s is 0.29999999999999998 s in a float: nearest microsecond first
        (1.1, 1100),
        (0.0011, 2),  # then up to the millisecond
        (0.0010004, 1),
        (0.0010006, 2),
        (1e-9, 0),
        (5e-7, 0),  # ties to even, as in timedelta(seconds=...)
        (6e-7, 1),
        (-0.0005, -1),  # what is negative stays so, however small
        (-1e-9, -1),
        (-5e-324, -1),
        (-0.0, 0),
        (-0.001, -1),
        (-1.5, -1500),
        (timedelta(microseconds=1), 1),
        (timedelta(microseconds=1001), 2),
        (timedelta(microseconds=-1), -1),
        (timedelta(days=1, seconds=1), 86401000),
        (Decimal("0.0011"), 2),
        (Fraction(1, 3), 334),
        (Fraction(-1, 10**9), -1),
        (Decimal("-0.0001"), -1),
        (True + 1, 2000),
    ],
)
def test_durations_in_milliseconds(given_: Any, milliseconds: int) -> None:
    assert wait(given_) == milliseconds * MS


@pytest.mark.parametrize(
    "huge",
    [
        2**70,
        1e300,
        math.inf,
        Decimal("Infinity"),
        9223372037,
        9.3e9,
        timedelta.max,
        Decimal(10) ** 30,
        Fraction(10**30),
    ],
)
def test_a_duration_beyond_the_largest_counts_as_it(huge: Any) -> None:
    assert wait(huge) == LARGEST
    assert wait(-huge if huge != timedelta.max else timedelta.min) == -LARGEST
    assert Policy(deadline=huge).deadline is None


@given(st.integers(-(10**14), 10**14))
def test_floats_are_read_as_timedelta_reads_them(microseconds: int) -> None:
    seconds = microseconds / 1e6
    assert wait(seconds) == wait(timedelta(seconds=seconds))


@given(st.floats(-1e9, 1e9))
def test_any_float_is_rounded_up_to_the_millisecond(seconds: float) -> None:
    exact = timedelta(seconds=seconds)
    if -0.001 < seconds < 0:
        assert wait(seconds) == -MS
    else:
        assert exact <= wait(seconds) < exact + MS


@given(st.integers(-9223372036854, 9223372036854))
def test_timedeltas_come_out_as_they_went_in(milliseconds: int) -> None:
    assert wait(milliseconds * MS) == milliseconds * MS
    assert wait(Fraction(milliseconds, 1000)) == milliseconds * MS


@given(st.integers(0, 10**12))
def test_seconds_come_out_as_they_went_in(milliseconds: int) -> None:
    decision = Decision(delay=milliseconds * MS)
    assert Decision(delay=decision.delay_seconds) == decision


class Index:
    def __init__(self, value: Any) -> None:
        self.value = value

    def __index__(self) -> Any:
        return self.value


class Float:
    def __float__(self) -> float:
        return 1.5


def test_what_stands_for_a_number() -> None:
    assert wait(Index(3)) == timedelta(seconds=3)
    assert wait(Float()) == timedelta(seconds=1.5)
    assert Attempt(outcome=HTTPStatus.BAD_GATEWAY).outcome == 502
    assert Attempt(number=Index(7)).number == 7
    assert oncemore.decide(Policy(), Attempt(), Index(7)) == Decision()
    assert Backoff(multiplier=Float(), spread=Index(1)) == Backoff(multiplier=1.5, spread=1)


# ---- Ratios -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given_", "thousandths"),
    [(0, 0), (1, 1000), (0.5, 500), (0.0005, 1), (0.00049, 0), (1.2345, 1235), (-0.0004, 0)],
)
def test_ratios_to_the_nearest_thousandth(given_: float, thousandths: int) -> None:
    assert ServerWait(spread=given_).spread == thousandths / 1000
    assert ServerWait(spread=Decimal(str(given_))).spread == thousandths / 1000


@pytest.mark.parametrize("bad", [math.nan, Decimal("NaN")])
def test_a_ratio_is_a_number(bad: Any) -> None:
    with pytest.raises(ValueError, match="^spread must be"):
        ServerWait(spread=bad)


@pytest.mark.parametrize("bad", [-0.1, 1e10, math.inf, 2**40, 10**400])
def test_a_ratio_fits(bad: Any) -> None:
    with pytest.raises(OverflowError, match="^multiplier must be from 0 to"):
        Backoff(multiplier=bad)


# ---- Instants -----------------------------------------------------------------------------------

NOON = datetime(2026, 6, 15, 12, tzinfo=timezone.utc)


@pytest.mark.parametrize(
    ("now", "seconds"),
    [
        (NOON, 30),
        (NOON.astimezone(timezone(timedelta(hours=5, minutes=30))), 30),
        (NOON.timestamp(), 30),
        (int(NOON.timestamp()), 30),
        (NOON + timedelta(microseconds=999), 30),  # down to the millisecond
        (NOON + timedelta(microseconds=1000), 29.999),
        (NOON.timestamp() + 0.0015, 29.999),
        (Fraction(int(NOON.timestamp()) * 1000 + 1, 1000), 29.999),
        (Decimal(int(NOON.timestamp())), 30),
        (0, 1781524830),
        (-1.0005, 1781524831.001),
    ],
)
def test_now(now: Any, seconds: float) -> None:
    read = oncemore.parse_retry_after("Mon, 15 Jun 2026 12:00:30 GMT", now)
    assert read == RetryAfter(wait=seconds)


def test_now_is_not_in_an_unknown_time_zone() -> None:
    with pytest.raises(ValueError, match="^now must be an aware datetime"):
        oncemore.parse_retry_after("1", datetime(2026, 6, 15))


@pytest.mark.parametrize("bad", [2**62, -(2**62), 1e17, math.inf, Fraction(2**63), 10**40])
def test_now_fits(bad: Any) -> None:
    with pytest.raises(OverflowError, match="^now must be from"):
        oncemore.parse_http_date("", bad)


class Lost(tzinfo):
    def utcoffset(self, when: datetime | None) -> Any:
        raise ZeroDivisionError

    def dst(self, when: datetime | None) -> None:
        return None

    def tzname(self, when: datetime | None) -> None:
        return None


def test_an_exception_of_the_argument_s_own_is_passed_on() -> None:
    with pytest.raises(ZeroDivisionError):
        oncemore.parse_http_date("", datetime(2026, 1, 1, tzinfo=Lost()))
    with pytest.raises(ZeroDivisionError):
        Policy(statuses=(1 // 0 for _ in "x"))

    class Broken:
        def __index__(self) -> int:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Attempt(number=Broken())
    with pytest.raises(ZeroDivisionError):
        oncemore.decide(Policy(), Attempt(), Broken())


def test_an_argument_that_changes_what_it_came_in() -> None:
    class Emptying:
        def __index__(self) -> int:
            fields.clear()
            return 3

    fields: dict[str, Any] = {f"max_{name}": Emptying() for name in ("attempts", "redirects")}
    assert _core._restore(Policy, fields) == Policy(max_attempts=3)
    layers: Any = [[Emptying(), 5], [1, 0]]
    fields = layers[0]
    with pytest.raises(TypeError):
        oncemore.requests_per_call_layers([[1, "5"]])  # type: ignore[list-item]
    assert oncemore.requests_per_call_layers(layers) == 18


class Odd(timedelta):
    days = "many"  # type: ignore[assignment]


class Vast(timedelta):
    days = 10**30


def test_odd_timedeltas() -> None:
    with pytest.raises(TypeError, match="^wait must be"):
        RetryAfter(wait=Odd(1))
    with pytest.raises(OverflowError, match="^wait must be"):
        RetryAfter(wait=Vast(1))


# ---- Texts --------------------------------------------------------------------------------------


def test_fields_are_octets() -> None:
    def parse(field: Any) -> RetryAfter:
        return oncemore.parse_retry_after(field, 0)

    assert parse("5") == parse(b"5") == RetryAfter(wait=5)
    assert parse(None) == RetryAfter()
    for malformed in ("", b"", "5\0", "\xa05", "\u0665", "\udcff", b"\xff", "5" + "\udcff"):
        assert parse(malformed) == RetryAfter(malformed=True)
    assert oncemore.parse_http_date(None, 0) is None
    assert oncemore.parse_http_date("Thu, 01 Jan 1970 00:00:07 GMT", 0) == 7


def test_methods_are_tokens() -> None:
    for get in ("GET", b"GET", Method.GET):
        assert Attempt(method=get).method is Method.GET
        assert oncemore.is_safe(get)
        assert Trail().followed(302, get, "GET") == Trail(hops=1, moved=True, doubtful=True)
    assert oncemore.parse_method("get") is Method.UNKNOWN
    assert Attempt(method="\udcff").method is Method.UNKNOWN
    assert Trail().followed(307, "FROB", b"FROB") == Trail(hops=1, moved=True)
    assert Trail().followed(307, "FROB", "frob").accepted


# ---- What is refused ----------------------------------------------------------------------------

WRONG: list[tuple[Any, str, Any]] = [
    (Policy, "max_attempts", "3"),
    (Policy, "max_attempts", 3.0),
    (Policy, "max_attempts", True),
    (Policy, "max_attempts", None),
    (Policy, "unrepeatable", 1),
    (Policy, "redirect_proof", oncemore.Unrepeatable.NEVER),
    (Policy, "redirect_rewrite", "keep"),
    (Policy, "max_redirects", b"1"),
    (Policy, "failures", Failure.TIMEOUT),
    (Policy, "failures", [1]),
    (Policy, "statuses", 503),
    (Policy, "statuses", ["503"]),
    (Policy, "unprocessed", None),
    (Policy, "deadline", "10"),
    (Policy, "deadline", True),
    (Policy, "min_attempt_time", None),
    (Policy, "backoff", 2.0),
    (Policy, "backoff", Policy()),
    (Policy, "server_wait", Backoff()),
    (Backoff, "initial", None),
    (Backoff, "cap", 1j),
    (Backoff, "floor", []),
    (Backoff, "multiplier", "2"),
    (Backoff, "jitter", "full"),
    (Backoff, "jitter", 1),
    (Backoff, "spread", True),
    (Backoff, "spread_time", b"5"),
    (ServerWait, "mode", 0),
    (ServerWait, "over_cap", None),
    (ServerWait, "cap", object()),
    (ServerWait, "spread", b"0.1"),
    (RetryAfter, "wait", "5"),
    (RetryAfter, "malformed", 1),
    (Trail, "hops", "1"),
    (Trail, "moved", 1),
    (Attempt, "number", 1.0),
    (Attempt, "method", 9),
    (Attempt, "method", None),
    (Attempt, "outcome", "503"),
    (Attempt, "outcome", 503.0),
    (Attempt, "outcome", True),
    (Attempt, "outcome", oncemore.Reason.RETRYABLE_STATUS),
    (Attempt, "repeatable", True),
    (Attempt, "evidence", 1),
    (Attempt, "body", None),
    (Attempt, "budget", False),
    (Attempt, "server_says", "retry"),
    (Attempt, "elapsed", datetime(2026, 1, 1)),
    (Attempt, "previous_delay", ()),
    (Attempt, "retry_after", 5),
    (Attempt, "retry_after", "5"),
    (Attempt, "redirects", None),
    (Hop, "status", "302"),
    (Hop, "method", 1),
    (Hop, "has_location", "http://localhost/"),
    (Hop, "body", 0),
    (Hop, "retry_after", 1),
    (Hop, "elapsed", None),
    (Decision, "verdict", 1),
    (Decision, "notes", 1),
    (DelayRange, "low", "0"),
]

TOO_LARGE: list[tuple[Any, str, Any]] = [
    (Policy, "max_attempts", -1),
    (Policy, "max_attempts", 2**32),
    (Policy, "max_attempts", 2**64),
    (Policy, "max_redirects", -(2**64)),
    (Attempt, "number", -1),
    (Attempt, "number", 2**32),
    (Attempt, "outcome", 2**31),
    (Attempt, "outcome", -(2**31) - 1),
    (Attempt, "outcome", 2**100),
    (Hop, "status", 2**32 + 302),
    (Trail, "hops", 2**32),
]


@pytest.mark.parametrize(("cls", "name", "value"), WRONG)
def test_wrong_types(cls: Any, name: str, value: Any) -> None:
    with pytest.raises(TypeError, match=rf"^{name} must be .*, not \w+$"):
        cls(**{name: value})


@pytest.mark.parametrize(("cls", "name", "value"), TOO_LARGE)
def test_numbers_that_do_not_fit(cls: Any, name: str, value: Any) -> None:
    with pytest.raises(OverflowError, match=f"^{name} must be from .*, not {value}$"):
        cls(**{name: value})
    if cls is Attempt:
        with pytest.raises(OverflowError, match=f"^{name} must be from"):
            oncemore.decide_attempt(Policy(), random=0, **{name: value})


def test_statuses_that_do_not_fit() -> None:
    with pytest.raises(OverflowError, match="^status must be from"):
        Policy(statuses=[2**31])


@pytest.mark.parametrize("bad", [math.nan, Decimal("NaN"), Decimal("sNaN")])
def test_durations_are_numbers(bad: Any) -> None:
    with pytest.raises(ValueError, match="^wait must be a number of seconds, not"):
        RetryAfter(wait=bad)
    with pytest.raises(ValueError, match="^now must be a number of seconds since 1970, not"):
        oncemore.parse_http_date("", bad)


CALLS: list[tuple[Callable[..., Any], tuple[Any, ...], str]] = [
    (oncemore.requests_per_call_layers, ([(1, "5")],), "redirects must be an int, not str"),
    (oncemore.decide, (None, Attempt(), 0), "policy must be a Policy, not NoneType"),
    (oncemore.decide, (Policy(), Policy(), 0), "attempt must be an Attempt, not Policy"),
    (oncemore.decide, (Policy(), Attempt(), 0.5), "random must be an int, not float"),
    (oncemore.decide, (Policy(), Attempt(), True), "random must be an int, not bool"),
    (oncemore.decide, (Policy(), Attempt()), "misses the argument 'random'"),
    (oncemore.decide, (Policy(), Attempt(), 0, 0), "takes at most 3 arguments"),
    (oncemore.decide_attempt, (Policy(),), "misses the argument 'random'"),
    (oncemore.decide_attempt, (), "takes one argument by position"),
    (oncemore.decide_attempt, (1,), "policy must be a Policy, not int"),
    (oncemore.follow, (Policy(), (), Hop()), "trail must be a Trail, not tuple"),
    (oncemore.follow, (Policy(), Trail(), 302), "hop must be a Hop, not int"),
    (oncemore.describe, (Policy(), Attempt(), "x"), "decision must be a Decision, not str"),
    (oncemore.policy_error, (Backoff(),), "policy must be a Policy, not Backoff"),
    (oncemore.validate, (None,), "policy must be a Policy, not NoneType"),
    (oncemore.verdict_of, (16,), "reason must be a member of Reason, not int"),
    (oncemore.proves_acceptance, (RedirectProof.ANY_HOP, 1), "trail must be a Trail"),
    (oncemore.evidence_of_attempt, (Policy(), 503), "attempt must be an Attempt, not int"),
    (oncemore.evidence_of_failure, (503,), "failure must be a member of Failure"),
    (oncemore.evidence_of_status, ("503",), "status must be an int, not str"),
    (oncemore.evidence_of_status, (503, 503), "unprocessed must be a set of statuses, not int"),
    (oncemore.parse_retry_after, (5, 0), "field must be a str, a bytes or None, not int"),
    (oncemore.parse_retry_after, ("5", None), "now must be an aware datetime or a number"),
    (oncemore.parse_retry_after, ("5", 0, "strict"), "grammar must be a member of Grammar"),
    (oncemore.parse_retry_after, ("5",), "misses the argument 'now'"),
    (oncemore.parse_http_date, (1, 0), "field must be a str"),
    (oncemore.combined, (RetryAfter(), None), "b must be a RetryAfter, not NoneType"),
    (oncemore.parse_method, (None,), "token must be a str or a bytes, not NoneType"),
    (oncemore.is_safe, (9,), "method must be a member of Method or a token, not int"),
    (oncemore.is_final, ("200",), "status must be an int, not str"),
    (oncemore.ceiling, (ServerWait(), 1), "policy must be a Policy or a Backoff"),
    (oncemore.delay_range, (Policy(), 1.0), "number must be an int, not float"),
    (oncemore.own_delay, (Policy(), 1, 0, "1"), "previous_delay must be a timedelta"),
    (oncemore.attempts_from_retries, ("1",), "retries must be an int, not str"),
    (oncemore.retries_from_attempts, (None,), "attempts must be an int"),
    (oncemore.max_attempts_for, ("urllib3.total", 1), "convention must be a member of"),
    (oncemore.requests_per_call, (1.0, 1), "attempts must be an int, not float"),
    (oncemore.requests_per_call_shared, (1, "1"), "redirects must be an int, not str"),
    (oncemore.requests_per_call_layers, (5,), "layers must be pairs of attempts and redirects"),
    (oncemore.requests_per_call_layers, ([3],), "layers must be pairs of attempts"),
    (oncemore.requests_per_call_layers, ([(1, 2, 3)],), "layers must be pairs of attempts"),
    (Trail().followed, ("302", "GET", "GET"), "status must be an int, not str"),
    (Trail().followed, (302, None, "GET"), "method_before must be a member of Method or a"),
    (Trail().followed, (302, "GET", 5), "method_after must be a member of Method or a token"),
    (DelayRange().draw, ("0",), "random must be an int, not str"),
    (RetryAfter.until, ("0", 0), "instant must be an aware datetime or a number"),
    (oncemore.StatusSet, (5,), "not iterable"),
    (oncemore.FailureSet, ([503],), "failure must be a member of Failure, not int"),
]


@pytest.mark.parametrize(("function", "arguments", "message"), CALLS)
def test_wrong_arguments(function: Callable[..., Any], arguments: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        function(*arguments)


@pytest.mark.parametrize("bad", [-1, 2**64, -(2**64)])
def test_random_fits(bad: int) -> None:
    match = "^random must be from 0 to 18446744073709551615, not "
    with pytest.raises(OverflowError, match=match):
        oncemore.decide(Policy(), Attempt(), bad)
    with pytest.raises(OverflowError, match=match):
        oncemore.decide_attempt(Policy(), random=bad)


def test_keywords() -> None:
    policy, attempt = Policy(), Attempt(method="GET", outcome=503)
    assert oncemore.decide(random=1, attempt=attempt, policy=policy) == oncemore.decide(
        policy, attempt, 1
    )
    with pytest.raises(TypeError, match="got the argument 'policy' twice"):
        oncemore.decide(policy, attempt, policy=policy)  # type: ignore[call-arg, misc]
    with pytest.raises(TypeError, match="unexpected keyword argument 'dice'"):
        oncemore.decide(policy, attempt, dice=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected keyword argument 'dice'"):
        oncemore.decide_attempt(policy, random=1, dice=1)  # type: ignore[call-arg]


def test_what_another_system_rejects() -> None:
    with pytest.raises(ValueError, match=r"^n: spring\.maxRetries does not take -1$"):
        oncemore.max_attempts_for(oncemore.Convention.SPRING_MAX_RETRIES, -1)
    with pytest.raises(OverflowError, match="^n must be from"):
        oncemore.max_attempts_for(oncemore.Convention.SPRING_MAX_RETRIES, 2**63)


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.binary()
    | st.decimals()
    | st.fractions()
    | st.complex_numbers()
    | st.timedeltas()
    | st.datetimes()
    | st.sampled_from([member for enum in (Failure, Method, Grammar) for member in enum])
    | strategies.values
    | st.just(object),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=4,
)
FUNCTIONS = [getattr(oncemore, name) for name in oncemore.__all__ if name[0].islower()]
FUNCTIONS = [function for function in FUNCTIONS if callable(function)]


@given(st.sampled_from(FUNCTIONS), st.lists(anything, max_size=4))
def test_no_argument_does_any_harm(function: Any, arguments: list[Any]) -> None:
    try:
        function(*arguments)
    except (TypeError, ValueError, OverflowError, ArithmeticError):
        pass


@given(strategies.values, st.data())
def test_no_field_does_any_harm(value: Any, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(type(value).__match_args__))
    try:
        type(value)(**{name: data.draw(anything)})
    except (TypeError, ValueError, OverflowError, ArithmeticError):
        pass


def refused(call: Callable[[], object]) -> None:
    try:
        call()
    except (TypeError, OverflowError):
        return
    pytest.fail("not refused")


def every_path() -> None:
    policy = Policy(statuses={503}, failures={Failure.SEND}, deadline=5, backoff=Backoff(cap=2))
    attempt = Attempt(number=2, method="GET", outcome=503, retry_after=RetryAfter(wait=1))
    decision = oncemore.decide(policy, attempt, 7)
    oncemore.describe(policy, attempt, decision)
    repr((policy, attempt, decision, decision.delay, decision.delay_seconds, hash(policy)))
    assert policy.replace(max_attempts=9) != policy
    list(oncemore.schedule(policy))
    oncemore.parse_retry_after("Mon, 15 Jun 2026 12:00:30 GMT", NOON)
    oncemore.parse_retry_after("\udcff", 1.5)
    Trail().followed(302, "\udcff", b"GET").sent_again()
    oncemore.requests_per_call_layers([(3, 5), (1, 0)])
    pickle.loads(pickle.dumps((policy, attempt, decision)))
    for cls, name, value in WRONG + TOO_LARGE:
        refused(lambda: cls(**{name: value}))
    for function, arguments, _ in CALLS:
        refused(lambda: function(*arguments))


def test_nothing_leaks() -> None:
    """What is made once, such as an entry of a cache, is made ever less often; with a leak, an
    object is left by each round. Counted is what there is, not what is new: a round may replace
    what was there before it."""
    rounds = 200
    grown: list[int] = []
    while len(grown) < 8 and (not grown or grown[-1] >= rounds // 2):
        gc.collect()
        before = sys.getallocatedblocks()
        for _ in range(rounds):
            every_path()
        gc.collect()
        grown.append(sys.getallocatedblocks() - before)
    assert grown[-1] < rounds // 2, grown
