#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads cases, one a line (`KIND | input cells`), and writes the binding's answers, one a line:
what tests/model/compare.py of the project takes for --filter."""

import sys

from cases import answer


def answered(line: str) -> str:
    try:
        return answer(line)
    except Exception as problem:  # the answer to a case that cannot be read; the rest goes on
        return f"error: {type(problem).__name__}: {problem}"


for each in sys.stdin:
    print(answered(each.rstrip("\n")))
