#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How long a decision takes, in ns: the least and the median of many rounds. Never passes or fails.

With urllib3 installed, what its users call today is measured in the same run. It is not like for
like: Retry.increment() keeps a history, and get_backoff_time() draws its own dice.
"""

from __future__ import annotations

import platform
import timeit
from datetime import datetime, timezone
from importlib.metadata import version
from typing import Any

import oncemore
from oncemore import Attempt, Backoff, Jitter, Method, Policy, RetryAfter

ROUNDS, CALLS = 400, 500
DATE = "Mon, 15 Jun 2026 12:00:10 GMT"

SETUP: dict[str, Any] = {
    "decide": oncemore.decide,
    "decide_attempt": oncemore.decide_attempt,
    "parse": oncemore.parse_retry_after,
    "Attempt": Attempt,
    "GET": Method.GET,
    "policy": Policy(backoff=Backoff(jitter=Jitter.FULL)),
    "attempt": Attempt(number=2, method="GET", outcome=503, elapsed=1.5),
    "now": datetime(2026, 6, 15, 12, tzinfo=timezone.utc).timestamp(),
    "wait": RetryAfter(wait=2),
    "date": DATE,
    "bits": 2**63 + 12345,
    "nothing": lambda a, b, c, d, e, f, g: None,
}

QUESTIONS = {
    "an empty Python function": "nothing(1, 2, 3, 4, 5, 6, 7)",
    "decide, ready objects": "decide(policy, attempt, bits)",
    "decide_attempt": "decide_attempt(policy, random=bits, number=2, method=GET, outcome=503)",
    "decide_attempt, token": "decide_attempt(policy, random=bits, number=2, method='GET', "
    "outcome=503)",
    "decide_attempt, date": "decide_attempt(policy, random=bits, number=2, method=GET, "
    "outcome=503, retry_after=parse(date, now))",
    "decide, Attempt built": "decide(policy, Attempt(number=2, method=GET, outcome=503, "
    "elapsed=1.5), bits)",
    "decide, Attempt built, date": "decide(policy, Attempt(number=2, method=GET, outcome=503, "
    "elapsed=1.5, retry_after=parse(date, now)), bits)",
    "parse_retry_after, date": "parse(date, now)",
    "decide and read the delay": "decide(policy, attempt, bits).delay_seconds",
}


def add_urllib3() -> str:
    try:
        import urllib3  # type: ignore[import-not-found, unused-ignore]
        from urllib3.util.retry import Retry  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        return "urllib3 is not installed"
    retry = Retry(total=3, backoff_factor=1, status_forcelist=[503])
    SETUP["retry"] = retry.increment("GET", "/", error=OSError())
    SETUP["response"] = urllib3.HTTPResponse(status=503)
    SETUP["dated"] = urllib3.HTTPResponse(status=503, headers={"Retry-After": DATE})
    for name, response in (("urllib3 Retry", "response"), ("urllib3 Retry, date", "dated")):
        QUESTIONS[name] = (
            f"retry.is_retry('GET', 503, False) and retry.increment('GET', '/', {response})"
            f".get_backoff_time() + (retry.get_retry_after({response}) or 0)"
        )
    return f"urllib3 {version('urllib3')}"


def main() -> None:
    other = add_urllib3()
    print(f"CPython {platform.python_version()}, oncemore {oncemore.__version__}, {other}")
    for name, question in QUESTIONS.items():
        calls = CALLS if "urllib3" not in name else CALLS // 10
        rounds = timeit.repeat(question, globals=SETUP, number=calls, repeat=ROUNDS)
        rounds.sort()
        least, median = (rounds[i] / calls * 1e9 for i in (0, len(rounds) // 2))
        print(f"{name:30} min {least:7.0f}   p50 {median:7.0f}")


main()
