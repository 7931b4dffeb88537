# SPDX-License-Identifier: MIT
"""Rule 3.8, "How it joins": the server's wait beside the client's own delay."""

from dataclasses import dataclass

import durations
import retry_after

MODES = ("at_least", "instead", "ignore")
OVER_CAP = ("give_up", "clamp")


@dataclass(slots=True)
class ServerWait:
    mode: str = "at_least"
    over_cap: str = "give_up"
    cap: int = 30_000
    spread: int = 100


def heard(settings, answer):
    """What Retry-After said; under `ignore` it is absent in every rule."""
    return retry_after.ABSENT if settings.mode == "ignore" else answer


def over_cap(settings, answer):
    answer = heard(settings, answer)
    return retry_after.is_wait(answer) and answer > settings.cap


def clamped(settings, answer):
    return settings.over_cap == "clamp" and over_cap(settings, answer)


def gives_up(settings, answer):
    return settings.over_cap == "give_up" and over_cap(settings, answer)


def least(settings, answer):
    """The server's wait after `clamp`, before any spread; None where there is none."""
    answer = heard(settings, answer)
    if not retry_after.is_wait(answer):
        return None
    return settings.cap if clamped(settings, answer) else answer


def spread(settings, wait, random):
    """The spread only ever adds: a retry must not come before the server's instant. The bits are
    mixed once more than for the own delay, drawn or not."""
    latest = durations.add(wait, wait * settings.spread // 1000)
    return durations.draw(wait, latest, durations.mix(random))


def join(settings, own, floor, wait):
    """The delay out of the own one and the server's, which is None where there is none."""
    if wait is None:
        return own
    return max(own, wait) if settings.mode == "at_least" else max(wait, floor)
