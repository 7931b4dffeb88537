# SPDX-License-Identifier: MIT
"""Rules 3.1 and 3.5: the facts about the send that just ended, and what they say."""

from dataclasses import dataclass

import failures
import methods
import retry_after
import statuses
from failures import NEVER_SENT, NOT_PROCESSED, PROCESSED, UNKNOWN
from trail import EMPTY, Trail

BY_METHOD = "by_method"
BY_OUTCOME = "by_outcome"


@dataclass(slots=True)
class Attempt:
    """`status` 0 is no status and `failure` None no failure: an attempt has exactly one."""

    number: int = 1
    method: bytes = methods.UNKNOWN
    status: int = 0
    failure: str | None = None
    repeatable: str = BY_METHOD
    evidence: str = BY_OUTCOME
    body: str = "replayable"
    budget: str = "granted"
    server_says: str = "nothing"
    elapsed: int = 0
    previous_delay: int = 0
    retry_after: int | str = retry_after.ABSENT
    redirects: Trail = EMPTY
    budget_paid: int = 0
    hold: int = 0


def possible(attempt):
    """Rule 3.10, 1: whether this can have happened; the policy has no say in it."""
    if attempt.number == 0:
        return False
    if attempt.failure is None:
        if statuses.classify(attempt.status) == statuses.INVALID:
            return False
    elif attempt.status != 0:
        return False
    if attempt.elapsed < 0 or attempt.previous_delay < 0 or attempt.hold < 0:
        return False
    if not attempt.redirects.is_possible():
        return False
    return not (retry_after.is_wait(attempt.retry_after) and attempt.retry_after < 0)


def evidence_of_outcome(attempt, unprocessed):
    if attempt.failure is not None:
        return failures.EVIDENCE_OF[attempt.failure]
    if attempt.status in unprocessed:
        return NOT_PROCESSED
    if 200 <= attempt.status <= 299 or attempt.status == 303:
        return PROCESSED
    return UNKNOWN


def evidence(attempt, unprocessed):
    """What is known about processing, of the whole way that the request went."""
    if attempt.redirects.doubtful:  # what is known of the last hop says nothing of the first
        return UNKNOWN
    if attempt.evidence != BY_OUTCOME:
        return attempt.evidence
    return evidence_of_outcome(attempt, unprocessed)


def repeatable(attempt):
    if attempt.repeatable == BY_METHOD:
        return methods.idempotent(attempt.method)
    return attempt.repeatable == "yes"


def body_is_whole(attempt):
    """Whether the body can be sent: again, or for the first time because nothing consumed it."""
    if attempt.body == "replayable":
        return True
    return (
        attempt.failure is not None
        and failures.EVIDENCE_OF[attempt.failure] == NEVER_SENT
        and attempt.evidence in (BY_OUTCOME, NEVER_SENT)
        and not attempt.redirects.moved
    )
