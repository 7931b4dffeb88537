# SPDX-License-Identifier: MIT
"""Rule 3.6: whether a client follows a redirect, with which method and when."""

from dataclasses import dataclass
from typing import NamedTuple

import methods
import retry_after
import server_wait
from policy import reaches_deadline, validate

FOLLOW, STOP = "follow", "stop"
REDIRECTS = (301, 302, 303, 307, 308)


@dataclass(slots=True)
class Hop:
    status: int = 0
    method: bytes = methods.UNKNOWN
    has_location: bool = False
    body: str = "replayable"
    retry_after: int | str = retry_after.ABSENT
    elapsed: int = 0


class Answer(NamedTuple):
    verdict: str
    reason: str
    delay: int = 0
    method: str = "keep"
    body: str = "keep"


def rewritten(hop, redirect_rewrite):
    """The method, `keep` or `get`, and the body, `keep` or `drop`, of the request that follows."""
    if hop.status == 303:  # RFC 9110 15.4.4: fetch the other resource with GET or HEAD
        return ("keep" if hop.method in (b"GET", b"HEAD") else "get"), "drop"
    if redirect_rewrite == "browser" and hop.status in (301, 302) and hop.method == b"POST":
        return "get", "drop"  # RFC 9110 15.4.2, 15.4.3: of POST alone
    return "keep", "keep"


def stop_reason(policy, hops, hop, body, wait):
    """The first rule that keeps the client from following, or None."""
    if hop.elapsed < 0 or (retry_after.is_wait(hop.retry_after) and hop.retry_after < 0):
        return "invalid_attempt"
    if validate(policy) != "none":
        return "invalid_policy"
    if hop.status not in REDIRECTS or hop.method == b"CONNECT":
        return "not_a_redirect"
    if not hop.has_location:
        return "no_location"
    if hops >= policy.max_redirects:
        return "redirect_limit"
    if body == "keep" and hop.body == "consumed":
        return "body_consumed"
    if server_wait.gives_up(policy.server_wait, hop.retry_after):
        return "server_wait_too_long"
    if reaches_deadline(policy, hop.elapsed, wait):
        return "deadline"
    return None


def follow(policy, trail, hop):
    """Retry-After on a redirect is the least wait before following (RFC 9110 10.2.3), so neither
    the floor of the backoff nor a spread has a part in it."""
    method, body = rewritten(hop, policy.redirect_rewrite)
    wait = server_wait.least(policy.server_wait, hop.retry_after) or 0
    reason = stop_reason(policy, trail.hops, hop, body, wait)
    if reason is None:
        return Answer(FOLLOW, FOLLOW, wait, method, body)
    if reason in ("server_wait_too_long", "deadline"):
        return Answer(STOP, reason, wait)
    return Answer(STOP, reason)
