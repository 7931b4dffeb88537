# SPDX-License-Identifier: MIT
"""What a Retry is not told: the request that it is to decide about."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping, Sequence
from types import FrameType
from typing import Any

from oncemore import Body

from ._call import Request
from ._needs import needs

with needs("urllib3", "urllib3"):
    from urllib3 import HTTPConnectionPool, PoolManager


def request_of(
    method: str, body: Any, headers: Iterable[str] | None, url: str = "", position: Any = None
) -> Request:
    return Request(method, body_of(body, position), tuple(headers or ()), url)


def body_of(body: Any, position: Any) -> Body:
    """Whether urllib3 can send the body again, whole: data in memory is there still, and a file is
    wound back to the position where it was before it was sent, if that is known. Any other iterable
    may be empty after one pass."""
    if body is None or isinstance(body, (str, bytes, bytearray, memoryview)):
        return Body.REPLAYABLE
    if hasattr(body, "read"):
        known = isinstance(position, int) and _can_be_wound_back(body)
        return Body.REPLAYABLE if known else Body.CONSUMED
    return Body.REPLAYABLE if isinstance(body, Sequence) else Body.CONSUMED


def position_of(body: Any) -> int | None:
    """Where a file is now, None if it does not say; before it is sent."""
    try:
        position = body.tell()
    except (AttributeError, OSError, ValueError):
        return None
    return position if isinstance(position, int) and _can_be_wound_back(body) else None


def _can_be_wound_back(file: Any) -> bool:
    try:
        file.seek(file.tell())
    except (AttributeError, OSError, ValueError):
        return False
    return True


def request_in_sight(method: str) -> Request:
    """The request whose urlopen() asks. urllib3 shows a Retry neither body nor fields, so they are
    looked up among the arguments of that call; where it is not to be seen, the body counts as
    consumed. So does a file whose position is not among them: urllib3's own PoolManager, when it
    follows a redirect, sends what is left of it."""
    frame = inspect.currentframe()
    while frame is not None and not _is_urlopen(frame):
        frame = frame.f_back
    if frame is None:
        return Request(method, Body.CONSUMED)
    arguments: Mapping[str, Any] = {**frame.f_locals.get("kw", {}), **frame.f_locals}
    url = full_url(arguments["self"], arguments.get("url", ""))
    position = arguments.get("body_pos")
    return request_of(method, arguments.get("body"), arguments.get("headers"), url, position)


def full_url(pool: Any, url: str) -> str:
    """A pool is told a path only."""
    if not url.startswith("/"):
        return url
    port = "" if pool.port is None else f":{pool.port}"
    return f"{pool.scheme}://{pool.host}{port}{url}"


def _is_urlopen(frame: FrameType) -> bool:
    owner = frame.f_locals.get("self") if frame.f_code.co_name == "urlopen" else None
    return isinstance(owner, (HTTPConnectionPool, PoolManager))
