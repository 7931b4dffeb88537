# SPDX-License-Identifier: MIT
"""Rule 3.1: what the user configured, and whether it is valid."""

from dataclasses import dataclass, field

import durations
from backoff import JITTERS, Backoff
from failures import CANCELLED, FAILURES, FailureSet
from server_wait import MODES, OVER_CAP, ServerWait
from statuses import STATUSES, UNPROCESSED, StatusSet

UNLIMITED = 2**32 - 1
NO_DEADLINE = durations.LARGEST

UNREPEATABLE = ("never", "if_unprocessed", "always")
REDIRECT_PROOF = ("method_change", "any_hop")
REDIRECT_REWRITE = ("browser", "keep")


@dataclass(slots=True)
class Policy:
    max_attempts: int = 4
    unrepeatable: str = "if_unprocessed"
    redirect_proof: str = "method_change"
    redirect_rewrite: str = "browser"
    max_redirects: int = 10
    failures: FailureSet = FAILURES
    statuses: StatusSet = STATUSES
    unprocessed: StatusSet = UNPROCESSED
    deadline: int = NO_DEADLINE
    min_attempt_time: int = 0
    backoff: Backoff = field(default_factory=Backoff)
    server_wait: ServerWait = field(default_factory=ServerWait)


def validate(policy):
    """The first bad field in the order of the table, or `none`."""
    own, server = policy.backoff, policy.server_wait
    if policy.max_attempts < 1:
        return "max_attempts"
    if policy.unrepeatable not in UNREPEATABLE:
        return "unrepeatable"
    if policy.redirect_proof not in REDIRECT_PROOF:
        return "redirect_proof"
    if policy.redirect_rewrite not in REDIRECT_REWRITE:
        return "redirect_rewrite"
    if not policy.failures.valid or CANCELLED in policy.failures:
        return "failures"
    if not policy.statuses.valid:
        return "statuses"
    if not policy.unprocessed.valid:
        return "unprocessed"
    if policy.deadline < 0:
        return "deadline"
    if policy.min_attempt_time < 0:
        return "min_attempt_time"
    if own.initial < 0:
        return "backoff.initial"
    if own.cap < 0:
        return "backoff.cap"
    if not 0 <= own.floor <= own.cap:
        return "backoff.floor"
    if own.multiplier < 1000:
        return "backoff.multiplier"
    if own.jitter not in JITTERS:
        return "backoff.jitter"
    if own.spread > 1000:
        return "backoff.spread"
    if own.spread_time < 0:
        return "backoff.spread_time"
    if server.mode not in MODES:
        return "server_wait.mode"
    if server.over_cap not in OVER_CAP:
        return "server_wait.over_cap"
    if server.cap < 0:
        return "server_wait.cap"
    if server.spread > 1000:
        return "server_wait.spread"
    return "none"


def reaches_deadline(policy, elapsed, wait):
    """Rule 3.9: whether the next attempt could not be over before the deadline."""
    if policy.deadline == NO_DEADLINE:
        return False
    return durations.add(elapsed, wait, policy.min_attempt_time) >= policy.deadline


def time_left(policy, elapsed):
    """Rule 3.9: the time-out of the next attempt, or None for no limit. Many clients take 0 for no
    limit, so it is said only of a deadline that has passed."""
    if policy.deadline == NO_DEADLINE or policy.deadline <= 0:
        return None
    return max(policy.deadline - max(elapsed, 0), 0)
