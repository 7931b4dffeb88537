# SPDX-License-Identifier: MIT
"""To read what is left of a response that nobody wants, for the sake of its connection."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ._call import Call

DRAINED = 65536
"""Octets at most."""
DRAIN_SECONDS = 0.25
"""At most, and no more than the deadline leaves."""


def drain_seconds(call: Call | None) -> float:
    left = None if call is None else call.time_left()
    return DRAIN_SECONDS if left is None else min(DRAIN_SECONDS, left)


def within(seconds: float, sock: Any, read: Callable[[], bool]) -> bool:
    """Whether read() came to its end in time. A time-out of a socket is one for each octet; what
    ends a read that trickles is that somebody shuts the socket down."""
    if seconds <= 0 or not isinstance(sock, socket.socket):
        return False
    late = threading.Event()

    def end() -> None:
        late.set()
        with suppress(OSError):
            socket.socket.shutdown(sock, socket.SHUT_RDWR)

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    try:
        timer.start()
    except RuntimeError:  # there are no threads here, or no more of them
        return False
    try:
        complete = read()
    finally:
        timer.cancel()
        timer.join()
    return complete and not late.is_set()
