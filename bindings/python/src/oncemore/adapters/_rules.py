# SPDX-License-Identifier: MIT
"""Until the core has them."""

from __future__ import annotations

import oncemore
from oncemore import Attempt, Decision, Policy


def advanced(attempt: Attempt, decision: Decision) -> Attempt:
    return Attempt(number=attempt.number + 1, method=attempt.method, previous_delay=decision.delay)


def time_left(policy: Policy, elapsed: float) -> float | None:
    if policy.deadline is None or policy.deadline.total_seconds() <= 0:
        return None
    return max(0.0, policy.deadline.total_seconds() - max(0.0, elapsed))


def reference_time(date: str | None, age: str | None, now: float) -> float:
    if date is None or (age is not None and (not age.strip().isdigit() or int(age) > 0)):
        return now
    read = oncemore.parse_http_date(date, now)
    return now if read is None else read
