# SPDX-License-Identifier: MIT
"""What is done with a response that the caller does not get."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._call import DRAINED
from ._needs import needs

with needs("urllib3", "urllib3"):
    from urllib3.exceptions import HTTPError

if TYPE_CHECKING:
    from urllib3 import BaseHTTPResponse


def retry_after(response: BaseHTTPResponse) -> list[str]:
    """The lines of the field, which urllib3 keeps apart."""
    return response.headers.getlist("Retry-After")


def drain(response: BaseHTTPResponse) -> None:
    """Reads it to its end, so that its connection can be used again; closes it if it is long."""
    try:
        response.read(DRAINED, decode_content=False)
    except (HTTPError, OSError):
        response.close()
    if not response.closed:
        response.close()
