# SPDX-License-Identifier: MIT
"""The dice and the clock of oncemore.system, and what threads and forks do to them, and to all."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import oncemore
from oncemore import Attempt, Backoff, Failure, Jitter, Method, Policy, RetryAfter, system

DECISIONS = 1_000_000


def test_random_bits_are_64() -> None:
    drawn = [system.random_bits() for _ in range(1000)]
    assert len(set(drawn)) == 1000
    assert all(0 <= bits < 2**64 for bits in drawn)
    assert any(bits >> 63 for bits in drawn) and any(bits & 1 for bits in drawn)


def test_the_dice_are_thrown() -> None:
    policy = Policy(backoff=Backoff(jitter=Jitter.FULL, initial=100000, cap=100000))
    attempt = Attempt(method="GET", outcome=503)
    delays = {system.decide(policy, attempt).delay for _ in range(50)}
    delays |= {system.decide_attempt(policy, method="GET", outcome=503).delay for _ in range(50)}
    assert len(delays) > 90


def test_the_clock_is_asked() -> None:
    date = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(time.time() + 1000))
    wait = system.parse_retry_after(date).wait_seconds
    assert wait is not None and 900 < wait <= 1000
    assert system.parse_retry_after("7") == RetryAfter(wait=7)
    assert system.parse_retry_after(None) == RetryAfter()
    assert system.parse_retry_after("7,", oncemore.Grammar.STRICT).malformed


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_fork_does_not_repeat_the_dice() -> None:
    script = """if True:
        import os, sys
        from oncemore import system
        system.random_bits()
        os.fork()
        sys.stdout.write(f"{system.random_bits()}\\n")
    """
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert len(set(ran.stdout.split())) == 2


def attempts() -> list[Attempt]:
    dice = random.Random(7)
    outcomes: list[int | Failure] = [200, 302, 404, 429, 500, 503, 504, *Failure]
    return [
        Attempt(
            number=dice.randint(0, 5),
            method=dice.choice(list(Method)),
            outcome=dice.choice(outcomes),
            elapsed=dice.random() * 10,
            retry_after=dice.choice([None, RetryAfter(wait=dice.random() * 40)]),
        )
        for _ in range(1000)
    ]


def test_eight_threads_decide_as_one_does() -> None:
    """Each of them a million times; what they decided is folded into one number."""
    policy = Policy(deadline=30)
    facts = attempts()

    def fold(_: int) -> int:
        folded = 0
        bits = 1
        for turn in range(DECISIONS // len(facts)):
            for attempt in facts:
                bits = (bits * 6364136223846793005 + 1442695040888963407 + turn) % 2**64
                folded = (folded * 31 + hash(oncemore.decide(policy, attempt, bits))) % 2**61
        return folded

    sequential = fold(0)
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(fold, range(8))) == {sequential}


def test_threads_share_everything() -> None:
    """The parts that make Python objects, from eight threads at once."""

    def work(seed: int) -> list[object]:
        policy = Policy(statuses={429, 503}, backoff=Backoff(cap=seed % 2 + 1))
        return [
            (policy.replace(max_attempts=n), repr(policy), list(oncemore.schedule(policy)))
            for n in range(1, 50)
        ]

    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(work, [0] * 8))
    assert all(result == results[0] for result in results)
