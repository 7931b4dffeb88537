# SPDX-License-Identifier: MIT
"""What the adapters share, without a client."""

from __future__ import annotations

from oncemore import Backoff, Evidence, Policy, Reason
from oncemore.adapters import Timing
from oncemore.adapters._call import Call, Lines, Outcome, Request, no_lines
from oncemore.adapters._settings import Setup

POLICY = Policy(deadline=10, max_redirects=1, backoff=Backoff(initial=0.01))


def call_at(*times: float) -> Call:
    """A call whose clock shows these seconds, one after the other; the first is its start."""
    return Call(Setup(POLICY, timing=Timing(monotonic=iter(times).__next__, random=lambda: 0)))


def lines_of(retry_after: list[str]) -> Lines:
    return lambda name: retry_after if name == "Retry-After" else []


def test_what_the_client_knows_better() -> None:
    post = Request("POST")
    assert call_at(0, 1).ended(post, Outcome(504)).reason is Reason.MAYBE_PROCESSED
    outcome = Outcome(504, evidence=Evidence.NEVER_SENT)
    assert call_at(0, 1).ended(post, outcome).reason is Reason.RETRYABLE_STATUS


def test_the_key_is_found_in_any_case() -> None:
    call = Call(Setup(POLICY, key_field="Idempotency-Key"))
    for name, reason in (
        ("idempotency-KEY", Reason.RETRYABLE_STATUS),
        ("Key", Reason.MAYBE_PROCESSED),
    ):
        assert call.ended(Request("POST", fields=(name,)), Outcome(504)).reason is reason


def test_several_retry_after_lines() -> None:
    """The longest wait counts; they are not joined."""
    decision = call_at(0, 1).ended(Request("GET"), Outcome(503, lines_of(["1", "nonsense", "3"])))
    assert decision.delay_seconds == 3


def test_a_deadline_stops_hops_as_well() -> None:
    get = Request("GET")
    assert call_at(0, 9).follow(302, "GET", get, no_lines).follow
    late = call_at(0, 10)
    assert not late.follow(302, "GET", get, no_lines).follow
    assert late.refusal is not None and late.refusal.reason is Reason.DEADLINE


def test_hops_are_no_attempts() -> None:
    call = call_at(0, 1, 2)
    assert call.follow(307, "POST", Request("POST"), no_lines).follow
    assert (call.number, call.hops) == (1, 1)
    assert call.follow(307, "POST", Request("POST"), no_lines).reason is Reason.REDIRECT_LIMIT
    assert call.hops == 1


def test_a_clock_that_is_set_back() -> None:
    assert call_at(5, 3).elapsed() == 0
