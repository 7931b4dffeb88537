# SPDX-License-Identifier: MIT
"""Rule 3.8: the Retry-After field (RFC 9110 10.2.3). An answer is ABSENT, MALFORMED or a wait."""

import re

import durations
import http_date
from http_date import MALFORMED, STRICT

ABSENT = "absent"

DELAY_SECONDS = re.compile(rb"[0-9]+")
DECIMAL = re.compile(rb"(?P<seconds>[0-9]+)(?:\.(?P<fraction>[0-9]*))?")


def is_wait(answer):
    return isinstance(answer, int)


def _milliseconds(seconds, fraction=b""):
    """Digits of seconds and of their fraction as a duration, rounded up."""
    seconds = seconds.lstrip(b"0")
    if len(seconds) > 10:  # the largest duration has ten digits of seconds
        return durations.LARGEST
    whole, rest = fraction[:3].ljust(3, b"0"), fraction[3:]
    return durations.given(
        int(seconds or b"0") * 1000 + int(whole) + (1 if rest.strip(b"0") else 0)
    )


def _longest_of_list(text):
    """The lenient list of numbers, in which members may be empty (RFC 9110 5.6.1.2), or None."""
    waits = []
    for item in text.split(b","):
        item = item.strip(b" \t")
        if not item:
            continue
        match = DECIMAL.fullmatch(item)
        if not match:
            return None
        waits.append(_milliseconds(match["seconds"], match["fraction"] or b""))
    return max(waits, default=None)


def _number(text, grammar):
    if grammar == STRICT:
        return _milliseconds(text) if DELAY_SECONDS.fullmatch(text) else None
    return _longest_of_list(text)


def parse(text, now, grammar):
    """One field line, read at the instant `now`; numbers are tried before dates."""
    text = http_date.stripped(text, grammar)
    wait = _number(text, grammar)
    if wait is not None:
        return wait
    instant = http_date.parse(text, now, grammar)
    if instant == MALFORMED:
        return MALFORMED
    return durations.given(max(0, instant - now))  # a date that has passed is a wait of 0


def combined(a, b):
    """Two field lines: a wait beats malformed beats absent, and of two waits the larger counts."""
    waits = [answer for answer in (a, b) if is_wait(answer)]
    if waits:
        return max(waits)
    return MALFORMED if MALFORMED in (a, b) else ABSENT


def parse_lines(texts, now, grammar):
    answer = ABSENT
    for text in texts:
        answer = combined(answer, parse(text, now, grammar))
    return answer
