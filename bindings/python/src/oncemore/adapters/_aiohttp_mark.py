# SPDX-License-Identifier: MIT
"""What goes along with the requests of one call of aiohttp."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from ._call import Wire
from ._needs import needs

with needs("aiohttp 3.12 or later", "aiohttp"):
    import aiohttp
    from aiohttp import ClientRequest
    from aiohttp.tracing import Trace

_SILENT = aiohttp.TraceConfig()
_SILENT.freeze()


class ReusedConnection(Exception):
    """The connection is one that must not be used again; it has been closed, and nothing sent."""


class Mark(Trace):
    """Lies among the trace objects that aiohttp makes for a call and hands to each of its requests,
    and says nothing. It is how the middleware recognises its call, and it is gone with it."""

    def __init__(self, request: ClientRequest, owner: object) -> None:
        super().__init__(request.session, _SILENT, SimpleNamespace())
        self.owner = owner
        self.running: Any = None
        self.active = False
        self._refused: Any = None

    @classmethod
    def of(cls, request: ClientRequest, owner: object) -> Mark:
        """Of the owner's layer; one that is active already belongs to a layer of ours around it,
        which from now on leaves the decisions to this one."""
        traces = request._traces
        marks = [each for each in traces if isinstance(each, Mark)]
        for each in marks:
            if each.active:
                each.running.call.layered = True
        for each in marks:
            if each.owner is owner and not each.active:
                return each
        mark = cls(request, owner)
        traces.append(mark)
        return mark

    def refuse(self, connection: Any) -> None:
        """Nothing is sent on it any more."""
        self._refused = connection

    def watch(self, request: ClientRequest) -> Wire:
        """What becomes of the attempt that begins now. The request's send(), to which aiohttp hands
        the connection, is where the first octet can leave."""
        wire = Wire(self.running.call.policy.statuses)
        send = type(request).send

        async def seen(connection: Any) -> Any:
            if self._refused is not None and connection.protocol is self._refused:
                connection.close()
                raise ReusedConnection
            if wire.sent:  # before; there is no status if no answer came
                status = getattr(wire.response, "status", None)
                wire.over = status is None or wire.answered(status)
            wire.response = None
            wire.sends()
            wire.connection = connection.protocol
            wire.response = await send(request, connection)
            return wire.response

        request.__dict__["send"] = seen
        return wire
