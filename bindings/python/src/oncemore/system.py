# SPDX-License-Identifier: MIT
"""The same questions, answered with this process's own dice and clock.

The dice are the operating system's (`secrets`), so that neither a fork nor a thread ever repeats
another's delays; the clock is `time.time()`. Everything else in this package is pure.
"""

from __future__ import annotations

import secrets
import time
from typing import Any

from . import _core
from ._core import Attempt, Decision, Policy, RetryAfter
from ._enums import Grammar

__all__ = ["decide", "decide_attempt", "parse_retry_after", "random_bits"]


def random_bits() -> int:
    """64 uniform bits from the operating system, from 0 to 2**64 - 1."""
    return secrets.randbits(64)


def decide(policy: Policy, attempt: Attempt) -> Decision:
    """oncemore.decide() with random_bits()."""
    return _core.decide(policy, attempt, random_bits())


def decide_attempt(policy: Policy, /, **attempt: Any) -> Decision:
    """oncemore.decide_attempt() with random_bits(); the keywords are those of Attempt."""
    return _core.decide_attempt(policy, random=random_bits(), **attempt)


def parse_retry_after(field: str | bytes | None, grammar: Grammar = Grammar.LENIENT) -> RetryAfter:
    """oncemore.parse_retry_after() with time.time(). The response's own Date, if it has one, is a
    better `now` than a clock that may be wrong."""
    return _core.parse_retry_after(field, time.time(), grammar)
