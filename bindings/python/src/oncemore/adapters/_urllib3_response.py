# SPDX-License-Identifier: MIT
"""What is done with a response that the caller does not get."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ._call import Lines
from ._drain import DRAINED, within
from ._needs import needs

with needs("urllib3", "urllib3"):
    from urllib3.exceptions import HTTPError

if TYPE_CHECKING:
    from urllib3 import BaseHTTPResponse


def lines_of(response: BaseHTTPResponse) -> Lines:
    """The lines of a field, which urllib3 keeps apart."""
    return response.headers.getlist


def drain(response: BaseHTTPResponse, seconds: float) -> None:
    """Reads it to its end, so that its connection can be used again; closes what is not there in
    time, or is long. urllib3 then gives the connection back to its pool, open or not."""
    sock = getattr(getattr(response, "connection", None), "sock", None)
    if not read_within(seconds, sock, response):
        response.close()


def read_within(seconds: float, sock: Any, response: BaseHTTPResponse) -> bool:
    return within(seconds, sock, lambda: _read(response))


def _read(response: BaseHTTPResponse) -> bool:
    with suppress(HTTPError, OSError, ValueError):
        response.read(DRAINED, decode_content=False)
        return bool(response.closed)
    return False
