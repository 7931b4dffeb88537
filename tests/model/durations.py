# SPDX-License-Identifier: MIT
"""Durations: whole milliseconds, of which the largest is what int64 nanoseconds can hold."""

LARGEST = 9_223_372_036_854


def given(milliseconds):
    """A duration as a policy or an attempt gives it: a larger one counts as the largest."""
    return min(milliseconds, LARGEST)


def add(*durations):
    """A sum that saturates at the largest duration."""
    return min(sum(durations), LARGEST)


def draw(lo, hi, random):
    """Rule 3.7: one whole number of the closed range [lo, hi], picked by 64 random bits."""
    return lo + (((hi - lo + 1) * random) >> 64)
