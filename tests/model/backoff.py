# SPDX-License-Identifier: MIT
"""Rule 3.7: the ceiling, the jitters and the draw."""

from dataclasses import dataclass
from functools import lru_cache

import durations

JITTERS = ("none", "full", "equal", "proportional", "additive", "decorrelated")

NANOSECONDS = 1_000_000  # in a millisecond


@dataclass(slots=True)
class Backoff:
    initial: int = 1000
    cap: int = 30_000
    floor: int = 0
    multiplier: int = 2000
    jitter: str = "equal"
    spread: int = 500
    spread_time: int = 0


def first(backoff):
    """I1, the ceiling after attempt 1."""
    return min(backoff.initial, backoff.cap)


@lru_cache(maxsize=4096)
def _ceiling(initial, cap, multiplier, number):
    cap *= NANOSECONDS
    value = min(initial * NANOSECONDS, cap)
    for _ in range(1, number):
        grown = min(cap, value * multiplier // 1000)
        if grown == value:  # at the cap, at 0, or multiplied by 1: no later attempt changes it
            break
        value = grown
    return value // NANOSECONDS


def ceiling(backoff, number):
    """The un-jittered value after attempt `number`; number 0 is answered like 1."""
    return _ceiling(backoff.initial, backoff.cap, backoff.multiplier, number)


def uncut_range(backoff, number, previous_delay):
    """The jitter's range before its ends are brought between floor and cap."""
    c = ceiling(backoff, number)
    if backoff.jitter == "none":
        return c, c
    if backoff.jitter == "full":
        return 0, c
    if backoff.jitter == "equal":
        return c // 2, c
    if backoff.jitter == "proportional":
        s = c * backoff.spread // 1000
        return c - s, c + s
    if backoff.jitter == "additive":
        a = min(c, max(backoff.initial, backoff.cap - backoff.spread_time))
        return a, a + backoff.spread_time
    if backoff.jitter == "decorrelated":
        p = first(backoff)
        if number > 1:
            p = min(max(previous_delay, p), backoff.cap)
        return first(backoff), 3 * p
    raise ValueError(backoff.jitter)


def bounds(backoff, number, previous_delay):
    """The closed range [lo, hi] that the delay is drawn from."""
    lo, hi = (
        min(max(end, backoff.floor), backoff.cap)
        for end in uncut_range(backoff, number, previous_delay)
    )
    return lo, hi


def delay(backoff, number, previous_delay, random):
    return durations.draw(*bounds(backoff, number, previous_delay), random)
