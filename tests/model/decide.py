# SPDX-License-Identifier: MIT
"""Rule 3.10: the decision, and the one rule that made it."""

from typing import NamedTuple

import backoff
import methods
import retry_after
import server_wait
import statuses
import trail
from attempt import body_is_whole, evidence, possible, repeatable
from failures import CANCELLED, NEVER_SENT, NOT_PROCESSED, PROCESSED
from policy import reaches_deadline, validate

NOTES = ("server_wait_applied", "server_wait_malformed", "server_wait_clamped", "new_connection",
         "not_early_data")
RETRY, STOP = "retry", "stop"


class Decision(NamedTuple):
    verdict: str
    reason: str
    delay: int = 0
    notes: tuple = ()


def is_taken_back(attempt):
    """Rule 3.3: a 2xx of which the caller says that it is none, by what its body reports."""
    return 200 <= attempt.status <= 299 and attempt.server_says == "retry"


def outcome_is_retryable(policy, attempt):
    """Rule 3.3 and 3.4, as far as the policy's sets and `server_says` go."""
    if attempt.failure is not None:
        return attempt.failure in policy.failures
    if attempt.server_says == "retry":  # a 3xx or 101 never comes here
        return True
    if attempt.status == 413:  # RFC 9110 15.5.14: temporary only if the server gives a time
        wait = server_wait.heard(policy.server_wait, attempt.retry_after)
        if not retry_after.is_wait(wait):
            return False
    return attempt.status in policy.statuses


def is_accepted(policy, attempt):
    """Rule 3.6: there is proof that a server took a request which is not idempotent."""
    if methods.idempotent(attempt.method) and attempt.repeatable != "no":
        return False
    if policy.unrepeatable == "always":
        return False
    return attempt.evidence == PROCESSED or trail.is_proof(attempt.redirects, policy.redirect_proof)


def unsafe_to_repeat(policy, attempt):
    """Rule 3.5: why a request that is not repeatable must not be sent again, or None."""
    if repeatable(attempt) or policy.unrepeatable == "always":
        return None
    if policy.unrepeatable == "never":
        return "not_repeatable"
    if evidence(attempt, policy.unprocessed) in (NEVER_SENT, NOT_PROCESSED):
        return None
    return "maybe_processed"


def final_reason(policy, attempt):
    """Rules 1 to 8, of which none knows a delay: why the attempt is the last, or None."""
    if not possible(attempt):  # 3.10, 1
        return "invalid_attempt"
    if attempt.failure == CANCELLED:  # 3.10, 2
        return "cancelled"
    status_class = None if attempt.failure else statuses.classify(attempt.status)
    if status_class == statuses.SUCCESS and not is_taken_back(attempt):  # 3.10, 3
        return status_class
    if status_class == statuses.REDIRECT:
        return status_class
    if validate(policy) != "none":  # 3.10, 4
        return "invalid_policy"
    if attempt.server_says == "do_not_retry":  # 3.10, 5
        return "server_refused"
    if not outcome_is_retryable(policy, attempt):  # 3.10, 6
        return "failure_not_retried" if attempt.failure else "status_not_retried"
    if is_accepted(policy, attempt):  # 3.10, 7
        return "accepted"
    unsafe = unsafe_to_repeat(policy, attempt)
    if unsafe:
        return unsafe
    if not body_is_whole(attempt):  # 3.10, 8
        return "body_consumed"
    return None


def spent_reason(policy, attempt, delay):
    """Rules 9 to 12, after which the work could be queued: why not now, or None."""
    if attempt.number >= policy.max_attempts:  # 3.10, 9; an unlimited policy ends at 2^32 - 1
        return "attempts_exhausted"
    if attempt.budget == "denied":  # 3.10, 10
        return "budget_exhausted"
    if server_wait.gives_up(policy.server_wait, attempt.retry_after):  # 3.10, 11
        return "server_wait_too_long"
    if reaches_deadline(policy, attempt.elapsed, delay):  # 3.10, 12
        return "deadline"
    return None


def notes(policy, attempt, delay, wait):
    """A hold that is longer than the server's wait makes the delay another one than `wait`."""
    heard = server_wait.heard(policy.server_wait, attempt.retry_after)
    on = {
        "server_wait_applied": wait is not None and delay == wait,
        "server_wait_malformed": heard == retry_after.MALFORMED,
        "server_wait_clamped": server_wait.clamped(policy.server_wait, attempt.retry_after),
        "new_connection": attempt.status in (408, 421),
        "not_early_data": attempt.status == 425,
    }
    return tuple(note for note in NOTES if on[note])


def decide(policy, attempt, random):
    """Whether to send the request once more, and when."""
    final = final_reason(policy, attempt)
    if final:
        return Decision(STOP, final)
    own = backoff.delay(policy.backoff, attempt.number, attempt.previous_delay, random)
    wait = server_wait.least(policy.server_wait, attempt.retry_after)
    if wait is not None:
        wait = server_wait.spread(policy.server_wait, wait, random)
    joined = server_wait.join(policy.server_wait, own, policy.backoff.floor, wait)
    delay = max(joined, attempt.hold)  # 3.8: the hold comes last, so nothing shortens it
    noted = notes(policy, attempt, delay, wait)
    spent = spent_reason(policy, attempt, delay)
    if spent:
        return Decision(STOP, spent, delay, noted)
    reason = "retryable_failure" if attempt.failure else "retryable_status"  # 3.10, 13
    return Decision(RETRY, reason, delay, noted)
