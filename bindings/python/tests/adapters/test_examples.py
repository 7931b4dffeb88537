# SPDX-License-Identifier: MIT
"""The adapters' examples in README.md run, and print what it says."""

from __future__ import annotations

import contextlib
import io
import pathlib
import re

import pytest
from stub import Stub

README = pathlib.Path(__file__).resolve().parents[2] / "README.md"
SECTION = re.search(r"^## HTTP clients$.*?^## ", README.read_text("ascii"), re.M | re.S)
assert SECTION is not None
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", SECTION[0], re.M | re.S)
PRINTED = re.findall(r"^    (attempt .*|200)$", SECTION[0], re.M)


def test_there_is_one_for_each() -> None:
    found = [re.findall(r"oncemore\.adapters\.(\w+) import (\w+)", each) for each in EXAMPLES]
    assert found == [
        [("urllib3", "PoolManager")],
        [("requests", "RetryAdapter")],
        [("httpx", "RetryTransport")],
        [("httpx", "AsyncRetryTransport")],
        [("aiohttp", "RetryMiddleware")],
    ]
    assert len(PRINTED) == 3


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example(example: str, stub: Stub) -> None:
    stub.play("/", 503, 200)
    program = example.replace("https://example.org", stub.url).replace("https://", "http://")
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(program, "README.md", "exec"), {})  # as a module of its own
    drawn = re.compile(r"(?<= of )\d+|(?<=retry in )\d+")
    expected = [drawn.sub("N", line) for line in PRINTED]
    assert [drawn.sub("N", line) for line in printed.getvalue().splitlines()] == expected
    assert len(stub.arrivals) == 2
