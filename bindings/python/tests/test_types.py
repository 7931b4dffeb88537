# SPDX-License-Identifier: MIT
"""The stubs say what the extension does, and a type checker finds what is wrong."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
from importlib.util import find_spec

import pytest

pytest.importorskip("mypy")

HERE = pathlib.Path(__file__).resolve().parent
# Without the clients, the adapters cannot be looked at; 'check' has an environment with them.
CLIENTS = all(find_spec(client) for client in ("urllib3", "requests", "httpx", "aiohttp"))

RIGHT = """
from datetime import datetime, timedelta
import oncemore
from oncemore import *

policy = Policy(deadline=timedelta(minutes=1), backoff=Backoff(cap=5, jitter=Jitter.FULL))
attempt = Attempt(number=2, method="GET", outcome=503, retry_after=None)
decision: Decision = decide(policy, attempt, 7)
decision = decide_attempt(policy, random=7, method=Method.GET, outcome=Failure.TIMEOUT)
delay: timedelta = decision.delay
seconds: float = decision.delay_seconds
more: StatusSet = DEFAULT_STATUSES | {409} - {530}
policy = policy.replace(statuses=more, failures={Failure.SEND}, deadline=None)
deadline: timedelta | None = policy.deadline
read: RetryAfter = parse_retry_after(b"5", datetime.now())
notes: bool = Note.NEW_CONNECTION in decision.notes
ranges: list[DelayRange] = list(schedule(policy))
decision = oncemore.system.decide(policy, attempt)
"""

WRONG = [
    'Policy(max_attempts="3")',
    "Policy(retries=3)",
    "Policy(3)",
    "Policy(backoff=2.0)",
    'Backoff(jitter="full")',
    'Attempt(outcome="503")',
    "Attempt(outcome=Reason.RETRYABLE_STATUS)",
    "Attempt(retry_after=5)",
    "decide(Policy(), Attempt(), 0.5)",
    "decide(Policy(), Attempt())",
    "decide_attempt(Policy(), outcome=503)",
    "parse_retry_after('5')",
    "Policy().max_attempts = 3",
    "decide(Policy(), Attempt(), 0).delay + 1",
    "verdict_of(16)",
    "class Mine(Policy): ...",
]


def mypy(*arguments: str, module: str = "mypy") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        capture_output=True,
        check=False,
        text=True,
        cwd=HERE.parent,
        env={**os.environ, "MYPYPATH": str(HERE)},
    )


def test_the_stubs_are_what_is_there(tmp_path: pathlib.Path) -> None:
    options = []
    if not CLIENTS:
        (tmp_path / "unseen").write_text("oncemore[.]adapters[.].*\n")
        (tmp_path / "mypy.ini").write_text(
            "[mypy]\nignore_missing_imports = True\n"
            "[mypy-oncemore.adapters.*]\nignore_errors = True\n"
        )
        options = ["--allowlist", "unseen", "--mypy-config-file", "mypy.ini"]
    ran = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "oncemore", *options],
        capture_output=True,
        check=False,
        text=True,
        cwd=tmp_path,
    )
    assert ran.returncode == 0, ran.stdout


def test_right_and_wrong_uses(tmp_path: pathlib.Path) -> None:
    right = tmp_path / "right.py"
    right.write_text(RIGHT)
    wrong = tmp_path / "wrong.py"
    wrong.write_text("from oncemore import *\n" + "\n".join(WRONG) + "\n")
    cache = f"--cache-dir={tmp_path}"
    ran = mypy("--strict", cache, str(right))
    assert ran.returncode == 0, ran.stdout
    found = mypy("--strict", cache, str(wrong)).stdout
    for line, use in enumerate(WRONG, 2):
        assert f"wrong.py:{line}: error" in found, f"nothing wrong with: {use}\n{found}"


def test_the_package_is_strictly_typed(tmp_path: pathlib.Path) -> None:
    without = () if CLIENTS else ("--exclude", "/adapters/")
    source = str(HERE.parent / "src" / "oncemore")
    ran = mypy("--strict", f"--cache-dir={tmp_path}", *without, source)
    assert ran.returncode == 0, ran.stdout


@pytest.mark.parametrize("folder", [".", "adapters"] if CLIENTS else ["."])
def test_the_tests_are_strictly_typed(tmp_path: pathlib.Path, folder: str) -> None:
    tests = [
        path for path in (HERE / folder).glob("*.py") if CLIENTS or "scenario" not in path.name
    ]
    ran = mypy("--strict", f"--cache-dir={tmp_path}", *map(str, tests))
    assert ran.returncode == 0, ran.stdout
