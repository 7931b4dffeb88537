# SPDX-License-Identifier: MIT
"""Without its client, an adapter says what to install; the package does without any."""

from __future__ import annotations

import subprocess
import sys

import pytest

SCRIPT = """
import sys
for client in ("urllib3", "requests", "httpx", "aiohttp"):
    sys.modules[client] = None
import oncemore, oncemore.adapters
import oncemore.adapters.{adapter}
"""


@pytest.mark.parametrize("adapter", ["urllib3", "requests", "httpx", "aiohttp"])
def test_a_missing_client_is_named(adapter: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(adapter=adapter)],
        capture_output=True,
        check=False,
        text=True,
    )
    last = ran.stderr.strip().splitlines()[-1]
    assert last.startswith(f"ImportError: oncemore.adapters.{adapter} needs {adapter}")
    assert last.endswith(f": pip install 'oncemore[{adapter}]'")
