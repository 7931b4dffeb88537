# SPDX-License-Identifier: MIT
"""What is asked of a policy as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice

from ._core import (
    UNLIMITED,
    DelayRange,
    Policy,
    _policy_error_message,
    delay_range,
    policy_error,
    retries_from_attempts,
)
from ._enums import PolicyError

__all__ = ["InvalidPolicy", "schedule", "validate"]


class InvalidPolicy(ValueError):
    """A policy with a bad field: `error` says which, the message what it must be."""

    def __init__(self, error: PolicyError) -> None:
        super().__init__(_policy_error_message(error))
        self.error = error

    def __reduce__(self) -> tuple[type[InvalidPolicy], tuple[PolicyError]]:
        return (InvalidPolicy, (self.error,))


def validate(policy: Policy) -> Policy:
    """The policy itself if it is valid; otherwise InvalidPolicy, a ValueError, names its first bad
    field. A value out of range is invalid also where the chosen jitter or mode does not use it.

    Nothing breaks where this is not called: a request is never sent again under an invalid policy.
    """
    error = policy_error(policy)
    if error is not PolicyError.NONE:
        raise InvalidPolicy(error)
    return policy


def schedule(policy: Policy) -> Iterator[DelayRange]:
    """The range of the client's own delay after attempt 1, 2, ..., one for each retry that
    max_attempts allows; without end if it is UNLIMITED.

    For Jitter.DECORRELATED the ends are those of the shortest and of the longest way there. What a
    server asks for, and the deadline, have no part in it.
    """
    if not isinstance(policy, Policy):
        raise TypeError(f"policy must be a Policy, not {type(policy).__name__}")
    ranges = _ranges(policy)
    if policy.max_attempts == UNLIMITED:
        return ranges
    return islice(ranges, retries_from_attempts(policy.max_attempts))


def _ranges(policy: Policy) -> Iterator[DelayRange]:
    ends = DelayRange()
    for number in count(1):
        ends = DelayRange(
            low=delay_range(policy, number, ends.low).low,
            high=delay_range(policy, number, ends.high).high,
        )
        yield ends


InvalidPolicy.__module__ = "oncemore"
