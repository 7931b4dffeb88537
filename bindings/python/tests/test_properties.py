# SPDX-License-Identifier: MIT
"""What holds for every policy and every attempt, valid or not."""

from __future__ import annotations

from datetime import timedelta
from itertools import islice
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import oncemore
import strategies
from oncemore import (
    DEFAULT_STATUSES,
    UNLIMITED,
    Attempt,
    Backoff,
    Hop,
    Policy,
    PolicyError,
    Reason,
    RetryAfter,
    ServerWait,
    StatusSet,
    Trail,
    Verdict,
)

NEVER = timedelta()


@given(strategies.policies, strategies.some_attempt_fields, strategies.randoms)
def test_both_forms_decide_alike(policy: Policy, facts: dict[str, Any], random: int) -> None:
    decision = oncemore.decide(policy, Attempt(**facts), random)
    assert oncemore.decide(policy, Attempt(**facts), random) == decision
    assert oncemore.decide_attempt(policy, random=random, **facts) == decision


@given(strategies.policies, strategies.attempts, strategies.randoms)
def test_a_decision_is_whole(policy: Policy, attempt: Attempt, random: int) -> None:
    decision = oncemore.decide(policy, attempt, random)
    assert decision.retry == (decision.verdict is Verdict.RETRY)
    assert oncemore.verdict_of(decision.reason) is decision.verdict
    assert decision.delay >= NEVER
    assert decision.delay_seconds == decision.delay / timedelta(seconds=1)
    line = oncemore.describe(policy, attempt, decision)
    assert line.isascii() and line.isprintable()
    assert line.startswith(f"attempt {attempt.number} of ")
    if decision.retry:
        assert oncemore.policy_error(policy) is PolicyError.NONE
        assert attempt.number < policy.max_attempts
    elif decision.reason is not Reason.INVALID_POLICY:
        assert f"stop: {decision.reason}" in line


@given(
    st.sampled_from(oncemore.Jitter),
    st.integers(0, 40000),
    st.sampled_from(oncemore.ServerWaitMode),
    st.sampled_from(oncemore.OverCap),
    st.integers(1, 4),
    st.integers(0, 60000),
    strategies.randoms,
)
def test_no_retry_comes_before_the_server_asked(
    jitter: oncemore.Jitter,
    cap: int,
    mode: oncemore.ServerWaitMode,
    over_cap: oncemore.OverCap,
    number: int,
    asked: int,
    random: int,
) -> None:
    policy = Policy(
        backoff=Backoff(jitter=jitter),
        server_wait=ServerWait(mode=mode, over_cap=over_cap, cap=cap * strategies.MS, spread=0.1),
    )
    wait = asked * strategies.MS
    decision = oncemore.decide_attempt(
        policy,
        random=random,
        number=number,
        method="GET",
        outcome=503,
        retry_after=RetryAfter(wait=wait),
    )
    ignored = mode is oncemore.ServerWaitMode.IGNORE
    clamped = oncemore.Note.SERVER_WAIT_CLAMPED in decision.notes
    assert decision.delay >= wait or ignored or clamped
    assert decision.retry or decision.reason in (
        Reason.ATTEMPTS_EXHAUSTED,
        Reason.SERVER_WAIT_TOO_LONG,
    )


@given(strategies.policies, strategies.trails, strategies.all_hops)
def test_an_answer_to_a_hop_is_whole(policy: Policy, trail: Trail, hop: Hop) -> None:
    answer = oncemore.follow(policy, trail, hop)
    assert answer.follow == (answer.verdict is Verdict.FOLLOW)
    assert oncemore.verdict_of(answer.reason) is answer.verdict
    assert answer.delay >= NEVER
    if answer.follow:
        assert trail.hops < policy.max_redirects


@given(strategies.trails)
def test_a_trail_goes_on(trail: Trail) -> None:
    again = trail.sent_again()
    assert again == Trail(hops=trail.hops)
    assert trail.followed(307, "PUT", "PUT").hops == trail.hops + 1


MIXES_TO_ONES = 0xCF9A04AFFA6BADC0
"""What becomes 2**64 - 1 before it is drawn from."""


@given(strategies.policies, st.integers(1, 2**32 - 1), strategies.durations, strategies.randoms)
def test_a_delay_is_drawn_from_its_range(
    policy: Policy, number: int, previous: timedelta, random: int
) -> None:
    ends = oncemore.delay_range(policy, number, previous)
    delay = oncemore.own_delay(policy, number, random, previous)
    assert ends.low <= delay <= ends.high
    assert ends.draw(random) == delay
    assert ends.draw(0) == ends.low and ends.draw(MIXES_TO_ONES) == ends.high
    if oncemore.policy_error(policy) is PolicyError.NONE:
        assert policy.backoff.floor <= ends.low and ends.high <= policy.backoff.cap
        assert oncemore.ceiling(policy, number) <= policy.backoff.cap


@given(strategies.policies)
def test_a_schedule_is_as_long_as_there_are_retries(policy: Policy) -> None:
    first = list(islice(oncemore.schedule(policy), 20))
    assert len(first) == min(20, oncemore.retries_from_attempts(policy.max_attempts))
    if first:
        assert first[0] == oncemore.delay_range(policy, 1)


@given(strategies.retry_afters, strategies.retry_afters)
def test_combined(a: RetryAfter, b: RetryAfter) -> None:
    both = oncemore.combined(a, b)
    assert both in (a, b)
    assert both == oncemore.combined(b, a)
    assert oncemore.combined(a, RetryAfter()) == a


@given(st.text() | st.binary(), st.integers(-(2**50), 2**50), st.sampled_from(oncemore.Grammar))
def test_any_field_has_an_answer(field: str | bytes, now: int, grammar: oncemore.Grammar) -> None:
    read = oncemore.parse_retry_after(field, now, grammar)
    assert read.kind is not oncemore.RetryAfterKind.ABSENT
    date = oncemore.parse_http_date(field, now, grammar)
    if date is not None:
        assert read == RetryAfter.until(date, now)


@given(st.integers(0, 10**30))
def test_delay_seconds_are_numbers(seconds: int) -> None:
    wait = oncemore.parse_retry_after(str(seconds), 0).wait
    assert wait == RetryAfter(wait=seconds).wait


@given(st.sets(st.integers(400, 599)), st.sets(st.integers(400, 599)))
def test_sets_are_sets(a: set[int], b: set[int]) -> None:
    first, second = StatusSet(a), StatusSet(b)
    assert first == a and sorted(first) == sorted(a) and len(first) == len(a)
    for made, wanted in (
        (first | second, a | b),
        (first - second, a - b),
        (first & second, a & b),
        (first ^ second, a ^ b),
        (a | second, a | b),
        (a - second, a - b),
    ):
        assert made == wanted and type(made) is StatusSet
    assert (first <= second) == (a <= b)
    assert Policy(statuses=a).statuses == first
    assert (DEFAULT_STATUSES | first).valid


@given(strategies.u32, strategies.u32)
def test_counting(a: int, b: int) -> None:
    assert oncemore.requests_per_call(a, b) == min(a * (1 + b), 2**64 - 1)
    assert oncemore.requests_per_call_layers([(a, b)]) == oncemore.requests_per_call(a, b)
    product = oncemore.requests_per_call_layers(iter([(a, b), (b, a)]))
    assert product == min(a * (1 + b) * b * (1 + a), 2**64 - 1)
    assert oncemore.requests_per_call_shared(a, b) == a + b
    assert oncemore.attempts_from_retries(a) == min(a + 1, UNLIMITED)
