# SPDX-License-Identifier: MIT
"""Every row of every vector file. `pytest -rA` or -s shows how many rows each file has."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator

import pytest

import cases

NOW = "1781524800000"  # of retry_after.txt, see its banner
LARGEST = 9223372036854  # ms, of its word `saturate`

FILES = sorted(cases.VECTORS.glob("*.txt"))


def rows_of(file: pathlib.Path) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(file.read_text("ascii").split("\n"), 1):
        if line and not line.startswith("#"):
            yield number, line


def expected_field(result: str) -> tuple[str, str]:
    """What retry_after.txt wants of a Retry-After, and of an HTTP-date, '' for nothing."""
    word, _, number = result.partition(" ")
    if word == "date":
        instant = int(number) * 1000
        return str(min(max(instant - int(NOW), 0), LARGEST)), str(instant)
    if word == "saturate":
        return str(LARGEST), ""
    if word == "reject":
        return "malformed", ""
    return str(int(number) * {"seconds": 1000, "ms": 1}[word]), ""


def check_field_row(cells: list[str]) -> Iterator[str]:
    text, strict, lenient, _ = cells
    for grammar, result in (("strict", strict), ("lenient", lenient)):
        wait, instant = expected_field(result)
        got = cases.answer(f"retry_after|{grammar}|{NOW}|{text}")
        if got != wait:
            yield f"{grammar}: expected {wait}, got {got}"
        date = cases.answer(f"http_date|{grammar}|{NOW}|{text}") if instant else instant
        if date != instant:
            yield f"{grammar}: expected the instant {instant}, got {date}"


def check_row(kind: str, row: str) -> Iterator[str]:
    cells = cases.cells_of(row)
    if kind == "retry_after":
        yield from check_field_row(cells)
        return
    *question, expected, _ = cells
    got = cases.answer("|".join([kind, *question]))
    if got != expected:
        yield f"expected {expected}, got {got}"


def test_there_is_a_file_of_every_kind() -> None:
    assert {file.name.split(".")[0] for file in FILES} == set(cases.KINDS)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_vectors(file: pathlib.Path) -> None:
    kind = file.name.split(".")[0]
    rows = list(rows_of(file))
    problems = [
        f"{file.name}:{number}: {row}\n  {problem}"
        for number, row in rows
        for problem in check_row(kind, row)
    ]
    print(f"vectors | python | {file.name} | {len(rows)} rows | {len(problems)} failed")
    assert rows
    assert not problems, "\n".join(problems)
