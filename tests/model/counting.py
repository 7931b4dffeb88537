# SPDX-License-Identifier: MIT
"""Rules 3.6 and 3.9: attempts and retries, and the worst number of requests of a call."""

from policy import UNLIMITED

MOST_REQUESTS = 2**64 - 1


def attempts_from_retries(retries):
    return min(retries + 1, UNLIMITED)


def retries_from_attempts(attempts):
    if attempts == UNLIMITED:
        return UNLIMITED
    return max(attempts - 1, 0)


def requests_per_call(layers):
    """Of layers of (attempts, redirects), each client's allowance afresh with each attempt."""
    product = 1
    for attempts, redirects in layers:
        product *= attempts * (1 + redirects)
    return min(product, MOST_REQUESTS)


def requests_per_call_shared(attempts, redirects):
    """With one allowance of redirects for the whole call."""
    return attempts + redirects
