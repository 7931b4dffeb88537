# SPDX-License-Identifier: MIT
"""Tests of the adapters; they are there where the clients are. 'check' sees to it that they run."""

from __future__ import annotations

import pathlib
import sys
from collections.abc import Iterator
from importlib.util import find_spec

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

if any(find_spec(client) is None for client in ("urllib3", "requests", "httpx", "aiohttp")):
    collect_ignore_glob = ["test_*.py"]

from stub import Stub  # noqa: E402


@pytest.fixture(scope="session")
def running() -> Iterator[Stub]:
    with Stub() as stub:
        yield stub


@pytest.fixture
def stub(running: Stub) -> Stub:
    running.arrivals.clear()
    running.steps.clear()
    return running
