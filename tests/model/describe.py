# SPDX-License-Identifier: MIT
"""Rule 3.10: a decision as one line for people."""

import retry_after
import server_wait
from decide import RETRY
from policy import UNLIMITED, validate

# The stops after which a delay is known (3.10, rules 9 to 12).
QUEUEABLE = ("attempts_exhausted", "budget_exhausted", "server_wait_too_long", "deadline")


def outcome(attempt):
    if (attempt.status == 0) == (attempt.failure is None):
        return "no outcome"
    return attempt.failure or str(attempt.status)


def verdict(policy, decision):
    if decision.verdict == RETRY:
        return f"retry in {decision.delay} ms"
    line = f"stop: {decision.reason}"
    if decision.reason == "invalid_policy":
        line += f" ({validate(policy)})"
    if decision.delay > 0:
        line += f", wait {decision.delay} ms"
    return line


def asked(policy, attempt):
    """What the server asked for, in parentheses, or nothing."""
    heard = server_wait.heard(policy.server_wait, attempt.retry_after)
    if heard == retry_after.MALFORMED:
        return " (Retry-After malformed)"
    if heard == retry_after.ABSENT:
        return ""
    clamped = ", clamped" if server_wait.clamped(policy.server_wait, attempt.retry_after) else ""
    return f" (server asked {heard} ms{clamped})"


def describe(policy, attempt, decision):
    most = "unlimited" if policy.max_attempts == UNLIMITED else policy.max_attempts
    line = f"attempt {attempt.number} of {most}: {outcome(attempt)}, {verdict(policy, decision)}"
    if decision.verdict == RETRY or decision.reason in QUEUEABLE:
        line += asked(policy, attempt)
    if "new_connection" in decision.notes:
        line += ", new connection"
    if "not_early_data" in decision.notes:
        line += ", not in early data"
    return line
