# SPDX-License-Identifier: MIT
"""Any policy, attempt, hop: valid or not."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from hypothesis import strategies as st

import oncemore
from oncemore import (
    Attempt,
    Backoff,
    Body,
    BudgetAnswer,
    Decision,
    DelayRange,
    Evidence,
    Failure,
    FailureSet,
    Hop,
    HopDecision,
    Jitter,
    Method,
    NextBody,
    NextMethod,
    Note,
    OverCap,
    Policy,
    Reason,
    RedirectProof,
    RedirectRewrite,
    Repeatable,
    RetryAfter,
    ServerSays,
    ServerWait,
    ServerWaitMode,
    StatusSet,
    Trail,
    Unrepeatable,
    Verdict,
)

MS = timedelta(milliseconds=1)

randoms = st.integers(0, 2**64 - 1)
u32 = st.integers(0, 2**32 - 1) | st.integers(0, 8)
statuses = st.integers(-(2**31), 2**31 - 1) | st.integers(90, 1010) | st.integers(400, 600)
# What a float of seconds can say to the millisecond, so that a repr does.
durations = st.integers(-10, 10**12).map(lambda ms: ms * MS) | st.integers(0, 50000).map(
    lambda ms: ms * MS
)
ratios = st.integers(0, 5000).map(lambda n: n / 1000)


ARGUMENTS: dict[Any, Any] = {}  # of a type: dicts of any arguments that it takes


def given_some(cls: Any, **fields: Any) -> Any:
    ARGUMENTS[cls] = st.fixed_dictionaries({}, optional=fields)
    return st.fixed_dictionaries({}, optional=fields).map(lambda some: cls(**some))


status_sets = st.builds(
    lambda start, more, less: start.with_(*more).without(*less),
    st.sampled_from([StatusSet(), oncemore.DEFAULT_STATUSES, oncemore.DEFAULT_UNPROCESSED]),
    st.lists(st.integers(390, 610), max_size=4),
    st.lists(st.integers(400, 610), max_size=4),
)
failure_sets = st.builds(
    lambda start, more, less: start.with_(*more).without(*less),
    st.sampled_from([FailureSet(), oncemore.DEFAULT_FAILURES]),
    st.lists(st.sampled_from(Failure), max_size=4),
    st.lists(st.sampled_from(Failure), max_size=4),
)
backoffs = given_some(
    Backoff,
    initial=durations,
    cap=durations,
    floor=durations,
    multiplier=ratios,
    jitter=st.sampled_from(Jitter),
    spread=ratios,
    spread_time=durations,
)
server_waits = given_some(
    ServerWait,
    mode=st.sampled_from(ServerWaitMode),
    over_cap=st.sampled_from(OverCap),
    cap=durations,
    spread=ratios,
)
policies = given_some(
    Policy,
    max_attempts=u32,
    unrepeatable=st.sampled_from(Unrepeatable),
    redirect_proof=st.sampled_from(RedirectProof),
    redirect_rewrite=st.sampled_from(RedirectRewrite),
    max_redirects=u32,
    failures=failure_sets,
    statuses=status_sets,
    unprocessed=status_sets,
    deadline=st.none() | durations,
    min_attempt_time=durations,
    backoff=backoffs,
    server_wait=server_waits,
)
retry_afters = (
    st.just(RetryAfter())
    | st.just(RetryAfter(malformed=True))
    | durations.map(lambda wait: RetryAfter(wait=wait))
)
methods = st.sampled_from(Method)
hops = st.tuples(st.sampled_from([301, 302, 303, 307, 308, 399]), methods, methods)
trails = st.lists(hops | st.none(), max_size=4).map(lambda steps: _walked(Trail(), steps))


def _walked(trail: Trail, steps: list[Any]) -> Trail:
    for step in steps:
        trail = trail.followed(*step) if step else trail.sent_again()
    return trail


attempt_fields = dict(
    number=u32,
    method=methods,
    outcome=statuses | st.sampled_from([each for each in Failure if each is not Failure.NONE]),
    repeatable=st.sampled_from(Repeatable),
    evidence=st.sampled_from(Evidence),
    body=st.sampled_from(Body),
    budget=st.sampled_from(BudgetAnswer),
    budget_paid=ratios,
    hold=durations,
    server_says=st.sampled_from(ServerSays),
    elapsed=durations,
    previous_delay=durations,
    retry_after=retry_afters,
    redirects=trails,
)
some_attempt_fields = st.fixed_dictionaries({}, optional=attempt_fields)
attempts = given_some(Attempt, **attempt_fields)
all_hops = given_some(
    Hop,
    status=statuses,
    method=methods,
    has_location=st.booleans(),
    body=st.sampled_from(Body),
    retry_after=retry_afters,
    elapsed=durations,
)
notes = st.integers(0, 31).map(Note)
decisions = given_some(
    Decision,
    verdict=st.sampled_from(Verdict),
    reason=st.sampled_from(Reason),
    delay=durations,
    notes=notes,
)
hop_decisions = given_some(
    HopDecision,
    verdict=st.sampled_from(Verdict),
    reason=st.sampled_from(Reason),
    delay=durations,
    method=st.sampled_from(NextMethod),
    body=st.sampled_from(NextBody),
)
delay_ranges = given_some(DelayRange, low=durations, high=durations)

values = (
    backoffs
    | server_waits
    | policies
    | retry_afters
    | trails
    | attempts
    | all_hops
    | decisions
    | hop_decisions
    | delay_ranges
)
