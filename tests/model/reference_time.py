# SPDX-License-Identifier: MIT
"""Rule 3.8: by which clock a Retry-After date is read, the client's or the response's Date."""

import re

import http_date
from http_date import LENIENT, MALFORMED

DIGITS = re.compile(rb"[0-9]+")


def from_a_cache(age):
    """Whether an Age (RFC 9111 5.1) is above 0, or says nothing that could be 0."""
    if age is None:
        return False
    age = http_date.stripped(age, LENIENT)
    return not DIGITS.fullmatch(age) or age.strip(b"0") != b""


def reference_time(date, age, now):
    """Unix ms; `date` and `age` are the fields, None if the response has none."""
    if date is None or from_a_cache(age):
        return now
    instant = http_date.parse(date, now, LENIENT)
    return now if instant == MALFORMED else instant
