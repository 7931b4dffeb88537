# SPDX-License-Identifier: MIT
"""The programs of tests/examples/python run, print what is beside them, and are in README.md."""

from __future__ import annotations

import pathlib
import re
import subprocess
import sys

import pytest
from stub import Stub

import cases

README = pathlib.Path(__file__).resolve().parents[2] / "README.md"
FOLDER = cases.ROOT / "tests" / "examples" / "python"
PROGRAMS = sorted(FOLDER.glob("with_*.py"))
DRAWN = re.compile(r"(?<=retry in )\d+")


def test_there_is_one_for_each() -> None:
    clients = ["aiohttp", "httpx", "httpx_async", "opentelemetry", "requests", "urllib3"]
    assert [path.stem for path in PROGRAMS] == [f"with_{client}" for client in clients]


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_a_program(path: pathlib.Path, stub: Stub) -> None:
    """With a server that answers 503 once."""
    stub.play("/", 503, 200)
    text = path.read_text("ascii")
    assert text.partition("\n")[2] in README.read_text("ascii")
    program = text.replace("https://example.org", stub.url).replace('"https://"', '"http://"')
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=False, text=True, timeout=60
    )
    assert ran.stderr == ""
    own = path.with_suffix(".txt")
    expected = (own if own.exists() else FOLDER / "output.txt").read_text("ascii")
    assert DRAWN.sub("N", ran.stdout) == DRAWN.sub("N", expected)
    assert len(stub.arrivals) == 2
