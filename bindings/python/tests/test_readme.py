# SPDX-License-Identifier: MIT
"""What README.md shows runs, and prints what it says."""

from __future__ import annotations

import doctest
import itertools
import pathlib
import re
import subprocess
import sys
from datetime import timedelta
from typing import Any

import pytest

import oncemore
from oncemore import Attempt, Backoff, Decision, Jitter, Policy

README = pathlib.Path(__file__).resolve().parents[1] / "README.md"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README.read_text("ascii"), re.M | re.S)


def test_the_program(tmp_path: pathlib.Path) -> None:
    (program,) = (block for block in blocks("python") if "def fetch" in block)
    (printed,) = blocks("text")
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, text=True, cwd=tmp_path
    )
    assert ran.stderr == ""
    # But for the dice.
    shown = re.compile(r"(?<=retry in )\d+(?= ms)")
    assert shown.sub("N", ran.stdout) == shown.sub("N", printed)


def test_the_loop_remembers_its_delays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or Jitter.DECORRELATED would never back off."""
    (program,) = (block for block in blocks("python") if "def fetch" in block)
    names: dict[str, Any] = {}
    exec(compile(program.replace("\nfetch()\n", "\n"), "README.md", "exec"), names)
    backoff = Backoff(initial=0.001, cap=0.01, jitter=Jitter.DECORRELATED)
    names["POLICY"] = policy = Policy(max_attempts=5, backoff=backoff)
    names["send"] = lambda number, limit: (503, None)
    told: list[tuple[Attempt, Decision]] = []
    decide = oncemore.decide

    def asked(policy: Policy, attempt: Attempt, random: int) -> Decision:
        told.append((attempt, decide(policy, attempt, random)))
        return told[-1][1]

    monkeypatch.setattr(oncemore, "decide", asked)
    assert names["fetch"]() == 503
    assert [attempt.number for attempt, _ in told] == [1, 2, 3, 4, 5]
    for (_, before), (attempt, decision) in itertools.pairwise(told):
        assert attempt.previous_delay == before.delay
        high = oncemore.delay_range(policy, attempt.number, before.delay).high
        assert high == min(3 * before.delay, timedelta(seconds=0.01))
        assert decision.delay <= high


def test_the_sessions() -> None:
    sessions = blocks("pycon")
    assert sessions
    parser = doctest.DocTestParser()
    names: dict[str, object] = {}
    for session in sessions:
        test = parser.get_doctest(session, names, "README.md", str(README), 0)
        runner = doctest.DocTestRunner(verbose=False)
        runner.run(test, clear_globs=False)
        names.update(test.globs)
        assert runner.failures == 0


def test_the_tables_name_what_is_there() -> None:
    text = README.read_text("ascii")
    table = text[text.index("## The names") : text.index("## Durations")]
    cells = [row.split("|")[2] for row in table.splitlines() if row.startswith("| ")][2:]
    named = [name for cell in cells for name in re.findall(r"`([\w.]+)", cell)]
    assert len(named) > 40
    for name in named:
        place: object = oncemore
        for part in name.removeprefix("oncemore.").split("."):
            place = getattr(place, part)
    for name in oncemore.__all__:
        assert re.search(rf"`(oncemore\.)?{name}\b", table), f"{name} is not in the table"
