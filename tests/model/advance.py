# SPDX-License-Identifier: MIT
"""Rule 3.6, "Advancing": the attempt that ended becomes the next one."""

import durations
from attempt import Attempt
from decide import RETRY

LAST_NUMBER = 2**32 - 1


def advance(attempt, decision, paid=0):
    """What is not named here goes back to its default: it was known of the attempt that ended."""
    if decision.verdict != RETRY:
        return attempt
    return Attempt(
        number=min(attempt.number + 1, LAST_NUMBER),
        method=attempt.method,
        repeatable=attempt.repeatable,
        body=attempt.body,
        elapsed=durations.add(max(attempt.elapsed, 0), decision.delay),
        previous_delay=decision.delay,
        redirects=attempt.redirects.sent_again(),
        budget_paid=paid,
    )
